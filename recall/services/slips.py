"""How far apart two spellings are: letters missing, added, mistaken or swapped."""


def slips(one: str, other: str) -> int:
    """The least number of slips that turn one into the other (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, start=1):
        before, row, last = row, [at], before
        for place, wanted in enumerate(other, start=1):
            least = min(
                before[place] + 1,
                row[place - 1] + 1,
                before[place - 1] + (letter != wanted),
            )
            swapped = at > 1 and place > 1 and (letter, one[at - 2]) == (other[place - 2], wanted)
            row.append(min(least, last[place - 2] + 1) if swapped else least)
    return row[-1]
