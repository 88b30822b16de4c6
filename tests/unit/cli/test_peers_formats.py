"""What other memory programs leave behind: each format is read, or refused by name with the reason."""

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from palace.exchange.databases import READABLE, REFUSED
from palace.exchange.reading import FORMATS

Run = Callable[..., Any]

NO_ZONE = "the stamps in this database name no zone: their days are taken as they stand"

PEERS = Path(__file__).parents[2] / "cases/peers"
CASES = Path(__file__).parents[2] / "cases/import"


@dataclass(frozen=True)
class Row:
    """A format that people want to import: a fixture of it, and what becomes of that.

    `says` are (text, date, what is expected of further fields); a row with `refused` is not read.
    """

    name: str
    fixture: str
    format: str
    says: tuple[tuple[str, str | None, dict[str, object]], ...] = ()
    skipped: tuple[str, ...] = ()
    refused: str = ""
    notes: tuple[str, ...] = field(default=())


ROWS = (
    Row(
        "OpenClaw memory",
        "openclaw/MEMORY.md",
        "memory-file",
        (
            ("The boiler is serviced every October by the firm in the harbour street", None, {}),
            ("Guests sleep in the room under the roof", None, {"heading": ["Home"]}),
        ),
        ("machine-debris", "machine-debris"),
    ),
    Row(
        "OpenClaw log with a slug",
        "openclaw/memory/2026-03-01-evening.md",
        "daily-log",
        (("Decided to let the attic from May on", "2026-03-01", {}),),
    ),
    Row("OpenClaw dreams", "openclaw/DREAMS.md", "dream-output", (), ("dream-output",)),
    Row(
        "OpenClaw light sleep",
        "openclaw/memory/dreaming/light/2026-03-01.md",
        "dream-output",
        (),
        ("dream-output",),
    ),
    Row("OpenClaw index", "openclaw-index.sql", "openclaw-index", refused="import the folder with the files"),
    Row(
        "seed MEMORY.md",
        "seed-MEMORY.md",
        "memory-file",
        (
            ("the archive is never deleted", None, {"priority": "P0"}),
            ("一律用中文回复", None, {"priority": "P0"}),
            ("the shop moves in June", None, {"priority": "P1"}),
            ("the lift is being repaired", None, {"priority": "P2"}),
            ("backups stay on tape", "2026-02-21", {"priority": "P1", "kind": "decision"}),
            ("the key of the vault stays with the owner", None, {"priority": "P0"}),
            ("确定采用本地化存储方案", "2024-03-15", {"priority": None}),
        ),
    ),
    Row(
        "daily log",
        "2024-03-20.md",
        "daily-log",
        (
            ("Slept badly, 5 h 40 min", "2024-03-20", {}),
            ("Decided to cancel the second newspaper", "2024-03-20", {}),
            ("Moved the router into the hall", "2024-03-20", {}),
        ),
    ),
    Row(
        "Claude Code topic",
        "feedback_invoices.md",
        "claude-topic",
        (
            (
                "Invoices are numbered by year and never reused.\n**Why:** the tax office asked twice.\n"
                "**How to apply:** when an invoice is cancelled, keep its number and mark it void.",
                None,
                {"kind": "correction", "when": "an invoice is cancelled"},
            ),
        ),
    ),
    Row(
        "Hermes",
        "hermes-MEMORY.md",
        "hermes",
        (("Prefers trains to planes", None, {}), ("The cat is called Nori", None, {})),
        ("blocked",),
    ),
    Row(
        "basic-memory",
        "basic-memory.md",
        "basic-memory",
        (
            ("Let the dough rest for twelve hours #baking (winter)", None, {"kind": "skill"}),
            ("The oven is five degrees too hot", None, {"kind": "fact"}),
            ("buy flour", None, {"kind": "intent"}),
            ("[recipe](https://example.org/bread)", None, {"kind": None}),
        ),
    ),
    Row(
        "MCP memory server",
        "mcp-memory.json",
        "mcp-memory-server",
        (
            ("plays the cello", None, {"heading": ["person", "Mara"], "wing": "social"}),
            ("lives in Ghent", None, {}),
        ),
        ("relation",),
    ),
    Row(
        "MemPalace Markdown",
        "kitchen/pantry.md",
        "mempalace-markdown",
        (("The flour stands on the lowest shelf", "2026-02-03", {"heading": ["kitchen", "pantry"]}),),
    ),
    Row(
        "MemPalace Chroma",
        "mempalace-chroma.sql",
        "mempalace-chroma",
        (
            ("The flour stands on the lowest shelf", "2026-02-03", {"heading": ["kitchen", "pantry"]}),
            ("烤箱的温度比显示高五度", "2026-02-04", {"heading": ["kitchen", "oven"]}),
        ),
    ),
    Row("another Chroma", "chroma.sql", "chroma", refused="no collection of MemPalace"),
    Row(
        "MemPalace graph",
        "mempalace-graph.sql",
        "mempalace-graph",
        (
            ("Mara lives in Ghent", "2024-05-01", {"heading": ["person", "Mara"]}),
            ("Mara works for the opera", "2020-01-01", {"valid_to": "2023-12-31"}),
        ),
        ("empty-value",),
    ),
    Row(
        "mempalace-evolve",
        "mempalace-evolve.json",
        "mempalace-evolve",
        (("The flour stands on the lowest shelf", "2026-02-03", {"heading": ["kitchen", "pantry"]}),),
        ("empty-value",),
    ),
    Row(
        "AGI Memory-Palace",
        "agi-memory-palace.sql",
        "agi-memory-palace",
        (
            (
                "The user prefers short answers with an example",
                "2026-02-02",
                {"heading": ["core", "user", "style"], "when": "when an answer is written"},
            ),
            ("发布前先在预发环境跑一遍", "2026-02-05", {"heading": ["project", "发布"]}),
        ),
        ("superseded",),
    ),
    Row(
        "jeffpierce",
        "jeffpierce.sql",
        "jeffpierce-memory-palace",
        (
            (
                "The winter timetable starts in the second week of October",
                "2026-02-11",
                {"heading": ["ferry", "timetable"], "kind": "decision", "scenes": ["timetable", "ferry"]},
            ),
            ("Pier two is closed for repairs", "2026-02-12", {"valid_to": "2026-06-30", "kind": "fact"}),
        ),
        ("archived",),
    ),
    Row(
        "MUMA-Mem",
        "muma.sql",
        "muma-mem",
        (("The choir rehearses on Tuesdays", "2026-01-20", {"heading": ["leisure"]}),),
        ("empty-value",),
    ),
    Row(
        "MUMA-Mem Markdown",
        "muma-note.md",
        "memory-file",
        (("The choir always rehearses on Tuesdays in the old school", None, {}),),
        ("front-matter-invalid",),
    ),
    Row("prism-coder", "prism.sql", "prism-coder", refused="export what is worth keeping"),
    Row(
        "mem0 export", "mem0-export.json", "mem0", (("Likes window seats", "2026-03-01", {"priority": None}),)
    ),
    Row("mem0 history", "mem0-history.sql", "mem0-history", refused="get_all"),
    Row(
        "Letta agent file",
        "letta-agent.af",
        "letta-agent-file",
        (
            ("Her name is Mara", None, {"heading": ["human"]}),
            ("She answers letters on Sundays", None, {"priority": "P1"}),
        ),
        ("empty-value",),
        notes=("an agent file holds no archival memory: only what stood in the agent's context",),
    ),
    Row(
        "Tree Ring",
        "tree-ring.jsonl",
        "tree-ring",
        (
            ("The ticket machine froze below minus ten degrees", "2026-02-01", {"kind": "failure"}),
            ("Never sail with a single engine", "2026-02-02", {"priority": None}),
        ),
        ("metadata", "superseded"),
    ),
    Row(
        "engram",
        "engram.sql",
        "engram",
        (
            (
                "The printer repeats a job unless it is acknowledged within two seconds",
                "2026-02-20",
                {"heading": ["ferry", "Tickets printed twice"], "kind": "failure"},
            ),
        ),
        ("deleted",),
    ),
    Row(
        "plain text",
        "list.txt",
        "plain-text",
        (
            ("The bins are emptied on Thursdays", None, {}),
            ("the fence is painted in spring", None, {"priority": "P1"}),
            (
                "A longer thought that somebody wrote into a file with lines that were broken at the width of"
                " the window, and which is one thought",
                None,
                {},
            ),
        ),
    ),
)


