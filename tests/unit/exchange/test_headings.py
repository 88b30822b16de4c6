"""R5 and R6: the title, what headings say, and what of them joins the path."""

from datetime import date

import pytest

from palace.exchange.headings import clean_heading, heading_level, heading_text


@pytest.mark.parametrize(
    ("heading", "text", "priority", "day"),
    [
        ("核心身份（P0 - 永不过期 | 金级）", "核心身份", "P0", None),
        ("Active Projects [P1]", "Active Projects", "P1", None),
        ("[P0] Safety", "Safety", "P0", None),
        ("🔴 [P0] Safety", "Safety", "P0", None),
        ("P1 - X (90天)", "X (90天)", "P1", None),
        ("P2：临时", "临时", "P2", None),
        ("P0", "", "P0", None),
        ("Core P0", "Core", "P0", None),
        ("Core （P0）⭐", "Core", "P0", None),
        ("核心 (P0)", "核心", "P0", None),
        ("P0核心", "P0核心", None, None),
        ("P0 / P1 mixed", "P0 / P1 mixed", None, None),
        ("P3 later", "P3 later", None, None),
        ("P95 latency", "P95 latency", None, None),
        ("The P0 channel", "The P0 channel", None, None),
        ("2026-02-13", "", None, "2026-02-13"),
        ("Setup (2026-03-06)", "Setup", None, "2026-03-06"),
        ("设置（更新于 2026-03-06 14:00）", "设置", None, "2026-03-06"),
        ("Setup - 2026/3/6", "Setup", None, "2026-03-06"),
        ("2026-03-06 - Setup", "Setup", None, "2026-03-06"),
        ("2026.3.6 Setup", "Setup", None, "2026-03-06"),
        ("2026年3月6日：设置", "设置", None, "2026-03-06"),
        ("📅 2026-03-06 Setup", "Setup", None, "2026-03-06"),
        ("2026-03-06 ~ 2026-03-09 trip", "2026-03-06 ~ 2026-03-09 trip", None, "2026-03-06"),
        ("Moved on March 6, 2026 at night", "Moved on March 6, 2026 at night", None, "2026-03-06"),
        ("Since 2026-03 the rest", "Since 2026-03 the rest", None, None),
        ("2026-02-30 no such day", "2026-02-30 no such day", None, None),
        ("[P1] Setup (2026-03-06)", "Setup", "P1", "2026-03-06"),
        ("Setup [P1] (2026-03-06)", "Setup", "P1", "2026-03-06"),
        ("2026-03-06 [P1] Setup", "Setup", "P1", "2026-03-06"),
        ("2026-03-06 P1 Setup", "P1 Setup", None, "2026-03-06"),
        ("14:40 - topic", "topic", None, None),
        ("11:27 topic", "topic", None, None),
        ("9:05 AM - topic", "topic", None, None),
        ("14:40 UTC - topic", "topic", None, None),
        ("14:40", "14:40", None, None),
        ("Heartbeat ~00:33 UTC", "Heartbeat ~00:33 UTC", None, None),
        ("2026-03-06 14:40 - topic", "topic", None, "2026-03-06"),
        ("3. 标题", "标题", None, None),
        ("3.标题", "标题", None, None),
        ("3、标题", "标题", None, None),
        ("二、标题", "标题", None, None),
        ("1.2 x", "1.2 x", None, None),
        ("1.", "", None, None),
        ("🚀 3. Launch ✅", "Launch", None, None),
        ("1. 🚀 Launch", "Launch", None, None),
        ("1️⃣ First", "First", None, None),
        ("⭐⭐⭐ Rules ⭐⭐⭐", "Rules", None, None),
        ("— Notes: ", "Notes", None, None),
        ("| 状态 |", "状态", None, None),
    ],
)
def test_headings_are_cleaned(heading: str, text: str, priority: str | None, day: str | None) -> None:
    clean = clean_heading(heading, log=False)
    assert (clean.text, clean.priority) == (text, priority)
    assert clean.date == (date.fromisoformat(day) if day else None)


def test_in_a_daily_log_a_level_is_a_word() -> None:
    clean = clean_heading("P0 立即修复", log=True)
    assert (clean.text, clean.priority) == ("P0 立即修复", None)


@pytest.mark.parametrize(
    ("line", "level", "text"),
    [
        ("# Title", 1, "Title"),
        ("###### Deep ##", 6, "Deep"),
        ("## C#", 2, "C#"),
        ("## **Bold** `code` <!-- c -->", 2, "Bold code"),
        ("##", 2, ""),
        ("#tag", 0, "tag"),
        ("####### seven", 0, "seven"),
    ],
)
def test_heading_lines(line: str, level: int, text: str) -> None:
    assert heading_level(line) == level
    assert heading_text(line) == text


def paths(reading) -> list[tuple[str, ...]]:
    return [found.heading for found in reading.memories]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("# Anything\n- a\n", ()),
        ("# Anything\n# Other\n- a\n", ("Other",)),
        ("# Boats\n- a\n# Other\n", ("Boats",)),
        ("# MEMORY.md\n- a\n# Other\n", ()),
        ("# 长期记忆\n- a\n# Other\n", ()),
        ("# Catalog\n- a\n# Other\n", ("Catalog",)),
        ("# Spring 2026-03-01\n- a\n# Other\n", ()),
        ("## First\n# Late\n- a\n", ("Late",)),
        ("# T\n## A\n### B\n- a\n", ("A", "B")),
        ("# T\n### B\n## A\n- a\n", ("A",)),
        ("# T\n## A\n##\n- a\n", ()),
        ("# T\n## A\n### 2026-01-01\n- a\n", ("A",)),
    ],
)
def test_the_title_is_not_in_the_path(read, text: str, path: tuple[str, ...]) -> None:
    assert paths(read(text))[0] == path


def test_headings_in_code_are_no_headings(read) -> None:
    assert paths(read("# T\n\n```\n# not\n```\n## A\n- a\n")) == [("A",)]


def test_the_nearest_heading_decides_priority_and_date(read) -> None:
    reading = read(
        "## A [P0] (2026-01-01)\n- a\n### B\n- b\n### C [P2] 2026-01-03\n"
        "- c\n- [P1][2026-01-04] d\n### D\n- e\n## E\n- f\n"
    )
    assert [(found.text, found.priority, found.date and found.date.day) for found in reading.memories] == [
        ("a", "P0", 1),
        ("b", "P0", 1),
        ("c", "P2", 3),
        ("d", "P1", 4),
        ("e", "P0", 1),
        ("f", None, None),
    ]


def test_a_log_keeps_its_day_under_every_first_rank_heading(read) -> None:
    reading = read("# 2026-03-05\n- a\n# Evening\n- b\n", "today.md")
    assert [found.date for found in reading.memories] == [date(2026, 3, 5)] * 2


def test_front_matter_dates_a_memory_file(read) -> None:
    reading = read("---\ncreated: 2026-01-02\n---\n- a\n- b (2026-01-03)\n")
    assert [found.date for found in reading.memories] == [date(2026, 1, 2), date(2026, 1, 3)]
