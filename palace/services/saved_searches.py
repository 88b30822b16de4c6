"""Searches that were given a name: saved, listed, found again by their name, and deleted."""

from dataclasses import replace

from palace.domain.errors import InvalidInput, NotFound, Refused
from palace.domain.journal import Actor, Subject, Verb
from palace.domain.saved_search import LONGEST_QUESTION, SavedSearch, checked_name, is_named
from palace.services.asking import nearest_name, read_question
from palace.services.ports import Palace
from palace.services.surroundings import Surroundings

LONGEST_SHOWN = 200
"""Characters of a question that an error tells."""


class NameTaken(Refused):
    """Another search, `search`, has the name already."""

    def __init__(self, search: SavedSearch) -> None:
        super().__init__(
            "“{name}” is saved already and asks: {question}",
            next_step="take another name, or replace it: --replace",
            name=search.name,
            question=search.question[:LONGEST_SHOWN],
        )
        self.search = search


def saved_searches(palace: Palace) -> list[SavedSearch]:
    """Return every saved search, by name."""
    return sorted(palace.searches.saved(), key=lambda search: (search.name.casefold(), search.id))


def saved_search(palace: Palace, name: str) -> SavedSearch:
    """Return the search of a name; raises NotFound suggesting the nearest."""
    saved = palace.searches.saved()
    found = next((search for search in saved if is_named(search, name)), None)
    if found is not None:
        return found
    near = nearest_name(name, [search.name for search in saved])
    raise NotFound(
        "no search is saved as “{name}”",
        next_step="did you mean {near}?" if near else "palace searches lists them",
        name=name[:LONGEST_QUESTION],
        near=near or "",
    )


def save_search(
    palace: Palace,
    name: str,
    question: str,
    surroundings: Surroundings,
    actor: Actor,
    *,
    replacing: bool = False,
) -> SavedSearch:
    """Save a question under a name, one decision; with `replacing` in the place of the one that has it.

    Raises InvalidInput for what cannot be a name, for a question that asks nothing and for a wrong filter,
    NameTaken where another question has the name and is not to be replaced.
    """
    name, asked = checked_name(name), question.strip()
    query = read_question(asked, surroundings)
    if not query.words and not query.filters:
        raise InvalidInput("there is nothing to search for", next_step="give a word or a filter")
    if len(asked) > LONGEST_QUESTION:
        raise InvalidInput(
            "a question of {length} characters is too long to be saved",
            next_step="take at most {most}",
            length=len(asked),
            most=LONGEST_QUESTION,
        )
    with palace.unit_of_work(actor) as work:
        there = next((search for search in palace.searches.saved() if is_named(search, name)), None)
        if there is not None and not replacing and there.question != asked:
            raise NameTaken(there)
        wanted = SavedSearch(0, name, asked, surroundings.now) if there is None else there
        saved = work.save_search(replace(wanted, name=name, question=asked, saved_at=surroundings.now))
        work.record(Verb.SAVE_SEARCH, Subject.SAVED_SEARCH, saved.id, summary=f"{name}: {asked}")
    return saved


def delete_search(palace: Palace, search: SavedSearch, actor: Actor) -> None:
    """Delete a saved search, one decision. Raises NotFound, StaleItem where it changed since it was read."""
    with palace.unit_of_work(actor) as work:
        work.remove_search(search)
        work.record(
            Verb.DELETE_SEARCH,
            Subject.SAVED_SEARCH,
            search.id,
            summary=f"{search.name}: {search.question}",
        )