def laid_out(row: Row, folder: Path) -> Path:
    """Return the fixture of a row as a file: a `.sql` becomes the database that it makes."""
    if not row.fixture.endswith(".sql"):
        return PEERS / row.fixture
    path = folder / "memories.db"
    connection = sqlite3.connect(path)
    connection.executescript((PEERS / row.fixture).read_text(encoding="utf-8"))
    connection.close()
    return path


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_format_is_read_or_refused_by_name(run: Run, palace: Path, tmp_path: Path, row: Row):
    path = laid_out(row, tmp_path)
    before = path.read_bytes()
    ended = run("import", path, "--json")
    [file] = ended.json["files"]
    assert file["format"] == row.format
    assert [(memory["text"], memory["date"]) for memory in file["memories"]] == [
        (text, date) for text, date, _ in row.says
    ]
    for memory, (_, _, further) in zip(file["memories"], row.says, strict=True):
        assert {name: memory[name] for name in further} == further
    assert {skip["reason"] for skip in file["skipped"]} >= set(row.skipped)
    assert all(skip["line"] > 0 for skip in file["skipped"])
    dated = any(date for _, date, _ in row.says) and row.fixture.endswith(".sql")
    assert tuple(file["notes"]) == (*row.notes, *((NO_ZONE,) if dated else ()))
    if row.refused:
        [error] = file["errors"]
        assert row.refused in error
    else:
        assert file["errors"] == []
    assert ended.status == (1 if row.refused else 0)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.glob("memories.db*")] in ([], ["memories.db"])


