"""The ways in which something comes into a palace, as acts that can be tried on any palace."""

import sqlite3
from contextlib import closing

from palace.domain.vocabulary import Kind, Priority
from palace.services.importing import apply_import
from palace.services.joining_palaces import join_palace
from palace.services.migrating import migrate
from palace.services.readings import FileReading, FoundMemory
from palace.services.records import import_records
from palace.services.remembering import Statement, add_candidate, add_memory, memorise, sight
from palace.services.reviving import barred, revive
from palace.services.syncing import sync, tie_workspace
from palace.storage.palace_file import PalaceFile
from tests.unit.services.core_job_paths import Logs, a_log
from tests.unit.services.core_scene import Act, Scene


def _add(scene: Scene) -> None:
    priority = scene.dice.choice((None, *Priority))
    statement = Statement(scene.text(), priority=priority, uid=scene.dice.choice((None, scene.memory().uid)))
    actor = scene.actor()
    with scene.palace.unit_of_work(actor) as work:
        scene.dice.choice((memorise, lambda *given: sight(*given, express=True)))(
            work, statement, scene.surroundings
        )
    add_memory(scene.palace, statement, scene.surroundings, actor)


def _see(scene: Scene) -> None:
    statement = Statement(scene.text(), priority=scene.dice.choice((None, *Priority)))
    add_candidate(
        scene.palace, statement, scene.surroundings, scene.actor(), express=scene.dice.random() < 0.5
    )


def _import_files(scene: Scene) -> None:
    lines = tuple(
        FoundMemory(scene.text(), place, priority=scene.dice.choice(tuple(Priority)), kind=Kind.FACT)
        for place in range(1, 4)
    )
    reading = FileReading("MEMORY.md", format="memory-md", encoding="utf-8", memories=lines)
    apply_import(scene.palace, [reading], scene.surroundings, scene.actor())


def _import_records(scene: Scene) -> None:
    known = scene.memory()
    records: list[dict[str, object]] = [
        {"text": scene.text(), "uid": known.uid, "priority": "P1"},
        {"text": known.text, "priority": str(scene.dice.choice(tuple(Priority)))},
        {"text": scene.text(), "priority": "P0"},
    ]
    import_records(scene.palace, records, scene.surroundings, scene.actor())


def _revive(scene: Scene) -> None:
    target = scene.dice.choice(barred(scene.palace))
    actor = scene.actor()
    scene.typing(lambda typed: revive(scene.palace, actor, target, scene.later, typed_code=typed))


def _sync(scene: Scene) -> None:
    tie_workspace(scene.palace, "/logs", scene.actor())
    for _ in range(2):
        sync(scene.palace, Logs(a_log(scene)), scene.later, scene.actor(), everything=True)


def _migrate(scene: Scene) -> None:
    lines = tuple(
        FoundMemory(scene.text(), place, priority=scene.dice.choice((None, *Priority)))
        for place in range(1, 4)
    )
    reading = FileReading("MEMORY.md", format="memory-file", encoding="utf-8", memories=lines)
    migrate(scene.palace, reading, scene.later, scene.actor())


def _join(scene: Scene) -> None:
    """Join a copy of the palace in which every text may have become another, and every level too."""
    copy = scene.palace.path.with_name("copy.db")
    with closing(sqlite3.connect(scene.palace.path)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
        for (number,) in there.execute("SELECT id FROM memory").fetchall():
            there.execute(
                "UPDATE memory SET text = ?, priority = ?, uid = uid || ?, content_hash = 'x' WHERE id = ?",
                (
                    scene.text(),
                    scene.dice.choice(tuple(Priority)),
                    scene.dice.choice(("", str(scene.dice.random()))),
                    number,
                ),
            )
        there.commit()
    around = scene.later
    other = PalaceFile.open(copy, clock=around.clock, new_uid=around.new_uid, read_only=True)
    with closing(other):
        join_palace(scene.palace, other, around, scene.actor())


COMING_IN_PATHS: tuple[tuple[str, Act, str], ...] = (
    ("add", _add, "add_memory memorise sight"),
    ("see", _see, "add_candidate"),
    ("import files", _import_files, "apply_import Importing"),
    ("migrate", _migrate, "migrate"),
    ("join a palace", _join, "join_palace"),
    ("sync", _sync, "sync tie_workspace"),
    ("import records", _import_records, "import_records"),
    ("revive", _revive, "revive"),
)
"""Ways of writing by a name, with the service functions that they go through."""
