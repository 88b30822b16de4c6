"""What other memory tools get wrong when two statements clash, done in the shell from beginning to end.

The numbers are the rows of the study of other tools (conflicts, P0, merging) from which each case comes.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from palace import bootstrap
from palace.config.settings import Settings
from palace.domain.journal import Actor
from palace.domain.recommendation import Advice, Standing, recommend
from palace.domain.rules import Rules
from palace.embedding.encoder import OnnxEncoder
from palace.services import judging_pairs
from palace.services.browsing import floor_plan
from palace.services.doctor import examine_memories
from palace.services.overview import overview
from palace.services.surroundings import Surroundings
from palace.services.tending import as_form, editing_memory, tend, trashing
from palace.storage.palace_file import PalaceFile
from tests.unit.cli.conftest import SAMPLE

Run = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("palace", "shortened_cooling")


@pytest.fixture
def run(call: Run, encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command line with the model that ships."""
    monkeypatch.setattr(bootstrap, "load_encoder", lambda settings: encoder)
    return call


def kept(run: Run, text: str, *options: str) -> int:
    """Keep a statement as a memory; returns its id."""
    taken = run("add", "--approved", text, *options, "--json").json
    return int(taken["memory_id"])


def waiting(run: Run, verb: str = "conflicts") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(verb, "--json").json[verb]
    return found


def find(run: Run, *options: str) -> list[dict[str, Any]]:
    """Compare what was not compared yet; returns the conflicts that wait then."""
    assert run("conflicts", "--find", *options).status == 0
    return waiting(run)


def found_ids(run: Run, question: str) -> list[int]:
    return [int(hit["id"]) for hit in run("search", question, "--json").json["results"]]


@pytest.fixture
def opened(palace: Path, surroundings: Surroundings) -> Callable[[], PalaceFile]:
    """Opens the palace as another process would."""
    return lambda: bootstrap.open_palace(palace, Settings())


def test_row_46_vectors_of_another_model_are_never_compared_by_this_ones_threshold(run: Run, palace: Path):
    for text in (
        "The bakery opens at seven.",
        "Lúcia hates octopuses.",
        "发票每月月底寄出",
        "Use tabs in Go files.",
    ):
        kept(run, text)
    assert waiting(run) == []
    with closing(sqlite3.connect(palace)) as connection, connection:
        # By these vectors every two of them would be the same.
        connection.execute(
            "UPDATE embedding SET model_id = 'another', vector = (SELECT vector FROM embedding LIMIT 1)"
        )
    assert find(run, "--all") == []
    told = run("doctor").out
    assert "another" in told


def test_row_46_the_threshold_is_part_of_the_model(encoder: OnnxEncoder):
    """One similarity means the same for every model: the points of its scale lie in its own folder."""
    assert "[calibration" in (encoder.folder.path / "model.toml").read_text(encoding="utf-8")
    assert encoder.folder.symmetric.similarity([1.0]) == [1.0]


