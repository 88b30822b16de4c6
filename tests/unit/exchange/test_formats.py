"""R15: the files of other platforms."""

import json
from datetime import date

import pytest


def texts(reading) -> list[tuple[int, str]]:
    return [(found.line, found.text) for found in reading.memories]


def skips(reading) -> list[tuple[int, str]]:
    return [(skip.line, skip.reason) for skip in reading.skipped]


TOPIC = "---\nname: Retries\ndescription: How often to retry\ntype: feedback\n---\n"


def test_a_claude_topic_is_one_memory_with_its_use_and_reason(read) -> None:
    reading = read(
        f"{TOPIC}\nStop after four tries.\n\n**Why:** The partner\n"
        "blocked us.\n\n**How to apply:** Use the client.\n- no loops\n",
        "feedback_retry.md",
    )
    found = reading.memories[0]
    assert len(reading.memories) == 1
    assert found.line == 7
    assert "\n\n" not in found.text
    assert (found.heading, found.kind, found.wing) == (("Retries",), "correction", "reflection")
    assert found.do == "Use the client.\n- no loops"
    assert found.note == "The partner\nblocked us."


def test_a_claude_topic_that_is_a_list_is_read_bullet_by_bullet(read) -> None:
    reading = read(f"{TOPIC}\n- a\n  - b\n\n- [P1] c (2026-01-02)\n", "feedback_retry.md")
    assert texts(reading) == [(7, "a\n- b"), (10, "c")]
    assert reading.memories[1].priority == "P1"
    assert {found.heading for found in reading.memories} == {("Retries",)}


@pytest.mark.parametrize(
    "body", ["- only one\n", "Intro.\n- a\n- b\n", "# Head\n- a\n- b\n", "- a\n- b\n\nEnd.\n"]
)
def test_other_claude_topics_stay_whole(read, body: str) -> None:
    assert len(read(TOPIC + "\n" + body, "feedback_retry.md").memories) == 1


def test_a_claude_topic_of_several_lines_is_kept_as_written(read) -> None:
    reading = read(f"{TOPIC}\n2026-01-02: a\n\n[P1] b\n", "feedback_retry.md")
    assert texts(reading) == [(7, "2026-01-02: a\n[P1] b")]
    assert reading.memories[0].date is None


def test_a_claude_topic_without_body_is_its_description(read) -> None:
    assert texts(read(TOPIC, "feedback_retry.md")) == [(3, "How often to retry")]
    assert skips(read("---\nname: a\ntype: user\n---\n", "user_a.md")) == [(1, "empty-value")]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("feedback", "correction"), ("user", "fact"), ("project", "fact"), ("reference", "fact")],
)
def test_claude_types_give_the_kind(read, name: str, kind: str) -> None:
    for front in (f"type: {name}", f"metadata:\n  type: {name}"):
        found = read(f"---\nname: n\ndescription: d\n{front}\n---\nBody.\n", "n.md").memories[0]
        assert found.kind == kind


def test_hermes_entries_are_whole(read) -> None:
    reading = read(
        "---\n§\nfirst\n\nstill first\n§\n§\n  \n§\n[P1] [2026-01-02] second\n"
        "§\nthird (2026-01-03)\n§\n2026-01-04: fourth\n§\n"
        "[P2] fifth:\n- x (2026-01-05)\n§\n2026-01-06: sixth\nhas two lines\n§\n[BLOCKED: gone]\n§\nTBD\n"
    )
    assert [(found.text, found.priority, found.date and found.date.day) for found in reading.memories] == [
        ("first\nstill first", None, None),
        ("second", "P1", 2),
        ("third", None, 3),
        ("fourth", None, 4),
        ("fifth:\n- x (2026-01-05)", "P2", None),
        ("2026-01-06: sixth\nhas two lines", None, None),
    ]
    assert skips(reading) == [(1, "too-short"), (22, "blocked"), (24, "placeholder")]
    assert {found.heading for found in reading.memories} == {()}


NOTE = "---\ntitle: Ferry\npermalink: ferry\nstatus: active\ndate: 2026-01-02\ntags: [boats]\n---\n"


def test_basic_memory_paths_start_with_the_title(read) -> None:
    reading = read(
        f"{NOTE}# Ferry\nProse.\n## Observations\n- [fact] a\n### Deep\n- b\n# Other\n- c\n", "ferry.md"
    )
    assert [found.heading for found in reading.memories] == [
        ("Ferry",),
        ("Ferry",),
        ("Ferry", "Deep"),
        ("Ferry", "Other"),
    ]
    assert {found.date for found in reading.memories} == {date(2026, 1, 2)}
    assert reading.memories[0].scenes == ("ferry", "boats")


@pytest.mark.parametrize(
    ("category", "kind"),
    [
        ("decision", "decision"),
        ("Preference", "preference"),
        ("milestone", "event"),
        ("gotcha", "failure"),
        ("risk", "failure"),
        ("technique", "skill"),
        ("idea", "intent"),
        ("correction", "correction"),
        ("colour", None),
        ("限制", None),
    ],
)
def test_basic_memory_categories(read, category: str, kind: str | None) -> None:
    found = read(f"{NOTE}## Observations\n- [{category}] a #tag (context)\n", "ferry.md").memories[0]
    assert (found.text, found.kind) == ("a #tag (context)", kind)
    assert "tag" in found.scenes


