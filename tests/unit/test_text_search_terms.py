import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from palace.text.query_terms import TermKind, contains_literal, match_expression, query_terms, term_expression
from palace.text.segmentation import BREAK, TOKENIZER, index_text, tokens

NOTES = {
    "game": "今天玩成语接龙游戏",
    "pregnant": "元宝老婆刚怀孕",
    "feishu": "飞书配置在第二页",
    "plugin": "插件配置放在后台",
    "quoting": "有人搜“飞书插件配置”但没有结果",
    "github": "GitHub备份脚本上传失败",
    "wechat": "微信读书的笔记要导出",
    "shelf": "书架整理好了",
    "reading": "阅读偏好：历史",
    "meeting": "明天下午三点开项目评审会议讨论排期",
    "browser": "打开浏览器操作一遍，关键步骤截图，练好技能",
    "login": "用户身份验证失败，查 db 日志",
    "quick": "quick fix",
    "quick-ok": "quick ok fix",
    "rerun": "重跑gen-itgc后恢复",
    "nickname": '用户的花名是"小云"',
    "a_b": "set a_b first",
    "axb": "set axb first",
    "percent": "升到 100%",
    "hundred": "一共 100 个",
    "sleep": "睡眠不足",
    "trade": "专注跨境电商",
    "pinyin": "雾凇拼音输入法",
    "docker": "Docker 安装",
    "docker-failed": "Docker 部署失败",
    "path": "see Downloads/transcripts, don't move it",
    "codex": "ask-codex wrapper, see ADR-016",
    "grammar": "grammar::fa is broken in C++ code",
    "tokyo": "一行\n" * 149 + "東京カンファレンス\n" + "一行\n" * 50,
    "camel": "call getUserName now",
    "traditional": "體檢時間改到週五",
    "comma": "一个完整的整体，检查通过",
    "width": "ＦＵＬＬＷＩＤＴＨ １２３",
    "python": "python3 下载器",
    "dotnet": "upgrade .NET first",
    "korean": "데이터베이스를 백업했다",
    "cafe": "Café de Flore",
}


