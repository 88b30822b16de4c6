"""Write palace/text/syllables.txt: how Chinese characters sound, from the tables of pypinyin.

Usage: python scripts/build_syllables.py

It needs the package pypinyin (`pip install pypinyin==0.55.0`, MIT licence), which nothing else does.

A line is a syllable without its tone and the characters of GB 2312 that can sound so; those for which it is
not the first reading stand behind a stroke.
"""

from collections import defaultdict
from pathlib import Path

from pypinyin import Style, pinyin

TARGET = Path(__file__).parent.parent / "palace" / "text" / "syllables.txt"
FIRST_ROW, LAST_ROW = 0xB0, 0xF7
FIRST_CELL, LAST_CELL = 0xA1, 0xFE


def characters() -> list[str]:
    """Return the 6,763 characters of GB 2312, the common ones first."""
    found = []
    for row in range(FIRST_ROW, LAST_ROW + 1):
        for cell in range(FIRST_CELL, LAST_CELL + 1):
            found.append(bytes([row, cell]).decode("gb2312", "ignore"))
    return [character for character in found if character]


def main() -> None:
    first: dict[str, list[str]] = defaultdict(list)
    other: dict[str, list[str]] = defaultdict(list)
    for character in characters():
        readings = pinyin(character, style=Style.NORMAL, heteronym=True)[0]
        readings = [reading for reading in dict.fromkeys(readings) if reading.isascii() and reading.isalpha()]
        for place, reading in enumerate(readings):
            (other if place else first)[reading].append(character)
    lines = []
    for syllable in sorted(first.keys() | other.keys()):
        behind = f"|{''.join(other[syllable])}" if other[syllable] else ""
        lines.append(f"{syllable} {''.join(first[syllable])}{behind}\n")
    TARGET.write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines)} syllables written to {TARGET.name}")


if __name__ == "__main__":
    main()
