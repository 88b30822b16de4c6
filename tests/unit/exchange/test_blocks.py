"""R4, R7, R10: fences, comments, rules, list items with what folds into them, paragraphs and quotes."""

import pytest

from palace.exchange.blocks import indent_of, is_rule


def texts(reading) -> list[tuple[int, str]]:
    return [(found.line, found.text) for found in reading.memories]


def skips(reading) -> list[tuple[int, str]]:
    return [(skip.line, skip.reason) for skip in reading.skipped]


def test_a_fence_hides_what_looks_like_markdown(read) -> None:
    reading = read("## A\n\n````\n- no\n```\n# no\n````\n- yes\n")
    assert texts(reading) == [(8, "yes")]
    assert skips(reading) == [(3, "code-fence")]


def test_a_fence_closes_only_with_its_own_sign_and_length(read) -> None:
    reading = read("## A\n\n~~~~\n```\n~~~\n- no\n~~~~~\n- yes\n")
    assert texts(reading) == [(8, "yes")]


def test_an_unclosed_fence_loses_one_line_only(read) -> None:
    reading = read("## A\n- a\n\n```bash\n- b\n# C\n- c\n")
    assert texts(reading) == [(2, "a"), (5, "b"), (7, "c")]
    assert skips(reading) == [(4, "unclosed-fence")]


def test_backticks_in_a_line_of_code_open_no_fence(read) -> None:
    assert texts(read("## A\n\n```x``` is code\n- a\n")) == [(3, "```x``` is code"), (4, "a")]


def test_comments_are_skipped_by_their_first_line(read) -> None:
    reading = read("## A\n<!-- one -->\n- a\n  <!-- two\n- no\n-->\n- b <!-- three --> c <!-- open\n")
    assert texts(reading) == [(3, "a"), (7, "b c <!-- open")]
    assert skips(reading) == [(2, "html-comment"), (4, "html-comment")]


def test_an_unclosed_comment_loses_one_line_only(read) -> None:
    reading = read("## A\n<!-- never\n- a\n")
    assert texts(reading) == [(3, "a")]
    assert skips(reading) == [(2, "unclosed-comment")]


def test_dreams_are_one_entry_of_debris(read) -> None:
    reading = read(
        "## A\n<!-- openclaw:dreaming:rem:start -->\n- no\n<!-- openclaw:dreaming:light:end -->\n- no\n"
        "<!-- openclaw:dreaming:rem:end -->\n- yes\n"
    )
    assert texts(reading) == [(7, "yes")]
    assert skips(reading) == [(2, "machine-debris")]


def test_a_dream_that_never_ends_is_only_a_comment(read) -> None:
    reading = read("## A\n<!-- openclaw:dreaming:rem:start -->\n- yes\n")
    assert texts(reading) == [(3, "yes")]
    assert skips(reading) == [(2, "html-comment")]


@pytest.mark.parametrize("line", ["---", "***", "___", "===", "------", "- - -", "* * *", "=========="])
def test_rules_divide_and_say_nothing(read, line: str) -> None:
    assert is_rule(line)
    reading = read(f"## A\nfirst\n{line}\nsecond\n")
    assert texts(reading) == [(2, "first"), (4, "second")]
    assert not reading.skipped


@pytest.mark.parametrize("line", ["--", "-- -x", "**", "—", "--- text"])
def test_what_is_no_rule(line: str) -> None:
    assert not is_rule(line)


@pytest.mark.parametrize("marker", ["-", "*", "+", "•", "1.", "12)", "3、", " -", "1、 "])
def test_list_markers(read, marker: str) -> None:
    reading = read(f"## A\n\n{marker} said\n")
    assert texts(reading) == [(3, "said")]


@pytest.mark.parametrize("line", ["-said", "*said*", "1.said", "+1 said", "1.5 said", "–said"])
def test_what_is_no_list_marker(read, line: str) -> None:
    assert texts(read(f"## A\n\n{line} and more\n")) == [(3, f"{line} and more")]


