"""R8, R9, R12, R13, R14: what one statement is, its tags and dates, its kind, and when it says nothing."""

import pytest

from palace.exchange.placeholders import nothing_said
from palace.exchange.tags import read_statement_tags
from palace.text.units import units


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("两个字", 3),
        ("two words", 4),
        ("half-baked file_name.md", 4),
        ("**bold**word", 4),
        ("用 Python 3 写", 6),
        ("，。！“”（）", 0),
        ("- — … ✅", 0),
        ("价格：12元", 5),
        ("ひらがな", 4),
    ],
)
def test_units(text: str, count: int) -> None:
    assert units(text) == count


def tags_of(text: str, *, log: bool = False) -> tuple[str, str | None, str | None]:
    tags = read_statement_tags(text, log=log)
    return tags.text, tags.priority, tags.date.isoformat() if tags.date else None


@pytest.mark.parametrize(
    ("text", "rest", "priority", "day"),
    [
        ("[P0] a", "a", "P0", None),
        ("【P1】a", "a", "P1", None),
        ("(P2) a", "a", "P2", None),
        ("（p0）a", "a", "P0", None),
        ("**P0** a", "a", "P0", None),
        ("**P0:** a", "a", "P0", None),
        ("**P0**：a", "a", "P0", None),
        ("__P0__ a", "a", "P0", None),
        ("`P0` a", "a", "P0", None),
        ("**[P0]** a", "a", "P0", None),
        ("**[P1][2026-01-02] Title**: a", "**Title**: a", "P1", "2026-01-02"),
        ("**P0: Title** a", "**Title** a", "P0", None),
        ("P0: a", "a", "P0", None),
        ("P0：a", "a", "P0", None),
        ("P0 | a", "a", "P0", None),
        ("P0 - a", "a", "P0", None),
        ("P0 — a", "a", "P0", None),
        ("[2026-01-02][P0] a", "a", "P0", "2026-01-02"),
        ("[P0] - a", "a", "P0", None),
        ("[P1] 2026-01-02: a", "a", "P1", "2026-01-02"),
        ("2026-01-02: [P1] a", "a", "P1", "2026-01-02"),
        ("P3: a", "P3: a", None, None),
        ("P95: a", "P95: a", None, None),
        ("P0 a", "P0 a", None, None),
        ("P0-a", "P0-a", None, None),
        ("a [P0]", "a [P0]", None, None),
        ("[P0 a", "[P0 a", None, None),
        ("[P0](a.md) a", "[P0](a.md) a", None, None),
        ("[2026-01-02] a", "a", None, "2026-01-02"),
        ("（2026年1月2日）a", "a", None, "2026-01-02"),
        ("[2026-01-02 → closed] a", "[2026-01-02 → closed] a", None, "2026-01-02"),
        ("[2026-01-02 14:30] a", "[2026-01-02 14:30] a", None, "2026-01-02"),
        ("(added 2026-01-02) a", "(added 2026-01-02) a", None, "2026-01-02"),
        ("(see 2026-01-02) a", "(see 2026-01-02) a", None, None),
        ("[2026-01-32] a", "[2026-01-32] a", None, None),
        ("2026-01-02: a", "a", None, "2026-01-02"),
        ("2026/1/2 - a", "a", None, "2026-01-02"),
        ("2026.1.2 | a", "a", None, "2026-01-02"),
        ("2026年1月2日：a", "a", None, "2026-01-02"),
        ("January 2, 2026: a", "a", None, "2026-01-02"),
        ("Jan 2nd, 2026: a", "a", None, "2026-01-02"),
        ("2 January 2026: a", "a", None, "2026-01-02"),
        ("**2026-01-02**: a", "a", None, "2026-01-02"),
        ("**2026-01-02:** a", "a", None, "2026-01-02"),
        ("2026-01-02 下午: a", "a", None, "2026-01-02"),
        ("2026-01-02 14:30: a", "a", None, "2026-01-02"),
        ("2026-01-02 14:30 - a", "a", None, "2026-01-02"),
        ("2026-01-02 evening - a", "a", None, "2026-01-02"),
        ("2026-01-02 a", "2026-01-02 a", None, None),
        ("2026-01-02—a", "2026-01-02—a", None, None),
        ("01-02: a", "01-02: a", None, None),
        ("2026-02-30: a", "2026-02-30: a", None, None),
        ("12026-01-02: a", "12026-01-02: a", None, None),
        ("2026.1.2.3: a", "2026.1.2.3: a", None, None),
        ("a (2026-01-02)", "a", None, "2026-01-02"),
        ("a（2026-01-02）。", "a。", None, "2026-01-02"),
        ("a [2026-01-02]", "a", None, "2026-01-02"),
        ("a (added 2026-01-02)", "a", None, "2026-01-02"),
        ("a (as of 2026-01-02)", "a", None, "2026-01-02"),
        ("a (updated on 2026-01-02 14:30)", "a", None, "2026-01-02"),
        ("a（更新于 2026-01-02）", "a", None, "2026-01-02"),
        ("a（自2026年1月2日起）", "a", None, "2026-01-02"),
        ("a (seen on 2026-01-02)", "a (seen on 2026-01-02)", None, "2026-01-02"),
        ("a (due 2026-01-02)", "a (due 2026-01-02)", None, None),
        ("a (valid until 2026-01-02)", "a (valid until 2026-01-02)", None, None),
        ("a（2026-01-02 前完成）", "a（2026-01-02 前完成）", None, None),
        ("a (2026-01-02 to 2026-01-03)", "a (2026-01-02 to 2026-01-03)", None, None),
        ("a (2026-01-02) b", "a (2026-01-02) b", None, None),
        ("a on 2026-01-02", "a on 2026-01-02", None, None),
        ("[log](2026-01-02.md)", "[log](2026-01-02.md)", None, None),
        ("[2026-01-02] a (2026-01-03)", "a (2026-01-03)", None, "2026-01-02"),
    ],
)
def test_tags_and_dates_leave_the_text(text: str, rest: str, priority: str | None, day: str | None) -> None:
    assert tags_of(text) == (rest, priority, day)


