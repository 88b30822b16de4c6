"""Writes palace/text/comparison/chinese_words.txt from the word list of jieba (MIT licence, Sun Junyi).

    pip download --no-deps --no-binary :all: jieba==0.42.1 && tar xzf jieba-0.42.1.tar.gz
    python scripts/build_chinese_words.py jieba-0.42.1/jieba/dict.txt

A line holds a word class, a frequency as a power of two, and the words that have both. Left out are rare
words, numerals and names of people.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parent.parent / "palace" / "text" / "comparison" / "chinese_words.txt"

RAREST = 40
"""How often a word stands in the corpus that was counted, at least."""

LONGEST = 5
_HAN = re.compile(rf"[\u4e00-\u9fff]{{1,{LONGEST}}}")
_CLASSES = {
    "v": "verb", "vn": "verb", "vd": "verb", "vg": "verb",
    "a": "adjective", "ad": "adjective", "an": "adjective", "b": "adjective", "z": "adjective",
    "ns": "place", "nt": "firm", "t": "time", "d": "adverb", "i": "phrase", "l": "phrase",
}  # fmt: skip
_LEFT_OUT = frozenset({"m", "mq", "nrt", "nrfg", "nr"})


def lines_of(dictionary: str) -> list[str]:
    """Return the lines of the table."""
    groups: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for line in dictionary.splitlines():
        word, count, tag = line.split()
        if int(count) < RAREST or tag in _LEFT_OUT or not _HAN.fullmatch(word):
            continue
        groups[_CLASSES.get(tag, "noun"), int(count).bit_length() - 1].append(word)
    return [f"{name} {power} {' '.join(words)}" for (name, power), words in sorted(groups.items())]


def main() -> int:
    """Write the table from the file that the command line names."""
    parser = argparse.ArgumentParser(description="Make the table of Chinese words.")
    parser.add_argument("dictionary", type=Path)
    lines = lines_of(parser.parse_args().dictionary.read_text("utf-8"))
    TARGET.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
