"""The history of a memory begins where it was approved."""

from palace.domain.journal import Actor, Verb
from palace.services.browsing import memory_view
from palace.services.remembering import Statement, add_candidate
from palace.services.review import approving, decide
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile


def test_the_approval_of_its_candidate_is_part_of_a_memorys_history(
    palace: PalaceFile, surroundings: Surroundings
) -> None:
    taken = add_candidate(palace, Statement("ship on Tuesdays"), surroundings, Actor.AGENT, express=True)
    assert taken.candidate_id is not None
    decided = decide(palace, Actor.PERSON, taken.candidate_id, 1, approving(surroundings))
    assert decided.memory_id is not None
    history = memory_view(palace, decided.memory_id, surroundings).decisions
    assert [decision.verb for decision in history] == [Verb.APPROVE, Verb.SEE]
