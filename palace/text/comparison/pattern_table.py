"""Finds which of many named patterns a text holds, without trying each one.

The alternatives of a pattern are parted by the script they are in, so that a text without Chinese
characters is not searched for them; and patterns are tried one by one only where a block of them, tried at
once, finds something.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

BLOCK = 12
"""So many patterns are tried at once."""

_HAN = re.compile("[\u4e00-\u9fff]")
_LATIN = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class _Block:
    any_of: re.Pattern[str]
    each: tuple[tuple[str, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class PatternTable:
    """Named patterns, ready to be looked for."""

    han: tuple[_Block, ...]
    latin: tuple[_Block, ...]
    order: Mapping[str, int]

    def found_in(self, text: str) -> dict[str, tuple[int, int]]:
        """Return where each pattern that a folded text holds first stands, in the order of the table."""
        lowered = lowered_alike(text)
        found: dict[str, tuple[int, int]] = {}
        for blocks, script in ((self.han, _HAN), (self.latin, _LATIN)):
            if script.search(lowered) is None:
                continue
            for block in blocks:
                if block.any_of.search(lowered) is None:
                    continue
                for name, pattern in block.each:
                    match = pattern.search(lowered)
                    if match is not None:
                        found[name] = min(found.get(name, match.span()), match.span())
        return {name: found[name] for name in sorted(found, key=self.order.__getitem__)}


def pattern_table(patterns: Mapping[str, str]) -> PatternTable:
    """Return a table of patterns that are written in small letters."""
    parted: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
    for name, pattern in patterns.items():
        for is_han in (True, False):
            own = [part for part in _alternatives(pattern) if (_HAN.search(part) is not None) is is_han]
            if own:
                parted[is_han].append((name, "|".join(own)))
    return PatternTable(
        _blocks(parted[True]), _blocks(parted[False]), {name: place for place, name in enumerate(patterns)}
    )


def lowered_alike(text: str) -> str:
    """Return a text in small letters with every character in its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _blocks(patterns: Sequence[tuple[str, str]]) -> tuple[_Block, ...]:
    return tuple(
        _Block(
            re.compile("|".join(pattern for _, pattern in patterns[start : start + BLOCK])),
            tuple((name, re.compile(pattern)) for name, pattern in patterns[start : start + BLOCK]),
        )
        for start in range(0, len(patterns), BLOCK)
    )


def _alternatives(pattern: str) -> Iterator[str]:
    """Yield the alternatives of a pattern that are in no brackets."""
    depth, start, in_class, place = 0, 0, False, 0
    while place < len(pattern):
        char = pattern[place]
        if char == "\\":
            place += 1
        elif in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == "|" and depth == 0:
            yield pattern[start:place]
            start = place + 1
        place += 1
    yield pattern[start:]
