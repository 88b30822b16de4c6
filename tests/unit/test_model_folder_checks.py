"""What the model was fitted with: many short texts, balanced between the languages, none of them a case."""

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

import pytest

from palace.text.normalise import normalised

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
MODEL_SAMPLE = ROOT / "models" / "sample"
SAMPLE_PALACE = ROOT / "scripts" / "sample"
HAN = re.compile("[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def by_language() -> dict[str, list[str]]:
    """All texts of the model's sample by language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "models"))
        from recipe.sample import make_sample

        made, again = make_sample(), make_sample()
    assert made == again
    return {language: made.statements[language] + made.questions[language] for language in ("zh", "en")}


@pytest.fixture(scope="module")
def calibration_texts() -> list[str]:
    return list(strings_in(tomllib.loads((MODEL_SAMPLE / "calibration.toml").read_text("utf-8"))))


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)


def labelled_texts() -> Iterator[str]:
    """Yield every line and every string of every case, and all that the sample palace says."""
    for file in sorted(path for path in CASES.rglob("*") if path.is_file()):
        whole = file.read_text("utf-8", errors="replace")
        yield from whole.splitlines()
        for document in whole.splitlines() if file.suffix == ".jsonl" else [whole]:
            with suppress(ValueError):  # some are damaged on purpose, and most are no JSON
                yield from strings_in(json.loads(document))
    for file in sorted(SAMPLE_PALACE.glob("*.toml")):
        yield from strings_in(tomllib.loads(file.read_text("utf-8")))


def test_the_sample_holds_two_thousand_different_short_texts(by_language: dict[str, list[str]]):
    texts = [text for several in by_language.values() for text in several]
    assert len(texts) == len(set(texts)) >= 2000
    assert median(map(len, texts)) < 60
    assert max(map(len, texts)) < 200
    assert all(text.strip() == text != "" and "{" not in text for text in texts)


def test_the_sample_is_balanced_between_the_languages(by_language: dict[str, list[str]]):
    chinese, english = by_language["zh"], by_language["en"]
    assert len(chinese) == len(english)
    assert all(HAN.search(text) for text in chinese)
    assert not any(HAN.search(text) for text in english)


def test_no_text_that_the_model_was_fitted_with_is_a_case(
    by_language: dict[str, list[str]], calibration_texts: list[str]
):
    fitted = {normalised(text): text for several in by_language.values() for text in several}
    fitted |= {normalised(text): text for text in calibration_texts}
    fitted.pop("", None)
    labelled = {normalised(text) for text in labelled_texts()}
    assert len(labelled) > 1000
    assert sorted(text for key, text in fitted.items() if key in labelled) == []


def test_no_case_quotes_a_text_that_the_model_was_fitted_with(
    by_language: dict[str, list[str]], calibration_texts: list[str]
):
    everything = "\n".join(labelled_texts())
    texts = [text for several in by_language.values() for text in several] + calibration_texts
    assert [text for text in texts if len(text) > 8 and text in everything] == []


def test_calibration_pairs_say_the_same_or_not_in_other_words():
    tables = tomllib.loads((MODEL_SAMPLE / "calibration.toml").read_text("utf-8"))
    pairs = [pair for name in ("answered", "same", "apart") for pair in tables[name]]
    assert len(pairs) >= 50
    assert all(normalised(one) != normalised(other) for one, other in pairs)
