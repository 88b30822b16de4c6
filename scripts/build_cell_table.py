"""Write palace/text/cell_table.py: how many terminal cells each character takes.

Usage: python scripts/build_cell_table.py

The widths are those of the Unicode version that the installed rich lays out with (Textual draws with it);
tests compare the two, so that a new rich with other widths is noticed and this is run again.
"""

from pathlib import Path

from rich._unicode_data import load

TARGET = Path(__file__).parent.parent / "palace" / "text" / "cell_table.py"
HEAD = '''"""Characters that take no terminal cell or two; all others take one.

Made by scripts/build_cell_table.py; facts of the Unicode Character Database (East Asian width, general
category, emoji variation sequences), version {version}.
"""

UNICODE_VERSION = "{version}"
'''


def merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def constant(name: str, comment: str, ranges: list[tuple[int, int]]) -> str:
    items = [f"{first:X}-{last:X}" if last > first else f"{first:X}" for first, last in merged(ranges)]
    rows, row = [], ""
    for item in items:
        if len(row) + len(item) > 96:
            rows.append(row)
            row = ""
        row += item + " "
    rows.append(row.rstrip())
    body = "".join(f'    "{row}"\n' for row in rows)
    return f'\n{name} = (\n{body})\n"""{comment}"""\n'


def main() -> None:
    table = load("latest")
    empty = [(first, last) for first, last, width in table.widths if width == 0]
    wide = [(first, last) for first, last, width in table.widths if width == 2]
    widened = [(ord(character), ord(character)) for character in table.narrow_to_wide]
    text = HEAD.format(version=table.unicode_version)
    text += constant(
        "NO_CELL", "Ranges of code points, hexadecimal: combining marks, format characters.", empty
    )
    text += constant("TWO_CELLS", "Ranges of code points, hexadecimal: wide and full-width characters.", wide)
    text += constant(
        "WIDENED", "Characters of one cell that variation selector 16 turns into emoji of two.", widened
    )
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
