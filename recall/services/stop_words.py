"""Words that say how a sentence is built and not what it is about, by language."""

_LISTS = {
    "english": (
        "a an the and or but if of to in on at by for with from as is are was were be been being am",
        "do does did have has had i you he she it we they me him her us them my your his its our",
        "their this that these those there here what which who whom when where why how not no so",
        "than then too very can could will would shall should may might must about into over up",
        "down out s t d ll m re ve don",
    ),
    "french": (
        "le la les l un une des du de d et ou mais si à au aux en dans sur par pour avec sans ce cet",
        "cette ces c se s sa son ses mon ma mes ton ta tes notre nos votre vos leur leurs je j tu il",
        "elle on nous vous ils elles me m te t lui y que qu qui quoi dont où quand comment pourquoi",
        "quel quelle quels quelles ne n pas plus est es sont était étaient être été ai as a ont avait",
        "avoir eu",
    ),
    "german": (
        "der die das den dem des ein eine einer eines einem einen und oder aber wenn als wie zu zum zur",
        "in im ins an am auf aus bei mit nach von vom vor für über unter durch ist sind war waren sein",
        "wird werden wurde wurden hat haben hatte hatten ich du er sie es wir ihr mich dich ihn uns euch",
        "mir dir ihm ihnen mein dein unser euer dieser diese dieses was wer wen wem wann wo warum welche",
        "welcher welches nicht kein keine so auch noch nur dass",
    ),
    "italian": (
        "il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle",
        "da dal dalla in nel nella nei nelle su sul sulla con per tra fra e ed o ma se che chi cui non",
        "come quando dove perché quale quali cosa è sono era erano essere stato ho hai ha abbiamo hanno",
        "aveva io tu lui lei noi voi loro mi ti ci vi si mio mia tuo tua suo sua nostro questo questa",
        "questi queste quello quella",
    ),
    "portuguese": (
        "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem e ou mas",
        "se que quem quando onde como porque qual quais não é são era eram foi ser estar está estão tem",
        "têm tinha ter eu tu ele ela nós vós eles elles você me te lhe meu minha teu seu sua nosso este",
        "esta isto esse essa isso aquele aquela",
    ),
    "spanish": (
        "el la los las lo un una unos unas de del a al en con por para sin sobre y e o u pero si que quién",
        "quien qué cuándo cuando dónde donde cómo como cuál cuáles porque no es son era eran fue ser está",
        "están estar ha han he había haber tiene tienen yo tú él ella nosotros vosotros ellos ellas usted",
        "me te se nos os le les mi tu su mis tus sus nuestro este esta esto estos estas ese esa eso",
    ),
    "dutch": (
        "de het een en of maar als van in op aan bij met voor naar uit over onder door te om is zijn was",
        "waren ben bent word wordt worden werd had heb heeft hebben ik jij je hij zij ze wij we jullie mij",
        "me hem haar ons hun mijn jouw dit dat deze die wat wie wanneer waar waarom hoe welke niet geen",
        "zo ook nog er",
    ),
    "russian": (
        "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне",
        "было вот от меня еще нет о из ему когда даже ну ли если или ни быть был него до вас опять уж вам",
        "ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам без",
        "чего раз тоже себе под будет тогда кто этот того потому этого какой какая какие ним здесь этом",
        "мой тем чтобы нее были куда зачем почему это этой при об эта моя наш",
    ),
    "arabic": (
        "في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا من متى أين كيف لماذا هل لا لم لن",
        "ليس كان كانت يكون تكون قد لقد أن إن أو و ثم بل لكن حتى إذا كل بعض هو هي هم هن أنا أنت نحن أنتم",
        "كم أي عند بعد قبل بين",
    ),
}
STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(" ".join(lines).split()) for language, lines in _LISTS.items()
}
# Of these a question may be, whatever the language of the workspace is.
LATIN = {name: words for name, words in STOP_WORDS.items() if name not in ("russian", "arabic")}
# Written in letters of their own, they tell nothing in a workspace of any language.
EVERYWHERE = STOP_WORDS["russian"] | STOP_WORDS["arabic"]


def stop_words(language: str) -> frozenset[str]:
    """Those of the language, as people write them; of one without a list, the English."""
    return STOP_WORDS.get(language, STOP_WORDS["english"]) | EVERYWHERE
