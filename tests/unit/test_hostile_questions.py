"""With the real model too no question is a mistake: each is answered, and the next one as if it never was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import palace
from tests.unit.cli.test_searching import FILES, HOSTILE

TEXTS = ("tea at four, never coffee", "用户的花名是小云", "C++ 100% a_b", 'say"hi \ud800 \x00')


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[palace.OpenPalace]:
    path: Path = tmp_path_factory.mktemp("hostile") / "palace.db"
    with palace.open(path) as opened:
        opened.import_records({"text": text, "wing": "knowledge"} for text in TEXTS)
        yield opened


def ids(door: palace.OpenPalace, question: str) -> list[object]:
    return [found["id"] for found in door.search(question)]


@pytest.mark.parametrize("question", [*HOSTILE, *FILES.values()], ids=lambda question: ascii(question)[:20])
def test_every_question_is_answered_and_spoils_no_later_one(door: palace.OpenPalace, question: str) -> None:
    found = door.search(question)
    assert len(found) <= 4
    for hit in found:
        assert hit["similarity"] is None or 0 <= float(str(hit["similarity"])) <= 1
        assert float(str(hit["score"])) == float(str(hit["score"])), "no score is NaN"
    assert ids(door, "花名")[0] == 2
    assert ids(door, "when is tea")[0] == 1
