"""Importance: who said it, how it is marked, and whether a tool failed."""

import pytest

from palace.domain.importance import importance, is_marked_important, log_score
from palace.domain.rules import ImportanceRules
from palace.domain.vocabulary import Kind

RULES = ImportanceRules()


@pytest.mark.parametrize(
    ("text", "said_by_user", "failed_tool", "expected"),
    [
        ("the office is on the third floor", False, False, 0.5),
        ("the office is on the third floor", True, False, 0.7),
        ("remember that the office moved", False, False, 0.8),
        ("记住办公室搬了", True, False, 1.0),
        ("the build failed", False, True, 0.75),
        ("never push on Fridays: the build failed", True, True, 1.0),
    ],
)
def test_the_parts_add_up_and_stop_at_one(text: str, said_by_user: bool, failed_tool: bool, expected: float):
    found = importance(text, RULES, said_by_user=said_by_user, failed_tool=failed_tool)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "这件事很重要",
            "记住：周二部署",
            "务必先备份",
            "优先用本地模型",
            "務必先備份",
            "記住這一點",
            "優先處理",
        ),
        *("IMPORTANT: back up", "Remember the milk", "always rebase", "never force-push"),
        *("部署前always备份", "never在周五发布", "重要（见附录）"),
    ],
)
def test_the_words_that_mark_are_seen_in_both_languages_and_without_spaces(text: str):
    assert is_marked_important(text)


@pytest.mark.parametrize(
    "text",
    [
        *("他很忙", "importantly", "unimportant", "remembered", "nevertheless", "whenever", "hallways"),
        *("这个不重要", "没重要的事", "not important", ""),
    ],
)
def test_what_only_looks_like_them_is_not(text: str):
    assert not is_marked_important(text)


def test_a_daily_log_scores_what_was_done_above_what_was_learned():
    assert [log_score(kind) for kind in (Kind.DECISION, Kind.EVENT)] == [3, 3]
    assert log_score(Kind.FACT) == 1
    assert [log_score(kind) for kind in (Kind.SUMMARY, Kind.TOOL_ERROR)] == [0, 0]
