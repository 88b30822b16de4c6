"""What other memory tools do not find by words, or fall over, asked through the Python door.

The numbers are the rows of the study of other tools from which each case comes (part A, lexical search).
Everything lies in one palace among sixty memories of another person, and every question is asked twice: by
words and meaning with the model that ships, and by words alone as where there is no model.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import palace
from palace import bootstrap
from palace.domain.errors import PalaceUnavailable
from palace.embedding.encoder import OnnxEncoder

OTHERS = Path(__file__).parents[1] / "cases" / "retrieval" / "memories.jsonl"

NOTES = {
    "idioms": "今天玩成语接龙游戏",
    "pregnant": "元宝老婆刚怀孕",
    "feishu": "飞书配置写在第二页，令牌每月换一次",
    "plugins": "插件配置放在后台的扩展页",
    "quoting": "有人搜“飞书插件配置”，什么都没有找到",
    "github": "GitHub备份脚本上传失败",
    "weread": "微信读书的划线每周同步一回",
    "shelf": "书架按作者排好了",
    "taste": "阅读偏好：历史与科普",
    "all three": "微信读书里的书架和阅读偏好都要导出",
    "review": "明天下午三点开项目评审会议讨论排期",
    "browser": "打开浏览器之前先登录公司网络",
    "doing": "批量操作要先在测试环境演练",
    "key": "这一步很关键，做完截图存档",
    "skill": "新技能先写成清单再教给别人",
    "login": "用户身份验证失败",
    "db": "the db moves to the new host on Sunday",
    "feedbacks": "feedbacks arrive by letter only",
    "quick": "quick fix for the printer",
    "quick ok": "quick ok fix for the scanner",
    "itgc": "重跑gen-itgc后一切正常",
    "nickname": '用户的花名是"小云"',
    "a_b": "set a_b before the loop",
    "axb": "set axb before the loop",
    "100%": "电池充到 100% 再拔",
    "1000": "电池能充 1000 次",
    "sleep": "孩子的睡眠要留够十小时",
    "abroad": "专注跨境电商",
    "rime": "雾凇拼音输入法",
    "docker": "Docker 安装",
    "docker fails": "Docker 部署失败",
    "path": "see Downloads/transcripts first, don't move it",
    "codex": "ask-codex is a wrapper, see ADR-016",
    "grammar": "grammar::fa breaks on empty input",
    "c++": "the parser is in C++ now",
    "c": "the C parser was dropped",
    "near": "NEAR( is an operator of the old engine",
    "and": "write AND in capitals in the truth table",
    "quote": 'she typed say"hi into the shell',
}

Ask = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def doors(
    tmp_path_factory: pytest.TempPathFactory, encoder: OnnxEncoder
) -> Iterator[dict[str, palace.OpenPalace]]:
    """The same palace opened with the model and without one."""
    folder = tmp_path_factory.mktemp("peers")

    def missing(*_: object) -> None:
        raise PalaceUnavailable("there is no model here")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "STATE", "DATA"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name))
        patch.setattr(bootstrap, "load_encoder", lambda settings: encoder)
        with palace.open(folder / "palace.db") as hybrid, palace.open(folder / "palace.db") as words:
            others = [json.loads(line)["text"] for line in OTHERS.read_text("utf-8").splitlines()[:60]]
            texts = [*NOTES.values(), *others, *(f"用户第 {day} 天按时打卡" for day in range(1, 31))]
            taken = hybrid.import_records({"text": text} for text in texts)
            assert taken.new == len(texts)
            patch.setattr(bootstrap, "load_encoder", missing)
            assert all(hit["similarity"] is None for hit in words.search("用户"))
            yield {"hybrid": hybrid, "words": words}


@pytest.fixture(params=["hybrid", "words"])
def ask(request: pytest.FixtureRequest, doors: dict[str, palace.OpenPalace]) -> Ask:
    """Asks the palace, with or without the model."""
    return doors[request.param].search


@pytest.fixture
def ask_by_words(doors: dict[str, palace.OpenPalace]) -> Ask:
    """Asks the palace without the model."""
    return doors["words"].search


def names(hits: list[dict[str, Any]]) -> list[str]:
    """Return the names of the notes among the hits, in order; of another memory its text."""
    by_text = {text: name for name, text in NOTES.items()}
    return [by_text.get(hit["text"], hit["text"]) for hit in hits]


def worded(hits: list[dict[str, Any]]) -> list[str]:
    """Return the names of the notes that were found by a word of the question."""
    return names([hit for hit in hits if hit["why"]["words"]])


@pytest.mark.parametrize(
    ("row", "question", "name"),
    [
        (1, "成语接龙", "idioms"),
        (2, "怀孕", "pregnant"),
        (5, "GitHub备份", "github"),
        (5, "备份 失败", "github"),
        (7, "项目评审", "review"),
        (8, "浏览器", "browser"),
        (8, "操作", "doing"),
        (8, "关键", "key"),
        (8, "技能", "skill"),
        (9, "用户身份", "login"),
        (10, "quick ok", "quick ok"),
        (11, "itgc", "itgc"),
        (12, "花名", "nickname"),
        (12, "a_b", "a_b"),
        (12, "100%", "100%"),
        (13, "睡眠", "sleep"),
        (14, "跨境电商", "abroad"),
        (16, "雾凇拼音", "rime"),
        (16, "雾凇 拼音", "rime"),
        (17, "Docker 部署失败", "docker fails"),
        (18, "Downloads/transcripts", "path"),
        (18, "don't", "path"),
        (18, "don’t", "path"),
        (19, "ask-codex", "codex"),
        (19, "ADR-016", "codex"),
        (20, "grammar::fa", "grammar"),
        (20, "C++", "c++"),
        (20, "NEAR(", "near"),
        (20, 'say"hi', "quote"),
    ],
)
def test_what_stands_in_a_memory_comes_first_and_is_a_match(ask: Ask, row: int, question: str, name: str):
    first = ask(question)[0]
    assert names([first]) == [name]
    assert not first["weak"]
    assert first["why"]["words"]
    assert first["why"]["coverage"] > 0
    assert first["why"]["lexical_rank"] == 1


@pytest.mark.parametrize(
    ("row", "question", "all_of_them"),
    [
        (3, "飞书插件配置", {"feishu", "plugins", "quoting"}),
        (6, "微信读书 书架 阅读偏好", {"weread", "shelf", "taste", "all three"}),
        (10, "quick ok", {"quick", "quick ok"}),
        (17, "Docker 部署失败", {"docker", "docker fails"}),
    ],
)
def test_those_that_hold_some_of_the_words_stand_together_at_the_top(
    ask: Ask, row: int, question: str, all_of_them: set[str]
):
    """Rows 3, 4, 6, 10, 17: no word of a question is dropped, and none is asked for too strictly."""
    hits = ask(question)
    assert set(names(hits)[: len(all_of_them)]) == all_of_them
    assert [hit["why"]["exact"] for hit in hits] == sorted(
        (hit["why"]["exact"] for hit in hits), reverse=True
    )
    for hit in hits[: len(all_of_them)]:
        assert hit["why"]["coverage"] > 0


@pytest.mark.parametrize(
    ("row", "question", "better", "worse"),
    [
        (6, "微信读书 书架 阅读偏好", "all three", "weread"),
        (6, "微信读书 书架 阅读偏好", "all three", "shelf"),
        (10, "quick ok", "quick ok", "quick"),
        (17, "Docker 部署失败", "docker fails", "docker"),
    ],
)
def test_more_of_the_words_come_first(ask: Ask, row: int, question: str, better: str, worse: str):
    found = names(ask(question))
    assert found.index(better) < found.index(worse)


def test_row_9_every_row_that_holds_the_word_is_found(ask: Ask):
    hits = ask("用户", limit=200)
    holding = [hit for hit in hits if "用户" in hit["text"]]
    assert len([hit for hit in holding if hit["text"].endswith("天按时打卡")]) == 30
    assert {"login", "nickname"} <= set(names(holding))
    assert hits[: len(holding)] == holding, "those that hold the word stand before all others"
    assert not any(hit["weak"] for hit in holding)


def test_row_9_two_latin_letters_are_a_word_and_not_the_middle_of_one(ask: Ask):
    hits = ask("db")
    found = worded(hits)
    assert "db" in found
    assert "feedbacks" not in found
    # A part that its writer set off by capitals is a word: TimescaleDB is a DB.
    assert all("db" in hit["text"].split() or "DB" in hit["text"] for hit in hits if hit["why"]["words"])


def test_row_4_who_quotes_the_whole_question_stands_first_and_what_it_is_about_right_below(ask: Ask):
    found = names(ask("飞书插件配置"))
    assert found[0] == "quoting", "an exact phrase is never buried"
    assert set(found[1:3]) == {"feishu", "plugins"}


def test_row_20_an_operator_of_the_engine_is_a_word_like_others(ask: Ask):
    hits = ask("AND", limit=200)
    assert "and" in worded(hits)
    assert all(hit["why"]["words"] == ["and"] for hit in hits if hit["why"]["words"])


@pytest.mark.parametrize(
    ("question", "name", "words", "marked"),
    [
        ("quick ok", "quick", ["quick"], ["quick"]),
        ("quick ok", "quick ok", ["quick", "ok"], ["quick", "ok"]),
        ("Docker 部署失败", "docker", ["docker"], ["Docker"]),
        ("跨境电商", "abroad", ["跨境电商"], ["跨境电商"]),
        ("itgc", "itgc", ["itgc"], ["itgc"]),
    ],
)
def test_row_10_the_marks_are_honest(ask: Ask, question: str, name: str, words: list[str], marked: list[str]):
    hit = next(hit for hit in ask(question) if names([hit]) == [name])
    assert hit["why"]["words"] == words
    said = " ".join(hit["text"][start:end] for start, end in hit["why"]["marks"])
    assert said.split() == " ".join(marked).split()


@pytest.mark.parametrize(
    ("row", "question", "only"),
    [
        (12, "花名", ["nickname"]),
        (12, "a_b", ["a_b"]),
        (12, "100%", ["100%"]),
        (12, "小云", ["nickname"]),
        (20, "C++", ["c++"]),
        (20, "NEAR(", ["near"]),
        (20, "grammar::fa", ["grammar"]),
    ],
)
def test_signs_are_taken_literally_and_are_no_wildcards(
    ask_by_words: Ask, row: int, question: str, only: list[str]
):
    assert names(ask_by_words(question)) == only


@pytest.mark.parametrize("question", ["a_b", "100%"])
def test_row_12_what_only_resembles_a_sign_is_no_word_of_the_question(ask: Ask, question: str):
    assert worded(ask(question)) == [question]


def test_row_16_a_space_between_chinese_words_changes_nothing(ask_by_words: Ask):
    apart, together = ask_by_words("雾凇 拼音"), ask_by_words("雾凇拼音")
    assert names(apart) == names(together) == ["rime"]


@pytest.mark.parametrize(
    "question",
    [
        *("Downloads/transcripts", "don't", "'", "''", "ask-codex", "-codex", "grammar::fa", "C++", "+", "*"),
        *("(", ")", "((", "NEAR(", "NEAR(a b, 3)", "AND", "OR", "NOT", "AND AND", "NOT a", '"', '""', '"a'),
        *('say"hi', "a*", "*a", "^a", "body:a", "{a b}:c", "a -b", "100%", "%", "_", "\\", "\\%", "a_b", ";"),
        *("'; DROP TABLE memories; --", "\x00", "a\x00b", "\ud800", "\u202e", "。", "？！", " ", "", "～"),
        *("🀄", "שלום", "здравствуйте", "สวัสดี", "한국어", "x" * 100_000, "备份" * 50_000, "! " * 50_000),
    ],
)
def test_rows_18_to_20_no_question_is_an_error(ask: Ask, question: str):
    assert isinstance(ask(question), list)


@pytest.mark.parametrize("bad", ['"', "NEAR(", "*", "'; DROP TABLE memories; --", "\x00"])
def test_row_21_a_bad_question_leaves_the_next_one_as_good_as_before(ask: Ask, bad: str):
    before = ask("项目评审")
    ask(bad)
    assert ask("项目评审") == before
    assert before[0]["why"]["lexical_rank"] == 1


LONG_NOTE = "\n".join(
    "東京カンファレンスの宿は駅の北口にある" if number == 150 else f"{number} 行目には何も書かれていない"
    for number in range(1, 201)
)


def test_row_23_the_marks_of_a_long_note_stand_on_the_line_that_answers(doors: dict[str, palace.OpenPalace]):
    with_model = doors["hybrid"]
    memory_id = with_model.add(LONG_NOTE)
    for door in doors.values():
        hit = door.search("東京カンファレンス")[0]
        assert hit["id"] == memory_id
        [start, end], *_ = hit["why"]["marks"]
        assert hit["text"][:start].count("\n") == 149
        assert hit["text"][start:end] in "東京カンファレンス"
