"""The Python door: a palace as an object for other programs."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.errors import NotFound, PalaceError
from palace.domain.filters import Filters, Query, priority_of, word_of
from palace.domain.journal import Actor
from palace.domain.vocabulary import Band, Kind, Layer, Status, Wing
from palace.services import records
from palace.services.embedding import embed_missing
from palace.services.ports import SemanticIndex
from palace.services.remembering import Outcome
from palace.services.rendering import hit_json, memory_json
from palace.services.search import search


@dataclass(frozen=True, slots=True)
class Imported:
    """How many records became memories, were known, or were refused (place in the input and reason)."""

    new: int
    known: int
    failed: tuple[tuple[int, str], ...]


def open_door(path: str | os.PathLike[str], *, create: bool = True) -> "OpenPalace":
    """Open a palace file; a missing one is made unless `create` is False.

    Raises PalaceError saying what is wrong with the file.
    """
    file = Path(path)
    settings = bootstrap.read_settings(None, os.environ)
    if create and not os.path.lexists(file):
        bootstrap.create_palace(file, settings).close()
    return OpenPalace(file, settings)


class OpenPalace:
    """An open palace. Use it from one thread, and close it or use it in a `with` block."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._settings = settings
        self._surroundings = bootstrap.surroundings(settings)
        self._palace = bootstrap.open_palace(path, settings)
        self._semantic: SemanticIndex | None = None
        self._without_meaning: PalaceError | None = None

    def add(self, text: str, **fields: object) -> int:
        """Keep a text as an active memory and return its id; a text that is known keeps its id.

        `fields` are those of a record: wing, band, priority, kind, scenes, when, do, unless, recorded_at, …
        Raises InvalidInput naming what does not fit, Suppressed for a text that was rejected before.
        """
        imported = records.import_records(
            self._palace, [{"text": text, **fields}], self._surroundings, Actor.AGENT
        )
        for _, error in imported.failed:
            raise error
        self._embed_new()
        memory_id = imported.taken[0].memory_id
        if memory_id is None:
            raise NotFound("the memory was not kept")
        return memory_id

    def import_records(self, items: Iterable[Mapping[str, object]]) -> Imported:
        """Keep many records as active memories in one transaction; `{"text": …}` is the least.

        A record with a `uid` that is there already adds nothing; one without is known by its text.
        """
        imported = records.import_records(self._palace, items, self._surroundings, Actor.AGENT)
        self._embed_new()
        outcomes = [taken.outcome for taken in imported.taken]
        return Imported(
            new=outcomes.count(Outcome.NEW),
            known=outcomes.count(Outcome.KNOWN),
            failed=tuple((place, error.message) for place, error in imported.failed),
        )

    def get(self, memory_id: int | str) -> dict[str, object]:
        """Return a memory by its id or uid; raises NotFound."""
        if isinstance(memory_id, int):
            found = self._palace.memories([memory_id])
            memory = found[0] if found else None
        else:
            memory = self._palace.memory_with_uid(memory_id)
        if memory is None:
            raise NotFound("there is no memory {id}", id=memory_id)
        return memory_json(memory)

    def search(self, query: str, limit: int = 10, **filters: object) -> list[dict[str, object]]:
        """Return the memories that answer a question best, best first, each as `palace search --json` has it.

        `filters` take one word or several: wing, band, layer, priority, kind, status, scene.
        Without a usable model the words alone decide.
        """
        answer = search(
            self._palace,
            Query(query.strip(), _filters(filters)),
            self._surroundings,
            self._index(),
            limit=limit,
        )
        return [hit_json(hit) for hit in answer.hits]

    def close(self) -> None:
        """Close the file. Closing twice does no harm."""
        self._palace.close()

    def __enter__(self) -> Self:
        """Return the open palace."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def _index(self) -> SemanticIndex | None:
        if self._semantic is None and self._without_meaning is None:
            try:
                self._semantic = bootstrap.load_semantic(self._palace, self._settings)
            except PalaceError as error:
                self._without_meaning = error
        return self._semantic

    def _embed_new(self) -> None:
        if self._index() is not None:
            embed_missing(self._palace, bootstrap.load_encoder(self._settings), Actor.AGENT)


def _filters(named: Mapping[str, object]) -> Filters:
    unknown = named.keys() - {"wing", "band", "layer", "priority", "kind", "status", "scene"}
    if unknown:
        raise TypeError(f"search() has no filter {sorted(unknown)[0]!r}")
    return Filters(
        wings=frozenset(word_of(Wing, word) for word in _words(named.get("wing"))),
        bands=frozenset(word_of(Band, word) for word in _words(named.get("band"))),
        layers=frozenset(word_of(Layer, word) for word in _words(named.get("layer"))),
        priorities=frozenset(priority_of(word) for word in _words(named.get("priority"))),
        kinds=frozenset(word_of(Kind, word) for word in _words(named.get("kind"))),
        statuses=frozenset(word_of(Status, word) for word in _words(named.get("status"))),
        scenes=frozenset(_words(named.get("scene"))),
    )


def _words(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str | int):
        return [str(value)]
    if isinstance(value, Iterable):
        return [str(word) for word in value]
    raise TypeError(f"a filter is a word or several, not {value!r}")
