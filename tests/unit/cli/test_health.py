"""`palace health` in use: the sample, an empty palace, one memory, and what people mistype."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from palace.services.health_ports import Behind
from tests.unit.cli.conftest import SAMPLE, Run

pytestmark = pytest.mark.usefixtures("no_model")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.db"
    shutil.copy(SAMPLE, path)
    path.chmod(0o600)
    return path


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


def days(path: Path) -> list[tuple[object, ...]]:
    return rows(path, "SELECT day, figures FROM health_day ORDER BY day")


def test_every_figure_names_what_opens_the_list_behind_it(call: Run, sample: Path) -> None:
    told = call("--palace", sample, "health", "--json").json
    assert all(figure["command"].startswith("palace ") for figure in told["figures"])


def test_the_numbers_are_those_of_the_lists_behind_them(call: Run, sample: Path) -> None:
    told = call("--palace", sample, "health", "--json").json

    def behind(*words: str) -> int:
        return len(call("--palace", sample, "health", "--list", *words, "--json").json["memories"])

    assert behind("new") == told["metabolism"]["new"]
    assert behind("cleared") == told["metabolism"]["cleared"]
    assert behind("conflicting") == told["conflicts"]["memories"]
    assert behind("loaded-unused") == told["loaded_unused"]
    for age in ("young", "middle", "old"):
        assert behind(age) == told["ages"][age]["count"]
    for kind, use in told["used"].items():
        if kind != "principle":
            assert behind("never-used", "--kind", kind) == use["of"] - use["used"]
    assert behind("principles") >= told["used"]["principle"]["of"] - told["used"]["principle"]["used"]
    assert [behind(f"importance-{place}") for place in range(1, 6)] == told["importance"]
    gene, executive, memory = (told["layers"][layer]["parts"] for layer in "GEM")
    assert behind("unbound") == gene["binding"]["of"] - gene["binding"]["counted"]
    assert behind("overdue") == executive["archive"]["of"] - executive["archive"]["counted"]
    assert behind("out-of-step") == executive["in_step"]["of"] - executive["in_step"]["counted"]
    assert behind("warm-without-scene") == memory["scenes"]["of"] - memory["scenes"]["counted"]
    assert behind("not-embedded") == told["search"]["of"] - told["search"]["indexed"]


def test_every_list_can_be_asked_for_and_says_when_it_is_empty(call: Run, sample: Path) -> None:
    for each in Behind:
        ended = call("--palace", sample, "health", "--list", each.value)
        assert ended.status in (0, 3)
        assert bool(ended.out) is (ended.status == 0)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_told_in_both_languages(call: Run, sample: Path, language: str) -> None:
    ended = call("--palace", sample, "--lang", language, "health")
    assert ended.status == 0
    assert "→ palace health --list loaded-unused" in ended.out


def test_an_empty_palace_is_neither_praised_nor_blamed(call: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    call("init", path)
    told = call("--palace", path, "health", "--json").json
    assert {name: layer["score"] for name, layer in told["layers"].items()} == {
        "G": None,
        "E": None,
        "M": None,
    }
    assert told["metabolism"] == {"new": 0, "cleared": 0, "rate": None, "pace": "no_data"}
    assert told["value"] is None
    assert told["search"]["p50_ms"] is None
    assert {figure["verdict"] for figure in told["figures"] if figure["section"] == "layers"} == {"none"}
    words = call("--palace", path, "health").out
    assert "no data yet" in words
    assert "100 of 100" not in words


def test_one_memory_is_told_without_dividing_by_nothing(call: Run, tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    call("init", path)
    call("--palace", path, "add", "--approved", "--wing", "identity", "--kind", "fact", "The zone is GMT+8")
    told = call("--palace", path, "health", "--json").json
    assert told["active"] == 1
    assert told["layers"]["G"]["parts"]["core"] == {"share": 1 / 3, "counted": 1, "of": 3, "weight": 0.5}
    assert told["layers"]["G"]["parts"]["binding"]["share"] is None
    assert told["layers"]["E"]["parts"]["archive"]["share"] is None
    assert told["used"]["principle"]["share"] is None
    assert told["metabolism"]["pace"] == "nothing_cleared"


def test_the_day_is_kept_once_and_changes_with_the_figures(call: Run, sample: Path) -> None:
    call("--palace", sample, "health")
    first = days(sample)
    assert len(first) == 1
    call("--palace", sample, "health")
    assert days(sample) == first
    call("--palace", sample, "add", "--approved", "--wing", "social", "She prefers tea in the morning")
    call("--palace", sample, "health")
    ((day, figures),) = days(sample)
    assert day == first[0][0]
    assert json.loads(str(figures))["memories"] == json.loads(str(first[0][1]))["memories"] + 1


def test_the_trend_tells_the_days_that_were_kept(call: Run, sample: Path) -> None:
    call("--palace", sample, "health")
    today = date.fromisoformat(str(days(sample)[0][0]))
    with closing(sqlite3.connect(sample)) as database, database:
        for ago, score in ((3, 92), (1, 85), (2, None), (90, 1)):
            day = (today - timedelta(days=ago)).isoformat()
            database.execute(
                "INSERT INTO health_day VALUES (?, '2026-01-01T00:00:00.000000Z', ?)",
                (day, json.dumps({"M": score})),
            )
        database.execute(
            "INSERT INTO health_day VALUES (?, '', 'not json')", ((today - timedelta(4)).isoformat(),)
        )
    told = call("--palace", sample, "health", "--json").json
    assert [day.get("M") for day in told["days"]][:-1] == [None, 92, None, 85]


def test_a_palace_that_is_only_read_is_told_and_keeps_nothing(call: Run, sample: Path) -> None:
    sample.chmod(0o400)
    sample.parent.chmod(0o500)
    try:
        ended = call("--palace", sample, "health", "--json")
    finally:
        sample.parent.chmod(0o700)
    assert ended.status == 0


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("--list", "unbund"), 2, "unbound"),
        (("--list", ""), 2, "it is one of"),
        (("--kind", "fact"), 2, "--list"),
        (("--list", "never-used", "--kind", "facts"), 2, "fact"),
        (("--list", "new", "--html", "x.html"), 2, "exclude"),
        (("--list",), 2, "needs a value"),
    ],
)
def test_what_is_mistyped_is_named(
    call: Run, sample: Path, words: tuple[str, ...], status: int, told: str
) -> None:
    ended = call("--palace", sample, "health", *words)
    assert (ended.status, told in ended.err) == (status, True)
    assert ended.out == ""


@pytest.fixture(autouse=True)
def _writable(tmp_path: Path) -> Iterator[None]:
    yield
    tmp_path.chmod(0o700)


def test_memories_never_hit_are_counted_once_they_are_old_enough(call: Run, sample: Path) -> None:
    """Peers row 151: of ten that were never hit, three younger than a week do not count yet."""
    path = sample
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE memory SET hits = 1 WHERE kind = 'tool_error'")
        ids = [row[0] for row in database.execute("SELECT id FROM memory WHERE kind = 'event' LIMIT 10")]
        database.execute("UPDATE memory SET kind = 'skill' WHERE kind = 'event'")
        marks = ",".join("?" * len(ids))
        database.execute(
            f"UPDATE memory SET kind = 'event', status = 'active', retired_at = NULL, hits = 0,"
            f" recorded_at = '2026-04-01T00:00:00.000000Z' WHERE id IN ({marks})",
            ids,
        )
        database.execute(
            "UPDATE memory SET recorded_at = '2026-05-18T00:00:00.000000Z' WHERE id IN (?, ?, ?)", ids[:3]
        )
    told = call("--palace", path, "health", "--json").json
    assert told["used"]["event"] == {"used": 0, "of": 7, "share": 0.0, "reference": None}


def test_damaged_days_and_times_are_left_out(call: Run, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as database, database:
        for day, figures in (
            ("2026-05-18", '{"M": NaN, "E": 50, "G": true}'),
            ("2026-05-17", '{"M": 1e300}'),
            ("2026-05-1x", '{"M": 1}'),
            ("9999-12-31", '{"M": 1}'),
        ):
            database.execute("INSERT INTO health_day VALUES (?, '', ?)", (day, figures))
        for took in ("'soon'", "9e999", "-5", "NULL"):
            database.execute(
                "INSERT INTO usage (at, event, question, took_ms)"
                f" VALUES ('2026-05-19T00:00:00.000000Z', 'search', 'x', {took})"
            )
    told = call("--palace", sample, "health", "--json").json
    assert [day["day"] for day in told["days"]] == ["2026-05-17", "2026-05-18", "2026-05-20"]
    assert told["days"][1] == {"day": "2026-05-18", "E": 50}
    assert told["search"]["searches"] == 26
    assert call("--palace", sample, "health").status == 0
