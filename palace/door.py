"""The Python door: a palace as an object for other programs."""

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from palace import bootstrap
from palace.config.paths import path_named
from palace.config.settings import Settings
from palace.domain.clock import local_day
from palace.domain.errors import InvalidInput, NotFound, PalaceError, PalaceUnavailable
from palace.domain.filter_words import FilterName
from palace.domain.filters import Filters, filters_of
from palace.domain.journal import Actor
from palace.services import records
from palace.services.asking import ask, read_question
from palace.services.comparing_arrivals import Arrivals, compare_arrivals
from palace.services.embedding import embed_arrivals
from palace.services.pairs_to_judge import Judge
from palace.services.remembering import Outcome, Taken
from palace.services.rendering import hits_json, memory_json
from palace.services.surroundings import Surroundings

if TYPE_CHECKING:
    from palace.embedding.semantic_index import SemanticMemories

GREATEST_ID = 2**63 - 1
"""SQLite numbers no row beyond it."""


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
    file = _file(path)
    settings = bootstrap.read_settings(None, os.environ)
    if create and not os.path.lexists(file):
        bootstrap.create_palace(file, settings).close()
    return OpenPalace(file, settings)


class OpenPalace:
    """An open palace. Use it from one thread, and close it or use it in a `with` block."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._settings = settings
        self._path = path
        self._palace = bootstrap.open_palace(path, settings, lambda: self._clock())
        self._clock = bootstrap.clock_of(self._palace)
        self._surroundings = bootstrap.surroundings(settings, self._clock)
        self._closed = False
        self._thread = threading.get_ident()
        self._semantic: SemanticMemories | None = None
        self._judging: Judge | None = None
        self._without_meaning: PalaceError | None = None

    def add(self, text: str, **fields: object) -> int:
        """Keep a text as an active memory and return its id; a text that is known keeps its id.

        `fields` are those of a record: wing, band, priority, kind, scenes, when, do, unless, recorded_at, …
        Raises InvalidInput naming what does not fit, Suppressed for a text that was rejected before,
        TypeError for a field that no record has.
        """
        for name in fields.keys() - records.TAKEN_FIELDS:
            near = records.nearest_field(name)
            raise TypeError(f"add() has no field {name!r}" + (f"; did you mean {near!r}?" if near else ""))
        self._check_open()
        imported = records.import_records(
            self._palace, [{"text": text, **fields}], self._surroundings, Actor.AGENT
        )
        for _, error in imported.failed:
            raise error
        self._follow_up(imported.taken)
        memory_id = imported.taken[0].memory_id
        if memory_id is None:
            raise NotFound("the memory was not kept")
        return memory_id

    def import_records(self, items: Iterable[Mapping[str, object]]) -> Imported:
        """Keep many records as active memories in one transaction; `{"text": …}` is the least.

        A record with a `uid` that is there already adds nothing; one without is known by its text. What
        `get` and `search` return is a record too. One that does not fit is named among the failed ones.
        """
        self._check_open()
        imported = records.import_records(self._palace, items, self._surroundings, Actor.AGENT)
        self._follow_up(imported.taken)
        outcomes = [taken.outcome for taken in imported.taken]
        return Imported(
            new=outcomes.count(Outcome.NEW),
            known=outcomes.count(Outcome.KNOWN),
            failed=tuple((place, error.message) for place, error in imported.failed),
        )

    def get(self, memory_id: int | str) -> dict[str, object]:
        """Return a memory by its id (a number) or uid (a string); raises NotFound."""
        self._check_open()
        if isinstance(memory_id, bool) or not isinstance(memory_id, int | str):
            raise TypeError(f"a memory is known by its id or its uid, not by {memory_id!r:.60}")
        if isinstance(memory_id, str):
            memory = self._palace.memory_with_uid(memory_id)
        else:
            found = self._palace.memories([memory_id]) if 0 < memory_id <= GREATEST_ID else []
            memory = found[0] if found else None
        if memory is None:
            raise NotFound("there is no memory {id}", id=memory_id)
        return memory_json(memory)

    def search(
        self, query: str, limit: int = 10, *, active_scenes: Iterable[str] = (), **filters: object
    ) -> list[dict[str, object]]:
        """Return the memories that answer a question best, best first, each as `palace search --json` has it.

        A query is read as in the app: it may hold filters, such as `wing:knowledge since:2026-01`. `filters`
        take one word or several: wing, band, layer, priority, kind, status, scene, and `since` and `before` a
        day. `active_scenes` are those at work now: they lift what belongs to them and leave nothing out.
        The nearest that are no match are among the results, marked `weak`. Without a usable model the words
        alone decide. Raises InvalidInput naming what would be right where a filter is wrong.
        """
        self._check_open()
        if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
            raise TypeError(f"a limit is a number from 0 on, not {limit!r:.60}")
        answer = ask(
            self._palace,
            read_question(query, self._surroundings, _filters(filters, self._surroundings)),
            self._surroundings,
            self._index(),
            limit=limit,
            scenes=frozenset(_words(active_scenes)),
        )
        return hits_json(answer)

    def close(self) -> None:
        """Close the file. Closing twice does no harm."""
        self._closed = True
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

    def _check_open(self) -> None:
        if threading.get_ident() != self._thread:
            raise RuntimeError("an open palace belongs to the thread that opened it; open it once more here")
        if self._closed:
            raise PalaceUnavailable("the palace {path} is closed", next_step="open it again", path=self._path)

    def _index(self) -> "SemanticMemories | None":
        if self._semantic is None and self._without_meaning is None:
            try:
                self._semantic = bootstrap.load_semantic(self._palace, self._settings)
            except PalaceError as error:
                self._without_meaning = error
        return self._semantic

    def _follow_up(self, taken: Sequence[Taken]) -> None:
        """Give what is new its vectors, and compare it with what was there."""
        index = self._index()
        new = tuple(
            each.memory_id for each in taken if each.outcome is Outcome.NEW and each.memory_id is not None
        )
        if index is None:
            return
        # What was kept is kept: what cannot be written now is made up for on the next occasion.
        with suppress(PalaceError):
            embed_arrivals(self._palace, index.encoder, Actor.AGENT, new)
            compare_arrivals(self._palace, self._surroundings, index, self._judge(), Arrivals(memory_ids=new))

    def _judge(self) -> Judge:
        if self._judging is None:
            from palace.services.judging_pairs import judge_with

            reader = bootstrap.load_pair_reader(self._settings)
            self._judging = judge_with(reader, self._settings.rules.similarity)
        return self._judging


def _file(path: str | os.PathLike[str]) -> Path:
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"the path of a palace is a string, not {name!r:.60}")
    if not name or "\0" in name:
        raise InvalidInput("“{text}” cannot be the name of a file", text=name)
    return path_named(name)


_NAMED = {
    "wing": FilterName.WING,
    "band": FilterName.BAND,
    "layer": FilterName.LAYER,
    "priority": FilterName.PRIORITY,
    "kind": FilterName.KIND,
    "status": FilterName.STATUS,
    "scene": FilterName.SCENE,
    "since": FilterName.SINCE,
    "before": FilterName.BEFORE,
}
"""What `search` takes as a filter by its name."""


def _filters(named: Mapping[str, object], surroundings: Surroundings) -> Filters:
    unknown = named.keys() - _NAMED.keys()
    if unknown:
        raise TypeError(f"search() has no filter {sorted(unknown)[0]!r}")
    given = {_NAMED[name]: _words(value) for name, value in named.items()}
    return filters_of(given, local_day(surroundings.now, surroundings.zone))


def _words(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str | int | date):
        return [str(value)]
    if isinstance(value, Iterable):
        return [str(word) for word in value]
    raise TypeError(f"a filter is a word or several, not {value!r}")
