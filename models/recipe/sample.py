"""Makes the mixed Chinese and English sample from which centres and language directions are estimated."""

import math
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "sample"
PER_PATTERN = 16
LANGUAGES = ("zh", "en")

_SLOT = re.compile(r"\{(\w+)\}")
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Sample:
    """Short texts by language, in a fixed order; the two languages say the same side by side."""

    statements: dict[str, list[str]]
    questions: dict[str, list[str]]


def make_sample(folder: Path = FOLDER, per_pattern: int = PER_PATTERN) -> Sample:
    """Return the sample, the same every time: each pattern with up to `per_pattern` fillings of its slots."""
    slots = _read(folder / "slots.toml")
    return Sample(
        statements=_filled(_read(folder / "statements.toml")["patterns"], slots, per_pattern),
        questions=_filled(_read(folder / "questions.toml")["patterns"], slots, per_pattern),
    )


def _read(path: Path) -> dict[str, list[list[str]]]:
    return tomllib.loads(path.read_text("utf-8"))


def _filled(
    patterns: list[list[str]], slots: dict[str, list[list[str]]], per_pattern: int
) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for pattern in patterns:
        names = list(dict.fromkeys(_SLOT.findall(pattern[0])))
        for filling in _fillings([len(slots[name]) for name in names], per_pattern):
            for place, language in enumerate(LANGUAGES):
                words = {
                    name: slots[name][choice][place] for name, choice in zip(names, filling, strict=True)
                }
                text = pattern[place].format(**words)
                starts_with_slot = pattern[place].startswith("{") and pattern[place].endswith((".", "?"))
                texts[language].append(text[0].upper() + text[1:] if starts_with_slot else text)
    return texts


def _fillings(sizes: list[int], wanted: int) -> list[tuple[int, ...]]:
    """Return up to `wanted` different combinations, spread over all by a stride of the golden ratio."""
    total = math.prod(sizes)
    stride = max(1, round(total * _GOLDEN))
    while math.gcd(stride, total) != 1:
        stride += 1
    return [_digits(number * stride % total, sizes) for number in range(min(wanted, total))]


def _digits(number: int, sizes: list[int]) -> tuple[int, ...]:
    digits = []
    for size in sizes:
        number, digit = divmod(number, size)
        digits.append(digit)
    return tuple(digits)