def test_row_53_every_place_that_counts_tells_the_same(
    run: Run, tmp_path: Path, surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "sample.db"
    path.write_bytes(SAMPLE.read_bytes())
    monkeypatch.setenv("PALACE", str(path))
    listed = run("list", "--limit", "0", "--json").json["memories"]
    with bootstrap.open_palace(path, Settings()) as palace:
        plan, counts = floor_plan(palace, surroundings, 1), overview(palace, surroundings)
        checked = {each.check: each.found for each in examine_memories(palace, None, surroundings)}
    assert plan.memories == counts.live == len(listed)
    pairs = len(waiting(run)), len(waiting(run, "contradictions"))
    assert (counts.waiting.conflicts, counts.waiting.contradictions) == pairs
    assert checked["waiting"].split(" + ")[1:] == [str(each) for each in pairs]


def test_rows_58_and_64_an_accepted_correction_takes_the_old_one_out_of_search(run: Run):
    old = kept(run, "The project uses PostgreSQL.")
    run("add", "--now", "Correction: the project uses MySQL.")
    [conflict] = find(run)
    assert conflict["left"]["id"] == old
    [settled] = run("settle", str(conflict["id"]), "keep_right", "--json").json["settled"]
    new = settled["memory_id"]
    assert old not in found_ids(run, "The project uses PostgreSQL.")
    assert new in found_ids(run, "which database does the project use")
    shown = run("show", str(old), "--json").json
    assert shown["retired_at"] is not None
    assert [(each["from"], each["to"], each["kind"]) for each in shown["links"]] == [(new, old, "supersedes")]


def test_row_59_the_winner_stays_visible(run: Run):
    left, right = kept(run, "Backups run at 02:00."), kept(run, "Backups run at 03:00.")
    [conflict] = find(run)
    assert run("settle", str(conflict["id"]), "keep_left").status == 0
    hits = found_ids(run, "Backups run at")
    assert (left in hits, right in hits) == (True, False)
    assert run("show", str(left), "--json").json["status"] == "active"


def test_rows_41_55_and_56_both_stay_while_the_conflict_waits(run: Run):
    pairs = (
        ("Project deadline is October 15th", "Project deadline is October 16th"),
        ("The user loves Chinese food.", "The user hates Chinese food."),
        ("My favourite footballer is Ronaldo.", "My favourite footballer is Messi."),
    )
    ids = {kept(run, text) for pair in pairs for text in pair}
    found = find(run)
    waits = {frozenset((each["left"]["text"], each["right"]["text"])) for each in found}
    assert waits >= {frozenset(pair) for pair in pairs}
    assert ids == {each["id"] for each in run("list", "--json").json["memories"]}


def test_row_60_a_conflict_left_open_freezes_nothing(
    run: Run, opened: Callable[[], PalaceFile], later: Callable[[timedelta], Surroundings]
):
    left, right = kept(run, "Backups run at 02:00."), kept(run, "Backups run at 03:00.")
    [conflict] = find(run)
    after = later(timedelta(days=30))
    with opened() as palace:
        [memory] = palace.memories([left])
        changed = replace(as_form(memory), scenes=("backup",))
        tend(palace, Actor.PERSON, left, memory.version, editing_memory(changed, after))
    assert kept(run, "Restores are tried out every month.") > right
    # No terminal and nothing to read: it asks nobody, ends, and tells how many wait.
    ended = run("conflicts", "--find", "--all")
    assert (ended.status, ended.out.splitlines()[-1]) == (0, "1 waiting")
    assert [each["id"] for each in waiting(run)] == [conflict["id"]]


def test_row_61_what_was_called_no_conflict_is_not_asked_again_until_a_text_changes(
    run: Run, opened: Callable[[], PalaceFile], surroundings: Surroundings
):
    left = kept(run, "Backups run at 02:00.")
    kept(run, "Backups run at 03:00.")
    [conflict] = find(run)
    run("settle", str(conflict["id"]), "no_conflict")
    assert find(run, "--all") == find(run, "--all") == []
    with opened() as palace:
        [memory] = palace.memories([left])
        form = replace(as_form(memory), text="Backups run at 04:00.")
        tend(palace, Actor.PERSON, left, memory.version, editing_memory(form, surroundings))
    run("reindex")
    assert len(find(run, "--all")) == 1


def test_row_62_a_verdict_of_a_retired_memory_has_no_force_and_says_so(
    run: Run, opened: Callable[[], PalaceFile], surroundings: Surroundings
):
    left, right = kept(run, "Backups run at 02:00."), kept(run, "Backups run at 03:00.")
    [conflict] = find(run)
    with opened() as palace:
        [memory] = palace.memories([left])
        tend(palace, Actor.PERSON, left, memory.version, trashing(surroundings))
    ended = run("settle", str(conflict["id"]), "keep_left")
    assert (ended.status, f"#{left} is out of use" in ended.err) == (4, True)
    assert run("show", str(right), "--json").json["retired_at"] is None


def test_a_pair_that_is_settled_says_so_and_is_not_called_unknown(run: Run):
    kept(run, "Backups run at 02:00.")
    kept(run, "Backups run at 03:00.")
    [conflict] = find(run)
    run("settle", str(conflict["id"]), "no_conflict")
    ended = run("settle", str(conflict["id"]), "keep_left")
    assert (ended.status, "settled already" in ended.err) == (4, True)


def test_row_63_two_p0_that_disagree_are_found_and_both_untouched(run: Run):
    texts = ["一律用中文回复", "一律用英文回复"]
    ids = [kept(run, text, "--priority", "P0") for text in texts]
    assert find(run) == []
    [found] = waiting(run, "contradictions")
    assert [found["left"]["id"], found["right"]["id"]] == ids
    for verb in ("keep_left", "keep_right", "note", "merge"):
        words = ("--text", "用中文或英文回复", "--drop") if verb == "merge" else ()
        assert run("settle", str(found["id"]), verb, *words).status == 4
    assert [run("show", str(each), "--json").json["text"] for each in ids] == texts


def test_row_66_no_score_overrules_a_p0(run: Run):
    core = kept(run, "我的时区是 GMT+8", "--priority", "P0")
    run("add", "--now", "我的时区是 GMT+9")
    assert find(run) == []
    [found] = waiting(run, "contradictions")
    assert run("settle", str(found["id"]), "keep_right").status == 4
    assert run("settle", str(found["id"]), "keep_right", "--code", "2222").status == 4
    assert run("approve", str(found["id"])).status == 4
    run("settle", str(found["id"]), "follow")
    shown = run("show", str(core), "--json").json
    assert (shown["retired_at"], shown["text"], shown["status"]) == (None, "我的时区是 GMT+8", "active")


NOW = datetime(2026, 5, 15, tzinfo=UTC)
OLD = Standing(0.6, 2, NOW - timedelta(days=60))


@pytest.mark.parametrize(
    ("new", "advice", "damped"),
    [
        (Standing(1.0, 2, NOW), Advice.SUPERSEDE, Advice.SUPERSEDE),
        (Standing(0.6, 2, NOW), Advice.KEEP_BOTH, Advice.KEEP_BOTH),
        (Standing(0.4, 1, NOW - timedelta(days=90)), Advice.NOTE, Advice.NOTE),
        (Standing(0.7, 3, NOW - timedelta(days=60)), Advice.SUPERSEDE, Advice.NOTE),
    ],
)
def test_row_67_two_one_or_no_axis_and_a_wider_margin_within_a_day(
    new: Standing, advice: Advice, damped: Advice
):
    rules = Rules().conflicts
    assert recommend(OLD, new, NOW, rules).advice is advice
    lately = replace(OLD, calibrated_at=NOW - timedelta(hours=23))
    assert recommend(lately, new, NOW, rules).advice is damped
    long_ago = replace(OLD, calibrated_at=NOW - timedelta(hours=25))
    assert recommend(long_ago, new, NOW, rules).advice is advice


def test_row_68_a_comparer_that_fails_leaves_the_pair_to_be_compared_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
):
    def failing(*given: object) -> Callable[..., object]:
        def judge(pair: object) -> object:
            raise ValueError("cannot be read")

        return judge

    with monkeypatch.context() as broken:
        broken.setattr(judging_pairs, "judge_with", failing)
        kept(run, "Backups run at 02:00.")
        kept(run, "Backups run at 03:00.")
        ended = run("conflicts", "--find", "--all")
    assert ended.out.splitlines()[-1] == "0 waiting"
    assert "cannot be read" in ended.err
    assert len(find(run)) == 1
