"""Write palace/text/heard_letters.txt: three letters in a row as words of many languages have them.

Usage: python scripts/build_heard_letters.py

The words are those of plain letters in the vocabulary of the model's tokenizer; a full stop is an edge.
"""

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent
VOCABULARY = ROOT / "models" / "multilingual-e5-small" / "tokenizer.json"
TARGET = ROOT / "palace" / "text" / "heard_letters.txt"

FEWEST_LETTERS = 4


def words() -> set[str]:
    """Return the words of plain letters that the vocabulary holds whole or as a beginning."""
    pieces = json.loads(VOCABULARY.read_text(encoding="utf-8"))["model"]["vocab"]
    begin = {piece[1:].lower() for piece, _ in pieces if piece.startswith("▁")}
    return {word for word in begin if len(word) >= FEWEST_LETTERS and word.isascii() and word.isalpha()}


def heard() -> list[str]:
    """Return all that words have of three letters, or of two and an edge, in order."""
    edged = [f".{word}." for word in words()]
    return sorted({word[at : at + 3] for word in edged for at in range(len(word) - 2)})


def main() -> None:
    found = heard()
    begin: dict[str, str] = {}
    for three in found:
        begin[three[:2]] = begin.get(three[:2], "") + three[2]
    lines = [f"{two} {ends}" for two, ends in begin.items()]
    TARGET.write_text("\n".join(lines) + "\n", encoding="ascii")
    print(f"{len(found)} of three, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
