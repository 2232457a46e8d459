"""What a question is after, by the words that say so in the languages that are written most."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """An intent, the words that name it, and how that is told."""

    intent: str
    words: re.Pattern[str]
    reason: str


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


# A phrase in quotation marks and nothing else, or one name as programs write it.
_QUOTED = _any(r'^\s*(?:"[^"]+"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|「[^」]+」|`[^`]+`)\s*$')
_NAME = re.compile(
    r"^\s*(?=\S*(?:[a-z][A-Z]|[A-Z]{2}|\d))\w+\s*$"  # getUserById, ECONNRESET, E1042
    r"|^\s*\w[\w-]*(?:(?:[./\\:#_]|::|->)[\w-]+)+(?:\(\))?\s*$"  # src/a_b.py:42, acme.api, a::b
)
# The first that fits decides, so the narrower stand before the wider.
RULES = (
    Rule("exact", _QUOTED, "The question is a quotation."),
    Rule("exact", _NAME, "The question is a name as programs write it."),
    Rule(
        "arc",
        _any(
            r"\bhow (?:has|have|had|did|does|do)\b.*\b(?:chang|evolv|develop|progress)\w*",
            r"\bover (?:time|the (?:weeks|months|years))\b|\b(?:history|evolution|timeline) of\b",
            r"\bwie ha(?:t|ben)\b.*\b(?:verändert|entwickelt)\b|\bim (?:lauf|verlauf)e? der zeit\b",
            r"\bau fil du temps\b|\bévolu(?:é|er|tion)\b|\bhistorique de\b",
            r"\ba lo largo del tiempo\b|\bevolu(?:cionó|cionado|ción)\b|\bhistorial? de\b",
            r"\bкак\b.*\b(?:менял|изменил|развивал)\w*|\bсо временем\b|\bистори[яи] \w+",
            r"如何(?:变化|演变|发展)|怎么变|随着时间|来龙去脉",
        ),
        "The question asks how something went on.",
    ),
    Rule(
        "goal",
        _any(
            r"\b(?:my|our|the|his|her|their) (?:goals?|objectives?|targets?)\b",
            r"\b(?:meine?|unsere?) ziele?\b|\b(?:mes|nos) objectifs\b|\b(?:mis|nuestros) objetivos\b",
            r"\b(?:мои|наши|моя|наша) цел[ьи]\b|我的目标|我们的目标",
        ),
        "The question asks for goals.",
    ),
    Rule(
        "preference",
        _any(
            r"\b(?:prefer\w*|favou?rites?|would rather|likes? best)\b",
            r"\b(?:decid\w+|decisions?|agreed (?:on|to)|settled on)\b",
            r"\b(?:bevorzug\w+|lieblings\w*|lieber|entschieden|entscheidung\w*|beschlossen)\b",
            r"\b(?:préfér\w+|préfèr\w+|favorite?s?|décid\w+|décision\w*)\b",
            r"\b(?:prefier\w+|prefer(?:imos|encia\w*)|favorit[oa]s?|decid\w+|decisi(?:ón|ones))\b",
            r"\b(?:предпоч\w+|любим\w+|решил\w*|решени\w+|договорил\w+)",
            r"喜欢|偏好|最爱|决定|تفضل|قررنا",
        ),
        "The question asks for a preference or a decision.",
    ),
    Rule(
        "relation",
        _any(
            r"\bwho (?:is|are|was|were)\b.+\b(?:to|of|for)\b|\brelat(?:ed|ion\w*)\b|\bconnect(?:ed|ion)\b",
            r"\bwer (?:ist|war)\b.+\b(?:von|für)\b|\bbeziehung\w*\b|\bqui est\b.+\b(?:de|du|pour)\b",
            r"\brelación\b|\bquién es\b.+\b(?:de|del|para)\b|\bкем\b.+\b(?:приходится|является)\b|关系",
        ),
        "The question asks how two things belong together.",
    ),
)


def rule_for(text: str) -> Rule | None:
    """The rule that a question fits, if any."""
    return next((rule for rule in RULES if rule.words.search(text)), None)
