"""Sample sentences of how somebody tells of keeping to a rule, of breaking one, or of something else.

The table is `manners.toml`. A model says how alike a newcomer is to each sample; these numbers are weighed
with those that are read from the words.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

TABLE = "manners.toml"


def manner_names() -> tuple[str, ...]:
    """Return the names of the numbers, one for each sample: `like_declined_en`."""
    return tuple(_samples())


def manner_samples() -> tuple[str, ...]:
    """Return the sample sentences, in the order of their names."""
    return tuple(_samples().values())


@cache
def _samples() -> Mapping[str, str]:
    read = tomllib.loads((files("palace.text.comparison") / TABLE).read_text("utf-8"))
    return {
        f"like_{name}_{language}": entry[language]
        for name, entry in read.items()
        for language in ("en", "zh")
    }