@pytest.mark.parametrize(
    ("text", "rest", "priority"),
    [
        ("[P1] a", "a", "P1"),
        ("【P1】a", "a", "P1"),
        ("**[P1]** a", "a", "P1"),
        ("(P1) a", "(P1) a", None),
        ("P1: a", "P1: a", None),
        ("**P1** a", "**P1** a", None),
        ("`P1` a", "`P1` a", None),
    ],
)
def test_in_a_log_only_square_brackets_are_a_priority(text: str, rest: str, priority: str | None) -> None:
    assert tags_of(text, log=True) == (rest, priority, None)


def test_an_expiry_gives_the_end_of_validity(read) -> None:
    found = read("- [P1|expire:2026-06-01] a\n").memories[0]
    assert (found.text, found.priority, str(found.valid_to)) == ("a", "P1", "2026-06-01")


def test_an_expiry_that_is_no_day_stays_in_the_text(read) -> None:
    found = read("- [P1|expire:soon] a\n").memories[0]
    assert (found.text, found.priority, found.valid_to) == ("[P1|expire:soon] a", "P1", None)


SAYING = {
    "placeholder": [
        *("TBD", "todo", "N/A", "none", "无", "暂无", "待填写", "test", "...", "…", "—", "-", "YYYY-MM-DD"),
        *("Name: TBD", "**Name:** none", "**名字**：待定", "Likes: _(optional)_"),
        *("{{name}}", "{{a}} {{b}}", "Name: {{name}}"),
        *("[your name]", "(Optional)", "<what to call them>", "【此处填写】", "{date}", "（示例）"),
        *("[无具体记录]", "[...]", "[Date] - [What was decided]", "（姓名）、（称呼）"),
    ],
    "empty-value": ["", "**Name:**", "**Name**:", "Name:", "名字："],
    "too-short": ["——", "✅", "!?", "→", "** **"],
    None: [
        *("[里斯本]", "城市: [里斯本]", "(Lisbon)", "[A](how.md)", "Date: 2026", "tested", "no", "{a: 1}"),
        *("a long key that is no key at all really: none", "[update] ran", "(a) or (b)"),
    ],
}


@pytest.mark.parametrize(
    ("text", "reason"), [(text, reason) for reason, texts in SAYING.items() for text in texts]
)
def test_what_says_nothing(text: str, reason: str | None) -> None:
    assert nothing_said(text) == reason


def test_a_paragraph_in_round_brackets_is_a_hint_but_an_item_is_a_value(read) -> None:
    reading = read("## A\n\n(Which deadlines are real?)\n\n- (Lisbon)\n")
    assert [found.line for found in reading.memories] == [5]
    assert [(skip.line, skip.reason) for skip in reading.skipped] == [(3, "placeholder")]


