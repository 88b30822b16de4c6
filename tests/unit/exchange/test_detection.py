"""R2: which reading a file gets, and how a person overrules it."""

import pytest

from palace.domain.errors import InvalidInput
from palace.exchange.reading import FORMATS, read_file


def detected(name: str, text: str) -> str:
    return read_file(name, text.encode(), neighbours=lambda target: False).format


OBSERVED = "## Observations\n- [fact] water boils\n"


@pytest.mark.parametrize(
    ("name", "text", "format_name"),
    [
        ("x.json", '[{"memory": "a"}]', "mem0"),
        ("x.md", '\n {"results": [{"memory": "a"}]}', "mem0"),
        (
            "memory.json",
            '{"type":"entity","name":"a","entityType":"b","observations":["c"]}\n',
            "mcp-memory-server",
        ),
        ("notes.txt", '{"type":"entity","name":"a","observations":["c"]}\n{bad\n', "mcp-memory-server"),
        ("memory.json", '{"users": {"1": {"warns": 2}}}', "unknown-json"),
        ("MEMORY.md", "[P0] no JSON at all\n", "memory-file"),
        ("MEMORY.md", "{{placeholder}} no JSON either\n", "memory-file"),
        ("HEARTBEAT.md", "# check mail\n", "instructions-file"),
        ("agents.md", "- read SOUL.md\n", "instructions-file"),
        ("CLAUDE.local.md", "- be brief\n", "instructions-file"),
        ("workspace/TOOLS.md", "---\nname: a\ndescription: b\n---\nx\n", "instructions-file"),
        ("tools-and-tips.md", "- a saw\n", "memory-file"),
        ("2026-03-01-chat.md", "# Session: 2026-03-01 10:00 UTC\n- **Session Key**: a\n", "transcript"),
        ("2026-03-01.md", "# Session: 2026-03-01 10:00 UTC\n- talked\n", "daily-log"),
        ("MEMORY.md", "a\n § \nb\n", "hermes"),
        ("MEMORY.md", "a § b\n", "memory-file"),
        ("r.md", "# w / r\n\n## drawer_1\n> a\n", "mempalace-markdown"),
        ("r.md", "# w / r\n\n## other\n> a\n", "memory-file"),
        ("n.md", "---\ntitle: t\npermalink: p\n---\n", "basic-memory"),
        ("2026-03-01.md", OBSERVED, "basic-memory"),
        ("n.md", "## Observations\n- [ ] open\n- [a](b.md)\n", "memory-file"),
        ("n.md", "---\nname: n\ndescription: d\n---\n", "claude-topic"),
        ("n.md", "---\nname: n\ntype: user\n---\n", "claude-topic"),
        ("n.md", "---\nname: n\nmetadata:\n  type: project\n---\n", "claude-topic"),
        ("n.md", "---\nname: n\ntype: other\n---\n", "memory-file"),
        ("2026-03-01.md", "- a\n", "daily-log"),
        ("2026-03-01-1430.md", "- a\n", "daily-log"),
        ("2026年3月1日.md", "- a\n", "daily-log"),
        ("2026-13-01.md", "- a\n", "memory-file"),
        ("today.md", "# 📅 2026-03-01 Sunday\n- a\n", "daily-log"),
        ("today.md", "# Log of 2026-03-01\n- a\n", "memory-file"),
        ("today.md", "## 2026-03-01\n- a\n", "memory-file"),
        ("SOUL.md", "- a\n", "memory-file"),
        ("empty.md", "", "memory-file"),
    ],
)
def test_first_reading_that_fits(name: str, text: str, format_name: str) -> None:
    assert detected(name, text) == format_name


def test_files_that_only_instruct_are_skipped_as_a_whole(read) -> None:
    reading = read("# AGENTS\n- a\n- b\n", "AGENTS.md")
    assert not reading.memories
    assert [(skip.line, skip.reason) for skip in reading.skipped] == [(1, "instructions-file")]


def test_a_person_can_overrule_the_guess(read) -> None:
    assert (
        read("- read SOUL.md first\n", "AGENTS.md", format="memory-file").memories[0].text
        == "read SOUL.md first"
    )
    log = read("- a P1: b\n- P1: c\n", "x.md", format="daily-log")
    assert [found.text for found in log.memories] == ["a P1: b", "P1: c"]
    assert read("- not JSON\n", format="mem0").skipped[0].reason == "bad-json"


def test_unknown_format_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_file("a.md", b"", neighbours=lambda target: False, format="obsidian")
    assert "obsidian" in refused.value.message
    assert all(name in refused.value.next_step for name in FORMATS)


def test_broken_json_is_named_with_its_line_and_not_read_as_text() -> None:
    reading = read_file("export.json", b'\n[\n {"memory": "a"},\n', neighbours=lambda target: False)
    assert not reading.memories
    assert [(skip.line, skip.reason) for skip in reading.skipped] == [(2, "bad-json")]
    assert reading.errors[0].text.startswith("line ")


def test_json_of_endless_depth_is_refused_not_crashed_on() -> None:
    reading = read_file("deep.json", b"[" * 200_000, neighbours=lambda target: False)
    assert reading.skipped[0].reason == "bad-json"
