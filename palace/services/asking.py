"""Keeping that a search was made: what was asked is offered again, and how searching does can be measured."""

from palace.domain.journal import Actor
from palace.services.ports import Palace
from palace.services.search import Answer
from palace.services.surroundings import Surroundings

LONGEST_KEPT = 500
"""Characters of a question that are kept."""


def keep_search(palace: Palace, asked: str, answer: Answer, surroundings: Surroundings, actor: Actor) -> None:
    """Keep a question with what it found; an empty one is not kept, nor any where nothing can be written."""
    question = asked.strip()[:LONGEST_KEPT]
    if not question or palace.read_only_because:
        return
    close = sum(not hit.weak for hit in answer.hits)
    with palace.unit_of_work(actor) as work:
        work.count_search(question, answer.mode, close, answer.took_ms, surroundings.now)