def test_untouched_templates_give_nothing(read) -> None:
    reading = read(
        "# IDENTITY.md - Who Am I?\n\n_Fill this in during your first conversation. Make it yours._\n\n"
        "- **Name:**\n  _(pick something you like)_\n- **Vibe:**\n"
        "  _(how do you come across? sharp? warm? chaotic? calm?)_\n"
        "\n---\n\nThis isn’t just metadata. It's the start of figuring out who you are.\n",
        "IDENTITY.md",
    )
    assert not reading.memories
    assert [skip.line for skip in reading.skipped] == [3, 5, 7, 12]


def test_a_filled_in_template_gives_what_was_filled_in(read) -> None:
    reading = read("- **Name:**\n  _Harbour seal_\n- **Emoji:** 🦭 seal\n", "IDENTITY.md")
    assert [found.text for found in reading.memories] == ["**Name:**\n_Harbour seal_", "**Emoji:** 🦭 seal"]


FULL = (
    "Every outgoing letter is read by two people before it leaves",
    "The scanner must be switched off when the office closes",
)


@pytest.mark.parametrize(
    ("label", "path"),
    [
        ("Rules:", "Rules"),
        ("**规则**", "规则"),
        ("**Rules:**", "Rules"),
        ("[P0] **Rules:** (2026-01-02)", "Rules"),
        ("📌 3. Rules：", "Rules"),
    ],
)
def test_a_label_with_full_statements_splits(read, label: str, path: str) -> None:
    reading = read(f"## A\n- {label}\n  - {FULL[0]}\n    - detail\n  - {FULL[1]}\n")
    assert [(found.line, found.text) for found in reading.memories] == [
        (3, f"{FULL[0]}\n- detail"),
        (5, FULL[1]),
    ]
    assert {found.heading for found in reading.memories} == {("A", path)}


def test_priority_date_and_class_of_a_label_pass_down(read) -> None:
    reading = read(f"- [P0][decision][2026-01-02] Rules:\n  - {FULL[0]}\n  - [P1][lesson] {FULL[1]}\n")
    assert [(found.priority, found.kind, str(found.date)) for found in reading.memories] == [
        ("P0", "decision", "2026-01-02"),
        ("P1", "failure", "2026-01-02"),
    ]


@pytest.mark.parametrize(
    "item",
    [
        f"- Rules:\n  - {FULL[0]}\n",
        f"- Rules:\n  - {FULL[0]}\n  - short one\n",
        f"- Rules:\n  - {FULL[0]}\n  - {FULL[1]} and so on:\n",
        f"- Rules\n  - {FULL[0]}\n  - {FULL[1]}\n",
        f"- Rules: be good\n  - {FULL[0]}\n  - {FULL[1]}\n",
        f"- **Rules.**\n  - {FULL[0]}\n  - {FULL[1]}\n",
        f"- Rules:\n  words of their own\n  - {FULL[0]}\n  - {FULL[1]}\n",
        f"- {FULL[0]}, {FULL[0]}, {FULL[0]}, {FULL[0]}:\n  - {FULL[0]}\n  - {FULL[1]}\n",
    ],
)
def test_everything_else_is_folded(read, item: str) -> None:
    assert len(read(item).memories) == 1


@pytest.mark.parametrize(
    "follower", ["- a", "1. a", "\n\n- a", "| h |\n|---|\n| a |", "> a", "<!-- c -->\n- a"]
)
def test_a_label_paragraph_is_a_heading_for_what_follows(read, follower: str) -> None:
    reading = read(f"## A\n\n**Label [P1]**\n{follower}\n")
    assert [(found.text, found.heading, found.priority) for found in reading.memories] == [
        ("a", ("A", "Label"), "P1")
    ]


@pytest.mark.parametrize("end", ["\nplain words here", "\n---", "\n## B", "\n**Other:**"])
def test_a_label_holds_until_the_next_paragraph_heading_or_rule(read, end: str) -> None:
    reading = read(f"## A\n\nLabel:\n- a\n{end}\n\n- b\n")
    assert reading.memories[0].heading[1:] == ("Label",)
    assert "Label" not in reading.memories[-1].heading


def test_a_label_with_code_only_is_one_memory(read) -> None:
    reading = read("## A\n\n**Restart**\n\n```\nmake restart\n```\n\nText.\n")
    assert [found.text for found in reading.memories] == ["**Restart**\n```\nmake restart\n```", "Text."]