def test_a_tab_is_four_columns() -> None:
    assert indent_of("\t- a") == 4
    assert indent_of("  \t- a") == 6


def test_full_width_spaces_open_a_paragraph(read) -> None:
    assert texts(read("## A\n- 一条\n\n　　另起一段\n")) == [(2, "一条"), (4, "另起一段")]


def test_indent_one_is_column_zero_and_two_is_nested(read) -> None:
    reading = read("## A\n- a\n - b\n  - c\n\t- d\n- e\n")
    assert texts(reading) == [(2, "a"), (3, "b\n- c\n  - d"), (6, "e")]


def test_a_list_that_is_indented_as_a_whole_is_a_list(read) -> None:
    reading = read("## A\n\nSome words of introduction.\n\n   - a\n   - b\n     - c\n")
    assert texts(reading) == [(3, "Some words of introduction."), (5, "a"), (6, "b\n- c")]


def test_what_folds_into_an_item(read) -> None:
    reading = read(
        "## A\n- a\nlazy\n> quoted\n```\ncode\n```\nlazy again\n\n  after a blank\n\n    deeper\n"
        "\n  ```\n  indented code\n\n  ```\n\nno more\n"
    )
    assert texts(reading) == [
        (
            2,
            "a\nlazy\n> quoted\n```\ncode\n```\nlazy again\nafter a blank\n  deeper\n```\nindented code\n```",
        ),
        (19, "no more"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "**Key:** v",
        "**Key**：v",
        "[P1] v",
        "✅ v",
        "⏳ v",
        "2026-03-01: v",
        "# v",
        "| v |\n|---|\n| v |",
        "**Label**",
        "A label:",
    ],
)
def test_what_never_folds_into_an_item_above(read, line: str) -> None:
    assert texts(read(f"## A\n- item\n{line}\n"))[0] == (2, "item")


def test_a_blank_line_ends_what_is_not_indented(read) -> None:
    reading = read("## A\n- a\n\nnot a\n\n```\nnot a\n```\n\n> not a\n")
    assert texts(reading) == [(2, "a"), (4, "not a"), (10, "not a")]


def test_a_fence_behind_a_marker_does_not_swallow_the_list(read) -> None:
    reading = read("## A\n- ```bash\n  ls\n  ```\n- b\n\n```\nx\n```\n")
    assert texts(reading) == [(2, "```bash\nls\n```"), (5, "b")]


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["one", "two"], "one two"),
        (["第一行", "第二行"], "第一行第二行"),
        (["第一行，", "第二行"], "第一行，第二行"),
        (["第一行", "second"], "第一行 second"),
        (["first", "第二行"], "first 第二行"),
        (["说：", "“好”"], "说：“好”"),
        (["첫째 줄", "둘째 줄"], "첫째 줄 둘째 줄"),
        (["ひらがな", "カタカナ"], "ひらがなカタカナ"),
    ],
)
def test_paragraph_lines_join_as_their_script_joins(read, lines: list[str], joined: str) -> None:
    assert texts(read("## A\n\n" + "\n".join(lines) + "\n")) == [(3, joined)]


@pytest.mark.parametrize(
    "start", ["**Key:** b", "**Key**: b", "**键**：b", "[P2] b", "❌ b", "📌 b", "2026年3月1日：b"]
)
def test_lines_that_begin_a_new_statement(read, start: str) -> None:
    lines = [found.line for found in read(f"## A\n\na\n{start}\nc\n").memories]
    assert lines == [3, 4]


def test_quotes_lose_their_sign(read) -> None:
    reading = read("## A\n\n> 第一行\n> 第二行\n>\n>> - item\n\n>tight\n")
    assert texts(reading) == [(3, "第一行第二行\n- item"), (8, "tight")]


def test_a_fence_directly_below_a_paragraph_belongs_to_it(read) -> None:
    reading = read("## A\n\nrun this\n```\nls\n```\n\nnot that\n\n```\nrm\n```\n")
    assert texts(reading) == [(3, "run this\n```\nls\n```"), (8, "not that")]
    assert skips(reading) == [(10, "code-fence")]
