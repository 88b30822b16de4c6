"""No service changes a P0 without an approval in the journal: every one of them, and any order of them."""

import ast
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import palace.services
from palace.domain.journal import Actor
from palace.domain.rules import Rules
from palace.domain.vocabulary import Priority
from palace.services.remembering import Statement, add_candidate, add_memory
from palace.services.surroundings import Surroundings
from palace.storage.palace_file import PalaceFile
from tests.conftest import NOW, uids_in_order
from tests.unit.services.core_paths import PATHS, try_path
from tests.unit.services.core_scene import Scene
from tests.unit.services.core_watching import guarded, newest_decision, unexplained

STEPS = 40
"""Acts in one palace of the fuzz."""

ACTS_ALTOGETHER = int(os.environ.get("PALACE_FUZZ", "400"))
"""How many random acts the fuzz does; PALACE_FUZZ=10000 for the long one."""

Maker = ast.FunctionDef | ast.ClassDef

DECISIONS = {"Decide", "Tend", "Settle"}
"""What functions return that make a decision which another function carries out."""

NOT_TRIED = {
    "plan_daily": "asks what a sync would do, and carries nothing out",
    "plan_sync": "asks what a sync would do, and carries nothing out",
    "open_candidate": "reads within a unit of work",
    "refuse_suppressed": "reads within a unit of work",
}


UIDS_BEFORE = 100
"""More uids than the palace of a scene and what is in it have taken; those of the acts come after them."""


@cache
def palace_of_a_scene() -> bytes:
    """The file of a palace with three P0, other memories, and candidates of every priority."""
    around = Surroundings(lambda: NOW, ZoneInfo("Asia/Shanghai"), Rules(), uids_in_order())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "palace.db"
        with PalaceFile.create(
            path, clock=around.clock, new_uid=around.new_uid, rules=around.rules, zone=around.zone
        ) as made:
            for text, priority in (
                ("never deploy on Fridays", Priority.P0),
                ("my name is Lin", Priority.P0),
                ("一律用中文回复", Priority.P0),
                ("the user takes tea at four", Priority.P1),
                ("the build runs at night", Priority.P2),
            ):
                add_memory(made, Statement(text, priority=priority), around, Actor.PERSON)
            for text, priority in (
                ("deploy on Fridays only", Priority.P0),
                ("the user takes coffee at four", Priority.P1),
                ("my name is Li", Priority.P2),
            ):
                add_candidate(made, Statement(text, priority=priority), around, Actor.AGENT, express=True)
        return path.read_bytes()


@contextmanager
def a_scene(dice: Random) -> Iterator[Scene]:
    """A palace of its own, as `palace_of_a_scene` has it."""
    new_uid = uids_in_order()
    for _ in range(UIDS_BEFORE):
        new_uid()
    around = Surroundings(lambda: NOW, ZoneInfo("Asia/Shanghai"), Rules(), new_uid)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "palace.db"
        path.write_bytes(palace_of_a_scene())
        path.chmod(0o600)
        with PalaceFile.open(
            path, clock=around.clock, new_uid=around.new_uid, rules=around.rules, zone=around.zone
        ) as opened:
            yield Scene(opened, around, dice)


def writing_functions() -> set[str]:
    """The public functions and classes of the services that write, by themselves or through another."""
    functions: dict[str, Maker] = {}
    for path in Path(palace.services.__file__).parent.glob("*.py"):
        if path.name == "ports.py" or path.name.endswith("_ports.py"):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, Maker):
                functions[node.name] = node
    writers = {name for name, node in functions.items() if _writes(node)}
    while found := {
        name for name, node in functions.items() if name not in writers and _names(node) & writers
    }:
        writers |= found
    return {name for name in writers if not name.startswith("_")}


def _writes(node: Maker) -> bool:
    opens = any(isinstance(each, ast.Attribute) and each.attr == "unit_of_work" for each in ast.walk(node))
    if isinstance(node, ast.ClassDef):
        return opens
    given = any(
        argument.annotation is not None and "UnitOfWork" in ast.unparse(argument.annotation)
        for argument in node.args.args
    )
    returns = node.returns is not None and ast.unparse(node.returns) in DECISIONS
    return opens or given or returns


def _names(node: Maker) -> set[str]:
    return {
        each.func.id
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }


def test_whatever_writes_in_the_services_is_tried() -> None:
    tried = frozenset().union(*(covered for _, covered in PATHS.values()))
    assert writing_functions() - NOT_TRIED.keys() == tried


@pytest.mark.parametrize("name", PATHS)
def test_no_way_of_writing_changes_a_p0_without_its_approval(name: str) -> None:
    for seed in range(6):
        with a_scene(Random(seed)) as scene:
            # Some ways find nothing to do in a fresh palace.
            for earlier in ("put a pair", "put a pair", "find pairs", "trash"):
                try_path(scene, earlier)
            path = scene.palace.path
            before, since = guarded(path), newest_decision(path)
            try_path(scene, name)
            assert unexplained(path, before, since) == []


@given(
    st.lists(st.tuples(st.sampled_from(list(PATHS)), st.integers(0, 2**32)), min_size=STEPS, max_size=STEPS)
)
@settings(
    deadline=None,
    phases=[Phase.generate],
    max_examples=max(1, ACTS_ALTOGETHER // STEPS),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
)
def test_no_order_of_acts_changes_a_p0_without_its_approval(acts: list[tuple[str, int]]) -> None:
    with a_scene(Random(0)) as scene:
        path = scene.palace.path
        for name, seed in acts:
            scene.dice.seed(seed)
            before, since = guarded(path), newest_decision(path)
            try_path(scene, name)
            assert unexplained(path, before, since) == [], name


def test_the_fuzz_goes_every_way_and_gets_through() -> None:
    done = Counter[str]()
    for turn in range(16):
        order = Random(turn).sample(list(PATHS), len(PATHS))
        with a_scene(Random(turn)) as scene:
            for name in order * 3:
                done[name] += try_path(scene, name)
    assert [name for name in PATHS if not done[name]] == []
