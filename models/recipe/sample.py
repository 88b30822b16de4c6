"""Makes the mixed Chinese and English sample from which centres and language directions are estimated."""

import itertools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

PHRASES = Path(__file__).parent.parent / "sample" / "phrases.toml"
PER_PATTERN = 48
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Sample:
    """Short texts by use and language, in a fixed order; the two languages run side by side."""

    statements: dict[str, list[str]]
    questions: dict[str, list[str]]


def make_sample(path: Path = PHRASES) -> Sample:
    """Return the sample, the same every time: each pattern with evenly chosen fillings of its slots."""
    data = tomllib.loads(path.read_text("utf-8"))
    slots = data["slots"]
    return Sample(statements=_filled(data["statements"], slots), questions=_filled(data["questions"], slots))


def _filled(patterns: list[dict[str, str]], slots: dict[str, list[list[str]]]) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {"zh": [], "en": []}
    for pattern in patterns:
        names = list(dict.fromkeys(_SLOT.findall(pattern["zh"])))
        fillings = list(itertools.product(*(slots[name] for name in names)))
        step = max(1, len(fillings) // PER_PATTERN)
        for filling in fillings[::step][:PER_PATTERN]:
            for place, language in enumerate(("zh", "en")):
                words = {name: pair[place] for name, pair in zip(names, filling, strict=True)}
                text = pattern[language].format(**words)
                texts[language].append(text[0].upper() + text[1:] if "。" not in text else text)
    return {language: list(dict.fromkeys(values)) for language, values in texts.items()}
