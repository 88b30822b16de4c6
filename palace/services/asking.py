"""Asking a question as it was typed, and keeping what was asked so that it can be asked again.

Looking writes nothing to the palace: what was asked is kept beside it, and may be lost at any time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, Unpack

from palace.domain.clock import local_day
from palace.domain.errors import InvalidInput
from palace.domain.filters import LONGEST_NAMED, Filters, Query, parse_query
from palace.services.meaning_ports import SemanticIndex
from palace.services.ports import Palace
from palace.services.search import Answer, Wanted, search
from palace.services.surroundings import Surroundings

LONGEST_KEPT = 500
"""Characters of a question that are kept."""

NEAR_ENOUGH = 60.0
"""So alike, 0 to 100 as rapidfuzz measures it, must a name be to be offered for a wrong one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was asked: when, what took part, how many hits were close, and how long it took."""

    question: str
    at: datetime
    mode: str
    close: int
    took_ms: float


class KeepsSearches(Protocol):
    """Keeps what was asked of one palace lately."""

    def asked(self) -> list[Asked]:
        """Return what was asked, newest first, no question twice."""
        ...

    def keep(self, asked: Asked) -> None:
        """Keep a question; one that cannot be kept is lost without an error."""
        ...

    def forget(self) -> None:
        """Forget all that was asked. Raises OSError where the file cannot be removed."""
        ...


class KeepsNoSearches:
    """Keeps nothing."""

    def asked(self) -> list[Asked]:
        """Return nothing."""
        return []

    def keep(self, asked: Asked) -> None:
        """Do nothing."""

    def forget(self) -> None:
        """Do nothing."""


def read_question(typed: str, surroundings: Surroundings, further: Filters | None = None) -> Query:
    """Return the words and filters of a question as it was typed, joined with those given otherwise.

    Values of one filter mean either of them, wherever they were given. Raises InvalidInput as `parse_query`.
    """
    query = parse_query(typed, local_day(surroundings.now, surroundings.zone))
    return query if further is None else Query(query.words, joined(query.filters, further))


def joined(one: Filters, other: Filters) -> Filters:
    """Return both filters as one: either of several values, and of several days the one that leaves least."""
    since = [day for day in (one.since, other.since) if day is not None]
    before = [day for day in (one.before, other.before) if day is not None]
    return Filters(
        wings=one.wings | other.wings,
        bands=one.bands | other.bands,
        layers=one.layers | other.layers,
        priorities=one.priorities | other.priorities,
        kinds=one.kinds | other.kinds,
        statuses=one.statuses | other.statuses,
        scenes=one.scenes | other.scenes,
        since=max(since, default=None),
        before=min(before, default=None),
        in_conflict=one.in_conflict or other.in_conflict,
        pinned=one.pinned or other.pinned,
        current=one.current or other.current,
    )


def ask(
    palace: Palace,
    query: Query,
    surroundings: Surroundings,
    semantic: SemanticIndex | None,
    **wanted: Unpack[Wanted],
) -> Answer:
    """Return the memories that answer a question, as `search` does; every way of searching goes this way.

    Raises InvalidInput where nothing is found in a scene that no memory has, but one almost of that name.
    """
    answer = search(palace, query, surroundings, semantic, **wanted)
    if not answer.hits and wanted["limit"] and query.filters.scenes:
        check_scenes(palace, query.filters.scenes)
    return answer


def check_scenes(palace: Palace, scenes: Iterable[str]) -> None:
    """Raise InvalidInput naming the nearest scene for one that no memory has, where there is a near one."""
    known = list(palace.searches.scenes())
    there = {scene.casefold() for scene in known}
    for scene in sorted(scenes):
        near = None if scene.casefold() in there else nearest_name(scene, known)
        if near is not None:
            raise InvalidInput(
                "no memory has the scene “{scene}”",
                next_step="did you mean scene:{near}?",
                scene=scene[:LONGEST_NAMED],
                near=f'"{near}"' if " " in near else near,
            )


def nearest_name(wanted: str, names: Iterable[str]) -> str | None:
    """Return the name that is most like a wrong one, None where none is like it."""
    from rapidfuzz import fuzz, process, utils

    found = process.extractOne(
        wanted[:LONGEST_NAMED],
        list(names),
        scorer=fuzz.ratio,
        processor=utils.default_process,
        score_cutoff=NEAR_ENOUGH,
    )
    return None if found is None else str(found[0])


def keep_question(kept: KeepsSearches, typed: str, answer: Answer, surroundings: Surroundings) -> None:
    """Keep a question with how it was answered; an empty one is not kept."""
    question = typed.strip()[:LONGEST_KEPT]
    if question:
        close = sum(not hit.weak for hit in answer.hits)
        kept.keep(Asked(question, surroundings.now, answer.mode, close, answer.took_ms))


def asked_lately(palace: Palace, kept: KeepsSearches, limit: int) -> list[str]:
    """Return what was asked lately, newest first, none twice, at most `limit`.

    What the palace itself once counted comes after what is kept beside it.
    """
    questions = [each.question for each in kept.asked()]
    return list(dict.fromkeys([*questions, *palace.searches.counted(limit)]))[: max(0, limit)]