def test_basic_memory_relations_and_metadata_are_skipped(read) -> None:
    reading = read(
        f"{NOTE}## Observations\n- [status] active\n- [ ] open\n"
        "- [Spec](http://a.b)\n- a thought about [[X]] today\n"
        "## Relations\n- part_of [[X]]\n- [[Y]]\n- depends on [[Z]] (a little)\n",
        "ferry.md",
    )
    assert skips(reading) == [(9, "metadata"), (14, "relation"), (15, "relation"), (16, "relation")]
    assert texts(reading) == [(10, "open"), (11, "[Spec](http://a.b)"), (12, "a thought about [[X]] today")]


def lines_of(*values: object) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def test_mcp_observations(read) -> None:
    text = lines_of(
        {
            "type": "entity",
            "name": "Ines",
            "entityType": "person",
            "observations": ["2026-01-02: [P1] a", "b"],
        },
        {"observations": [{"content": "c"}, "", 3], "name": "Box", "weight": 2, "entity_type": "thing"},
        {"type": "entity", "name": "Empty", "entityType": "thing"},
        {"from": "Ines", "to": "Box", "relationType": "owns"},
        {"from_entity": "Ines", "to_entity": "Box"},
        {"type": "observation", "text": "?"},
    )
    reading = read(text + "{broken\n", "memory.jsonl")
    assert [(found.line, found.text, found.heading) for found in reading.memories] == [
        (1, "a", ("person", "Ines")),
        (1, "b", ("person", "Ines")),
        (2, "c", ("thing", "Box")),
    ]
    assert (reading.memories[0].priority, reading.memories[0].date) == ("P1", date(2026, 1, 2))
    assert [found.wing for found in reading.memories] == ["social", "social", "knowledge"]
    assert skips(reading) == [
        (3, "empty-value"),
        (4, "relation"),
        (5, "relation"),
        (6, "unknown-record"),
        (7, "bad-json"),
    ]
    assert [note.text for note in reading.notes] == ["line 2: 2 more here skipped: empty-value"]


@pytest.mark.parametrize(
    ("stamp", "day"),
    [
        ("2026-01-30T22:15:04-08:00", "2026-01-30"),
        ("2026-01-30T22:15:04Z", "2026-01-30"),
        ("2026-01-30 22:15", "2026-01-30"),
        (1771300800, "2026-02-17"),
        (1771300800000, "2026-02-17"),
        ("1771300800", "2026-02-17"),
        (0, "1970-01-01"),
        ("yesterday", None),
        (True, None),
        (1e300, None),
        (float("inf"), None),
        ([], None),
    ],
)
def test_mem0_stamps(read, stamp: object, day: str | None) -> None:
    found = read(json.dumps([{"memory": "a", "created_at": stamp}]), "m.json").memories[0]
    assert found.date == (date.fromisoformat(day) if day else None)


@pytest.mark.parametrize(
    "record",
    [
        {"memory": "said"},
        {"text": "said"},
        {"content": "said"},
        {"data": "said"},
        {"text": "said", "data": {"x": 1}},
    ],
)
@pytest.mark.parametrize("key", [None, "results", "memories", "data"])
def test_mem0_shapes(read, record: dict[str, object], key: str | None) -> None:
    whole = [record] if key is None else {"count": 1, key: [record]}
    assert [found.text for found in read(json.dumps(whole), "m.json").memories] == ["said"]


def test_mem0_records_without_a_memory(read) -> None:
    text = json.dumps(
        [
            {"memory": ""},
            {"memory": "a", "event": "DELETE"},
            {"memory": "a", "deleted_at": "2026-01-01"},
            {"score": 1},
            {"memory": "N/A"},
            {"memory": "kept", "deleted": False},
        ],
        indent=1,
    )
    reading = read(text, "m.json")
    assert [reason for _, reason in skips(reading)] == [
        "empty-value",
        "deleted",
        "deleted",
        "unknown-record",
        "placeholder",
    ]
    assert texts(reading) == [(20, "kept")]


@pytest.mark.parametrize(("count", "warned"), [(19, False), (20, True), (100, True)])
def test_mem0_exports_that_look_cut_off_are_named(read, count: int, warned: bool) -> None:
    assert bool(read(json.dumps([{"memory": f"m{at}"} for at in range(count)]), "m.json").notes) is warned


@pytest.mark.parametrize(
    "text", ['{"a": 1}', "[1, 2]", '["a"]', '{"memories": {"a": 1}}', '{"results": [1]}', "{}"]
)
def test_other_json_is_named(read, text: str) -> None:
    reading = read(text, "m.json")
    assert reading.format == "unknown-json"
    assert skips(reading) == [(1, "unknown-json")]


def test_lone_surrogates_of_json_can_be_stored(read) -> None:
    found = read('[{"memory": "a \\ud800 b \\ud83d\\ude00"}]', "m.json").memories[0]
    assert found.text == "a � b 😀"
    assert found.text.encode()


def test_mempalace_drawers(read) -> None:
    reading = read(
        "# house / living room / sofa\n\n## drawer_a\n\n> one\n>\n> - two\n\n"
        "| Field | Value |\n|---|---|\n| Filed | 2026-01-02T03:04 |\n\n---\n\n"
        "## drawer_b\n\n> 三\n\n## drawer_c\n\n>\n"
    )
    assert [(found.line, found.text, found.heading, str(found.date)) for found in reading.memories] == [
        (5, "one\n\n- two", ("house", "living room / sofa"), "2026-01-02"),
        (17, "三", ("house", "living room / sofa"), "None"),
    ]
    assert skips(reading) == [(19, "empty-value")]