class Index:
    """A real full-text table filled as the palace fills it."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.execute(
            f"CREATE VIRTUAL TABLE notes USING fts5(name UNINDEXED, text, tokenize='{TOKENIZER}')"
        )
        self.connection.executemany(
            "INSERT INTO notes VALUES (?, ?)", [(name, index_text(text)) for name, text in NOTES.items()]
        )

    def find(self, query: str) -> list[str]:
        """Names found by any term, best first; literal terms are checked against the note itself."""
        found: dict[str, float] = {}
        for term in query_terms(query).with_parts():
            for name, rank in self._rows(term_expression(term)) if term.tokens else self._scan(term.literal):
                if not term.literal or contains_literal(NOTES[name], term.literal):
                    found[name] = found.get(name, 0.0) + rank
        return sorted(found, key=lambda name: found[name])

    def _rows(self, expression: str) -> list[tuple[str, float]]:
        return self.connection.execute(
            "SELECT name, rank FROM notes WHERE notes MATCH ?", (expression,)
        ).fetchall()

    def _scan(self, literal: str) -> list[tuple[str, float]]:
        return [(name, -1.0) for name, text in NOTES.items() if contains_literal(text, literal)]


@pytest.fixture(scope="module")
def index() -> Iterator[Index]:
    index = Index()
    yield index
    index.connection.close()


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("成语接龙", ["game"]),
        ("怀孕", ["pregnant"]),
        ("飞书插件配置", ["quoting", "feishu", "plugin"]),
        ("GitHub备份", ["github"]),
        ("备份 失败", ["github"]),
        ("微信读书 书架 阅读偏好", ["wechat", "shelf", "reading"]),
        ("项目评审", ["meeting"]),
        ("浏览器", ["browser"]),
        ("操作", ["browser"]),
        ("关键", ["browser"]),
        ("技能", ["browser"]),
        ("用户", ["login", "nickname"]),
        ("用户身份", ["login", "nickname"]),
        ("db", ["login"]),
        ("quick ok", ["quick-ok", "quick"]),
        ("itgc", ["rerun"]),
        ("gen-itgc", ["rerun"]),
        ("花名", ["nickname"]),
        ("a_b", ["a_b"]),
        ("100%", ["percent"]),
        ("睡眠", ["sleep"]),
        ("跨境电商", ["trade"]),
        ("雾凇拼音", ["pinyin"]),
        ("雾凇 拼音", ["pinyin"]),
        ("Docker 部署失败", ["docker-failed"]),
        ("Downloads/transcripts", ["path"]),
        ("transcripts", ["path"]),
        ("don't", ["path"]),
        ("don’t", ["path"]),
        ("ask-codex", ["codex"]),
        ("codex", ["codex"]),
        ("ADR-016", ["codex"]),
        ("grammar::fa", ["grammar"]),
        ("fa", ["grammar"]),
        ("C++", ["grammar"]),
        ("東京カンファレンス", ["tokyo"]),
        ("カンファ", ["tokyo"]),
        ("getUserName", ["camel"]),
        ("getusername", ["camel"]),
        ("user name", ["camel"]),
        ('"getUserName now"', ["camel"]),
        ("体检", ["traditional"]),
        ("體檢", ["traditional"]),
        ("fullwidth", ["width"]),
        ("123", ["width"]),
        ("python", ["python"]),
        (".NET", ["dotnet"]),
        ("데이터", ["korean"]),
        ("cafe", ["cafe"]),
        ('"小云"', ["nickname"]),
        ("“小云”", ["nickname"]),
    ],
)
def test_a_word_is_found_wherever_it_stands(index: Index, query: str, best: list[str]) -> None:
    found = index.find(query)
    assert set(best) <= set(found)
    assert found[0] in best


@pytest.mark.parametrize(
    ("query", "first"),
    [("quick ok", "quick-ok"), ("飞书插件配置", "quoting"), ("Docker 部署失败", "docker-failed")],
)
def test_more_of_the_words_come_first(index: Index, query: str, first: str) -> None:
    assert index.find(query)[0] == first


@pytest.mark.parametrize(
    ("query", "not_found"),
    [
        ("a_b", "axb"),
        ("100%", "hundred"),
        ("体检", "comma"),
        ("C++", "codex"),
        ('"ok quick"', "quick-ok"),
        (".NET", "path"),
    ],
)
def test_what_only_looks_alike_is_not_found(index: Index, query: str, not_found: str) -> None:
    assert not_found not in index.find(query)


@pytest.mark.parametrize(
    "query", ["NEAR(", "AND", '"', 'say"hi', "*", "(", "x NOT y", "col:x", "^a", "a -b", "{", "飞书*"]
)
def test_operators_of_the_index_are_ordinary_text(index: Index, query: str) -> None:
    index.find(query)
    assert query_terms(query)
    assert "game" in index.find("成语接龙")


@given(st.text(st.characters()))
@example('"')
@example("\x00a\x00")
@example("\ud800字")
@example('a"b" OR NEAR(c, 2) NOT * ^d {e}: f')
@settings(max_examples=300)
def test_no_query_is_a_syntax_error(query: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='{TOKENIZER}')")
    connection.execute("INSERT INTO notes VALUES (?)", (index_text(query),))
    terms = query_terms(query)
    expression = match_expression(terms.with_parts())
    if expression:
        connection.execute("SELECT rowid FROM notes WHERE notes MATCH ?", (expression,)).fetchall()
    if terms.whole:
        connection.execute(
            "SELECT rowid FROM notes WHERE notes MATCH ?", (term_expression(terms.whole),)
        ).fetchall()
    connection.close()


@given(
    st.text("记忆宫殿体检备份读书飞书ab_-. ，\n", min_size=1, max_size=30),
    st.integers(0, 29),
    st.integers(1, 6),
)
@settings(max_examples=200)
def test_every_stretch_of_chinese_finds_the_text_it_stands_in(text: str, start: int, length: int) -> None:
    stretch = "".join(
        character for character in text[start : start + length] if character in "记忆宫殿体检备份读书飞书"
    )
    if not stretch or stretch not in text:
        return
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='{TOKENIZER}')")
    connection.execute("INSERT INTO notes VALUES (?)", (index_text(text),))
    (term,) = query_terms(stretch).terms
    assert connection.execute(
        "SELECT rowid FROM notes WHERE notes MATCH ?", (term_expression(term),)
    ).fetchall()
    connection.close()


def test_words_that_say_nothing_are_left_out_unless_alone() -> None:
    assert [term.text for term in query_terms("what is the backup plan").terms] == ["backup", "plan"]
    assert [term.text for term in query_terms("the").terms] == ["the"]
    assert [term.text for term in query_terms("什么").terms] == ["什么"]


def test_a_question_is_looked_for_by_the_words_in_it() -> None:
    (term,) = query_terms("用户的作息习惯是什么").terms
    assert {"用户", "作息习惯", "作息", "习惯"} <= {part.text for part in term.parts}
    assert not any(set(part.text) & set("的是么") for part in term.parts)


def test_signs_that_tokens_do_not_hold_ask_for_a_literal_comparison() -> None:
    literals = {
        query: query_terms(query).terms[0].literal for query in ["C++", "C#", "100%", "a_b", ".NET", "#142"]
    }
    assert literals == {
        "C++": "c++",
        "C#": "c#",
        "100%": "100%",
        "a_b": "a_b",
        ".NET": ".net",
        "#142": "#142",
    }
    assert query_terms("gen-itgc").terms[0].literal == ""
    assert [term.kind for term in query_terms("%").needles] == [TermKind.NEEDLE]
    assert query_terms("🚀").needles[0].literal == "🚀"


def test_signs_beside_words_are_no_terms_of_their_own() -> None:
    assert [term.text for term in query_terms("foo & bar → baz。").terms] == ["foo", "bar", "baz"]


def test_the_whole_query_is_a_phrase_of_its_own() -> None:
    assert query_terms("GitHub备份 失败").whole is not None
    assert query_terms("备份").whole is None
    assert query_terms("").whole is None
    assert not query_terms(" \n")


def test_a_pasted_page_gives_a_bounded_number_of_terms() -> None:
    assert len(list(query_terms("备份脚本 restore-the-data.sh 很长很长的句子 " * 500).with_parts())) <= 60
    assert len(list(query_terms("长" * 5_000).with_parts())) <= 60
    assert len(list(query_terms("a-b-" * 5_000 + "c").with_parts())) <= 60


def test_runs_parted_by_punctuation_are_kept_apart() -> None:
    assert tokens("体，检") == ["体", BREAK, "检"]
    assert tokens("体 检") == ["体", "检"]
    assert tokens("**体**检") == ["体", "检"]
    assert tokens("体a检") == ["体", "a", "检"]


def test_private_characters_of_the_text_do_not_play_break() -> None:
    assert BREAK not in index_text(f"体{BREAK}检").split()
