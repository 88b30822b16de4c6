"""Of a long text only the beginning is compared, so that only the beginning is read by the model."""

from dataclasses import dataclass, field

import pytest

from palace.domain.memory import Memory
from palace.domain.rules import Rules
from palace.domain.vocabulary import Wing
from palace.services.comparing import compare_newcomer, compare_texts
from palace.services.judging_pairs import judge_with
from palace.services.near_pairs import paired
from palace.text.comparison.beginning import READ_AT_MOST
from palace.text.comparison.comparison import Comparison
from palace.text.comparison.likeness import Likeness
from palace.text.comparison.manners import manner_samples
from tests.conftest import NOW

LONG = "the build server runs at night and 7 people look after it; " * 2_000


@dataclass
class Recorder:
    """Reads pairs as a model would, and remembers how long the longest text was that it was given."""

    longest: int = field(default=0)

    def similarity(self, a: str, b: str) -> float:
        self.longest = max(self.longest, len(a), len(b))
        return 0.9

    def likeness(self, a: str, b: str) -> Likeness:
        self.longest = max(self.longest, len(a), len(b))
        return Likeness((), (), ())

    def manner(self, text: str) -> tuple[float, ...]:
        self.longest = max(self.longest, len(text))
        return (0.0,) * len(manner_samples())


@pytest.mark.parametrize("compare", [compare_texts, compare_newcomer])
def test_the_model_reads_no_more_of_a_text_than_is_compared(compare: object) -> None:
    assert callable(compare)
    reader = Recorder()
    compared = compare(LONG, LONG.upper().replace("NIGHT", "NOON"), reader)
    assert isinstance(compared, Comparison)
    assert reader.longest == READ_AT_MOST
    assert any(reason.rule == "only_the_beginning_read" for reason in compared.reasons)


def test_neither_does_the_judge_of_pairs_that_were_found() -> None:
    reader = Recorder()
    judge = judge_with(reader, Rules().similarity)
    one, other = (
        Memory(number, f"uid-{number}", text, Wing.KNOWLEDGE, NOW)
        for number, text in ((1, LONG), (2, LONG + "at last"))
    )
    judge(paired(one, other, 0.95))
    assert reader.longest == READ_AT_MOST