def test_every_format_has_a_row():
    tried = {row.format for row in ROWS}
    own = {"palace-lines", "palace-markdown", "palace-csv"}
    assert set(FORMATS) | set(READABLE) | set(REFUSED) <= tried | own


def test_a_second_import_of_a_database_adds_nothing(run: Run, palace: Path, tmp_path: Path):
    [row] = [row for row in ROWS if row.name == "jeffpierce"]
    path = laid_out(row, tmp_path)
    first = run("import", path, "--apply", "--json").json
    assert (first["new"], first["known"]) == (2, 0)
    second = run("import", path, "--apply", "--json").json
    assert (second["new"], second["known"]) == (0, 2)
    assert run("undo").status == 0
    assert run("review", "--json").json["candidates"] == []


def test_an_openclaw_folder_leaves_dreams_out(run: Run, palace: Path):
    report = run("import", PEERS / "openclaw", "--apply", "--json").json
    assert report["new"] == 4
    texts = {memory["text"] for file in report["files"] for memory in file["memories"]}
    assert "The boiler dreams of filters" not in texts


def test_a_database_in_a_folder_is_named_and_passed_over(run: Run, palace: Path, tmp_path: Path):
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(PEERS / "2024-03-20.md", folder)
    laid_out(ROWS[-2], folder)
    ended = run("import", folder, "--json")
    assert ended.status == 0
    assert {file["path"]: file["errors"] for file in ended.json["files"]} == {
        str(folder / "2024-03-20.md"): [],
        str(folder / "memories.db"): ["database"],
    }


def test_changes_that_wait_in_a_log_are_read_and_nothing_is_made_beside_it(
    run: Run, palace: Path, tmp_path: Path
):
    path = tmp_path / "live.db"
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.executescript((PEERS / "engram.sql").read_text(encoding="utf-8"))
    writer.commit()
    before = {each.name: each.read_bytes() for each in tmp_path.glob("live.db*")}
    assert before["live.db-wal"]
    [file] = run("import", path, "--json").json["files"]
    assert len(file["memories"]) == 1
    assert {each.name: each.read_bytes() for each in tmp_path.glob("live.db*")} == before
    writer.close()


def test_a_damaged_database_is_an_error_that_names_it(run: Run, palace: Path, tmp_path: Path):
    path = laid_out(ROWS[-2], tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * (len(data) - 100))
    ended = run("import", path)
    assert ended.status == 1
    assert str(path) in ended.err


def test_the_file_of_a_palace_is_not_taken_for_a_foreign_one(run: Run, palace: Path, sample: Path):
    ended = run("--palace", palace, "import", sample)
    assert ended.status == 4
    assert "palace migrate" in ended.err


def test_a_log_of_a_day_that_is_still_to_come_is_warned_of(run: Run, palace: Path, tmp_path: Path):
    path = tmp_path / "2996-03-14.md"
    path.write_text("# 2996-03-14\n\n- Moved the router into the hall\n", encoding="utf-8")
    [file] = run("import", path, "--json").json["files"]
    assert file["notes"] == ["the file is dated 2996-03-14, which lies in the future: is its year right?"]
    assert "is its year right?" in run("import", path, "--apply").out
    ended = run("import", path, "--lang", "zh")
    assert "年份对吗" in ended.out


def test_drawers_that_an_export_cut_off_are_told(run: Run, palace: Path, tmp_path: Path):
    path = tmp_path / "pantry.md"
    drawer = "> " + "x y " * 50
    path.write_text(f"# kitchen / pantry\n\n## drawer_1\n\n{drawer[:202]}\n", encoding="utf-8")
    path.write_text(path.read_text().replace(" \n", "z\n"), encoding="utf-8")
    [file] = run("import", path, "--json").json["files"]
    assert len(file["memories"][0]["text"]) == 200
    assert "cut it" in file["notes"][0]