def test_labels_without_anything_behind(read) -> None:
    reading = read("## A\n\nLater:\n\n**Whole sentence in bold**\n\n**Tools:**\n\n## B\n- Plans:\n")
    assert [found.text for found in reading.memories] == ["**Whole sentence in bold**"]
    assert [(skip.line, skip.reason) for skip in reading.skipped] == [
        (3, "empty-value"),
        (7, "empty-value"),
        (10, "empty-value"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "步骤",
        "发布流程",
        "操作指南",
        "SOP",
        "Backup procedures",
        "Workflow",
        "Runbook",
        "Playbook",
        "Steps to take",
    ],
)
def test_ordered_lists_under_a_procedure_are_one_way_of_doing(read, name: str) -> None:
    for opening in (f"## {name}\n", f"## A\n\n**{name}**\n"):
        found = read(f"{opening}1. first\n2. second\n   - detail\n\n3、third\n- not a step\n").memories
        assert [memory.text for memory in found] == ["1. first\n2. second\n- detail\n3、third", "not a step"]
        assert found[0].kind == "skill"


@pytest.mark.parametrize(
    "text",
    [
        "## How it goes\n1. a\n2. b\n",
        "## Footsteps\n1. a\n2. b\n",
        "## Steps\n- a\n- b\n",
        "## SOPHIA\n1. a\n2. b\n",
    ],
)
def test_other_lists_stay_single_statements(read, text: str) -> None:
    assert [found.text for found in read(text).memories] == ["a", "b"]


@pytest.mark.parametrize(("mark", "kind"), [("[ ]", "intent"), ("[x]", "event"), ("[X]", "event")])
def test_checkboxes_are_cut_off(read, mark: str, kind: str) -> None:
    found = read(f"- {mark} [P1] do it\n").memories[0]
    assert (found.text, found.priority, found.kind) == ("do it", "P1", kind)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("纠正", "correction"),
        ("Corrections", "correction"),
        ("决策记录", "decision"),
        ("What we decided", "decision"),
        ("用户偏好", "preference"),
        ("Ines prefers", "preference"),
        ("Dislikes", "preference"),
        ("踩坑", "failure"),
        ("Lessons learned", "failure"),
        ("Post-mortem", "failure"),
        ("Things to avoid", "failure"),
        ("待办", "intent"),
        ("Next", "intent"),
        ("Open questions", "intent"),
        ("TODO", "intent"),
        ("操作指南", "skill"),
        ("里程碑", "event"),
        ("Family history", "event"),
        ("本周总结", "summary"),
        ("Retrospective", "summary"),
        ("教训与决策", "decision"),
        ("Unavoidable", None),
        ("Context", None),
        ("Planets", None),
        ("Preferred", None),
        ("Prehistory", None),
        ("Likeness", None),
        ("Facts", None),
    ],
)
def test_words_of_headings_and_labels_hint_at_the_kind(read, words: str, kind: str | None) -> None:
    assert read(f"## {words}\n- a\n").memories[0].kind == kind
    assert read(f"## A\n\n{words}:\n- a\n").memories[0].kind == kind
    assert read(f"- **{words}:** a\n").memories[0].kind == kind


def test_the_order_in_which_kinds_are_looked_for(read) -> None:
    text = (
        "## Decisions\n- [lesson] a\n- [x] b\n- **Preference:** c\n"
        "- d\n### Plans\n- e\n### Other\n\nLessons:\n- f\n"
    )
    kinds = ["failure", "event", "preference", "decision", "intent", "failure"]
    assert [found.kind for found in read(text).memories] == kinds


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("2026-01-01.md", "event"),
        ("USER.md", "fact"),
        ("IDENTITY.md", "fact"),
        ("AVOID.md", "failure"),
        ("MEMORY.md", None),
    ],
)
def test_the_file_decides_where_nothing_else_does(read, name: str, kind: str | None) -> None:
    assert read("- a\n", name).memories[0].kind == kind


@pytest.mark.parametrize(
    "tag",
    [
        "fact",
        "事实",
        "user",
        "feedback",
        "更正",
        "决定",
        "偏好",
        "教训",
        "todo",
        "意图",
        "做法",
        "事件",
        "总结",
        "tool_error",
    ],
)
def test_class_tags(read, tag: str) -> None:
    found = read(f"- [{tag.upper()}] a\n").memories[0]
    assert found.text == "a"
    assert found.kind is not None
