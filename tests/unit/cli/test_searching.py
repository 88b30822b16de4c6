"""Searching in the shell: why a hit was found, wrong filters, saved searches, hostile questions."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Run

HOSTILE = [
    *("", " ", "\t\n", "。", "，、；", "!!!", "...", "-", "--", "?", "“”", '""', "''", "()"),
    *(
        '"',
        '"unclosed',
        "NEAR(",
        "NEAR/2",
        "AND",
        "OR",
        "NOT",
        "a AND",
        "a OR OR b",
        "NOT x",
        "col:x",
        "body:x",
    ),
    *(
        "a*",
        "*",
        "^a",
        "a^2",
        "{a b}",
        "a + b",
        "-a",
        "+a",
        "a:b:c",
        "(a",
        "a)",
        "((((",
        "a\\",
        "%",
        "_",
        "'",
    ),
    *("'; DROP TABLE memory; --", 'a" OR "1"="1', "memory_text MATCH 'x'", "rowid", "\\x00"),
    *("\x00", "a\x00b", "\x07\x1b[31mred\x1b[0m", "\x7f", "\x9b", "\u202eabc", "\u200b", "\ufeff", "\ufffe"),
    *("\ud800", "a\ud80b", "\udfff\ud800", "😀", "👨‍👩‍👧", "é", "e\u0301", "ＡＢＣ", "１２", "ﬁ", "İ", "ß"),
    *("привет мир", "مرحبا", "שלום", "नमस्ते", "สวัสดี", "안녕하세요", "こんにちは", "ไทย", "ᚠᛇᚻ", "𠀀𠀁", "𝕬𝖇"),
    *(
        "wing:",
        "p:",
        ":",
        "::",
        "：",
        "wing::",
        ":knowledge",
        "is:",
        "scene:,",
        "since:",
        '"wing:x"',
        "[/]",
        "$HOME",
    ),
]
"""Questions that no search may stumble over."""

FILES = {
    "words": "memory " * 15_000,
    "one word": "x" * 100_000,
    "Chinese": "记忆宫殿" * 25_000,
    "quotes": '"' * 100_000,
    "curly quotes": "“" * 100_000,
    "colons": "a:" * 50_000,
    "signs": "_%" * 50_000,
    "marks": "e" + "\u0301" * 50_000,
    "blanks": " " * 100_000,
    "half characters": "\ud800" * 50_000,
    "scenes": 'scene:"' * 15_000,
}
"""Questions as long as files: 100 kB and more."""


def test_an_explanation_marks_the_words_and_names_ranks_weight_and_scenes(run: Run, sample: Path) -> None:
    told = run("search", "呼气试验", "--explain", "--words-only", "--limit", "1").out.splitlines()
    assert "«呼气试验»" in told[0]
    assert [line.split()[0] for line in told[1:]] == ["words", "meaning", "rank", "weight", "scenes"]
    assert told[1].endswith("the whole phrase stands in it")
    assert told[3].split()[1:3] == ["by", "words"]
    assert "importance" in told[4]
    assert "decay" in told[4]
    assert told[5].split()[1] == "health"
    told = run("--lang", "zh", "search", "呼气试验", "--explain", "--words-only", "--limit", "1").out
    for label in ("字词", "语义", "名次", "权重", "场景"):
        assert f"\n    {label}  " in told


def test_an_explanation_says_the_same_in_words_and_in_json(run: Run, sample: Path) -> None:
    told = run("search", "deploy", "--explain", "--words-only", "--limit", "5").out
    for result in run("search", "deploy", "--words-only", "--limit", "5", "--json").json["results"]:
        why, weight = result["why"], result["why"]["weight"]
        assert f"by words {why['lexical_rank']}" in told
        assert f"{weight['value']:.2f} = importance {weight['importance']:.2f}" in told
        for start, end in why["marks"]:
            assert result["text"][start:end].casefold().startswith("deploy")


def test_what_is_of_the_time_that_a_question_names_says_so(run: Run, sample: Path) -> None:
    asked = ("search", "what happened in April 2026", "--words-only", "--limit", "40")
    told = run(*asked, "--explain").out
    dated = {result["why"]["dated"] for result in run(*asked, "--json").json["results"]}
    assert 1.0 in dated
    assert dated <= {0.0, 0.5, 1.0}
    assert "\n    time     of the time that the question names\n" in told
    assert ("recorded at the time that the question names" in told) is (0.5 in dated)


def test_a_scene_at_work_lifts_what_belongs_to_it_and_is_told(run: Run, sample: Path) -> None:
    asked = ("search", "体检", "--words-only", "--limit", "50", "--json")
    plain, lifted = run(*asked).json, run(*asked, "--active-scene", "health").json
    assert {each["id"] for each in plain["results"]} == {each["id"] for each in lifted["results"]}
    scores = {each["id"]: each["score"] for each in plain["results"]}
    for each in lifted["results"]:
        why = each["why"]
        assert why["in_scene"] is ("health" in why["scenes"])
        assert (each["score"] > scores[each["id"]]) is why["in_scene"]
    told = run("search", "体检", "--words-only", "--limit", "1", "--explain", "--active-scene", "health")
    assert "health (at work now)" in told.out


def test_what_an_agent_is_told_is_at_most_six_unless_it_asks_for_more(run: Run, sample: Path) -> None:
    def memories(*words: str) -> int:
        told = run("search", "deploy", "--words-only", *words).out.splitlines()
        return sum(line.startswith(("#", "~")) for line in told)

    assert memories("--agent") == 6
    assert memories("--agent", "--limit", "8") == 8
    assert memories() > 8
    assert "when " in run("search", "deploy", "--words-only", "--agent").out


@pytest.mark.parametrize(
    ("filters", "told", "in_chinese"),
    [
        ("wing:knowlege", "did you mean knowledge?", "是不是 knowledge"),
        ("wing:知试", "did you mean 知识?", "是不是 知识"),
        ("band:worm", "did you mean warm?", "是不是 warm"),
        ("kind:failur", "did you mean failure?", "是不是 failure"),
        ("status:trash", "did you mean trashed?", "是不是 trashed"),
        ("is:pined", "did you mean is:pinned?", "是不是 is:pinned"),
        ("wnig:social", "did you mean “wing:”?", "是不是“wing:”"),
        ("scene:deplyo", "did you mean scene:deploy?", "是不是 scene:deploy"),
        ("since:soon", "write it like", "写成"),
        ("-wing:history", "name what is wanted", "写想要的"),
        ("dentist -band:cold", "cannot leave anything out: “-band:cold”", "筛选词不能排除"),
        ("since:2026-05 before:2026-01", "exchange the two days", "对调"),
    ],
)
def test_a_wrong_filter_is_told_with_what_would_be_right(
    run: Run, sample: Path, filters: str, told: str, in_chinese: str
) -> None:
    for words, language in ((told, "en"), (in_chinese, "zh")):
        ended = run("--lang", language, "search", *filters.split(), "--words-only")
        assert (ended.status, ended.out) == (2, "")
        assert words in ended.err
        assert ended.err.count("\n") == 1


def test_filters_compose_with_words_quotes_and_each_other(run: Run, sample: Path) -> None:
    def found(*words: str) -> list[dict[str, object]]:
        return list(run("search", *words, "--words-only", "--limit", "200", "--json").json["results"])

    narrow = found("deploy", "wing:knowledge,reflection", "p:1", "since:2026-01", "scene:deploy")
    assert narrow
    for each in narrow:
        assert each["wing"] in {"knowledge", "reflection"}
        assert each["priority"] == "P1"
    ids = {each["id"] for each in narrow}
    assert ids < {each["id"] for each in found("deploy")}
    assert ids == {
        each["id"] for each in found("deploy", "翼：知识，反思", "优先级:1", "自:2026年1月", "场景:deploy")
    }
    assert found("is:conflict")
    assert not found("wing:intent", "kind:tool_error")
    phrase = found('"restores the previous image"') or found('"puts the previous image back"')
    assert phrase[0]["why"]["exact"]  # type: ignore[index]


@pytest.mark.parametrize("question", HOSTILE)
def test_no_question_is_an_error_nor_speaks_to_the_terminal(run: Run, sample: Path, question: str) -> None:
    ended = run("search", "--words-only", "--explain", "--", question)
    asks_nothing = not question.strip()
    assert ended.status == 2 if asks_nothing else ended.status in {0, 3}, ended.err
    for told in (ended.out, ended.err):
        assert not [sign for sign in told if sign != "\n" and (ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0)]
    if not asks_nothing:
        assert run("search", "sqlite", "体检", "--words-only").status == 0


@pytest.mark.parametrize("name", FILES)
def test_a_question_as_long_as_a_file_is_answered(run: Run, sample: Path, name: str) -> None:
    ended = run("search", "--words-only", "--limit", "3", "--", FILES[name])
    assert ended.status in ({2} if name == "blanks" else {0, 3}), ended.err[:200]
    assert len(ended.out) < 5_000
    assert len(ended.err) < 5_000


def test_bytes_that_are_no_text_are_told(sample: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "palace", "search", "--words-only", b"caf\xe9"],
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 2
    assert b"is not UTF-8" in ended.stderr


def test_a_search_is_saved_listed_run_and_deleted_and_that_is_taken_back(run: Run, sample: Path) -> None:
    saved = run("searches", "save", "check-ups", "体检", "wing:identity", "--band", "warm")
    assert (saved.status, saved.err) == (0, "")
    assert saved.out == "saved as check-ups: 体检 wing:identity band:warm (palace undo takes it back)\n"
    [listed] = run("searches", "--json").json["saved"]
    assert (listed["name"], listed["query"]) == ("check-ups", "体检 wing:identity band:warm")
    options = ("--words-only", "--limit", "200", "--json")
    by_name = run("searches", "run", "CHECK-UPS", *options).json
    by_hand = run("search", "体检", "wing:identity", "band:warm", *options).json
    assert by_name["results"] == by_hand["results"] != []
    assert run("searches", "delete", "check-ups").status == 0
    assert run("searches", "--json").json["saved"] == []
    assert run("undo").status == 0
    assert run("searches", "--json").json["saved"][0]["name"] == "check-ups"


def test_what_is_wrong_with_a_saved_search_is_told(run: Run, sample: Path) -> None:
    run("searches", "save", "weekly review", "体检")
    for words, status, told in (
        (("run", "weekly reveiw"), 3, "did you mean weekly review?"),
        (("delete", "nothing like it"), 3, "palace searches lists them"),
        (("run",), 2, "which search?"),
        (("save", "x"), 2, "palace searches save NAME QUERY"),
        (("save", "x", "wing:attic"), 2, "unknown wing"),
        (("save", "a\x1b[31m", "x"), 2, "cannot be the name"),
        (("list", "x"), 2, "takes no further words"),
        (("rnu", "x"), 2, "did you mean run?"),
        (("save", "Weekly Review", "deploy"), 4, "“weekly review” is saved already and asks: 体检"),
    ):
        ended = run("searches", *words)
        assert (ended.status, ended.out) == (status, ""), words
        assert told in ended.err


def test_a_saved_search_is_replaced_only_where_that_is_said(run: Run, sample: Path) -> None:
    run("searches", "save", "weekly review", "体检")
    assert run("searches", "save", "weekly review", "deploy").status == 4
    assert run("searches", "--json").json["saved"][0]["query"] == "体检"
    assert run("searches", "save", "weekly review", "deploy", "--replace").status == 0
    assert run("searches", "--json").json["saved"][0]["query"] == "deploy"


def test_what_a_person_asks_is_kept_beside_the_palace_and_looking_writes_nothing(
    run: Run, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(sample)) as connection:
            return [
                connection.execute(f"SELECT count(*), max(rowid) FROM {table}").fetchone()
                for table in ("usage", "decision", "saved_search", "memory")
            ]

    before = (stored(), sample.read_bytes())
    run("search", "呼气试验", "--words-only")
    run("search", "for a program", "--words-only", "--json")
    run("search", "for an agent", "--words-only", "--agent")
    monkeypatch.setenv("PALACE_ACTOR", "agent")
    run("search", "by an agent", "--words-only")
    monkeypatch.delenv("PALACE_ACTOR")
    recent = run("searches", "--json").json["recent"]
    assert recent[0] == "呼气试验"
    assert not [each for each in recent if "agent" in each or "program" in each]
    assert (stored(), sample.read_bytes()) == before
    assert run("searches", "forget", "--json").json == {"forgotten": 1}
    assert "呼气试验" not in run("searches", "--json").json["recent"]


def test_listing_reads_the_same_filters(run: Run, sample: Path) -> None:
    english = run("list", "wing:knowledge", "kind:failure", "--limit", "0", "--json").json
    chinese = run("list", "翼：知识", "类型：失败", "--limit", "0", "--json").json
    assert english == chinese
    assert run("list", "scene:deploy", "since:30d").status == 0
    wrong = run("list", "scene:deplyo")
    assert (wrong.status, wrong.out) == (2, "")
    assert "did you mean scene:deploy?" in wrong.err
