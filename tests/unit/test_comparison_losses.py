"""What a merged text would lose is named; what is only worded anew is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.losses import LossKind, losses


def lost(sources: tuple[str, ...], merged: str) -> set[tuple[str, str]]:
    return {(loss.kind.value, loss.words) for loss in losses(sources, merged)}


def kinds(sources: tuple[str, ...], merged: str) -> set[str]:
    return {loss.kind.value for loss in losses(sources, merged)}


@pytest.mark.parametrize(
    ("source", "merged", "kind"),
    [
        ("The contract with Northwind ends in June.", "The contract ends in June.", "name"),
        ("张敏负责部署脚本", "有人负责部署脚本", "name"),
        ("The release is on 12 June.", "The release is planned.", "time"),
        ("每周三下午三点开评审会", "每周开评审会", "time"),
        ("The cache may hold at most 512 MB.", "The cache has a limit.", "amount"),
        ("订单超过 3000 元要两人审批", "大额订单要两人审批", "amount"),
        ("Do not deploy on Friday.", "Deploy on Friday.", "constraint"),
        ("不要把令牌写进日志", "把令牌写进日志", "constraint"),
        ("The user dislikes coriander.", "The user eats coriander.", "preference"),
        ("用户不喜欢开会", "用户开会", "preference"),
        ("The build failed because the disk was full.", "The build failed.", "cause"),
        ("服务挂掉是因为证书过期", "服务挂掉", "cause"),
    ],
)
def test_what_must_not_be_lost_is_named(source: str, merged: str, kind: str):
    assert kind in kinds((source,), merged)


@pytest.mark.parametrize(
    ("source", "merged"),
    [
        ("The release is on 12 June.", "Release: June 12"),
        ("每次 7.5 小时", "每次 7 小时 30 分"),
        ("Do not deploy on Friday.", "Never deploy on Friday."),
        ("The cache may hold at most 512 MB.", "At most 512 MB fit into the cache."),
        ("不要在周五部署", "周五禁止部署"),
        ("用户喜欢绿茶", "用户偏好绿茶"),
        ("一字不差", "一字不差"),
    ],
)
def test_what_is_only_worded_anew_is_not_lost(source: str, merged: str):
    assert lost((source,), merged) == set()


def test_each_loss_says_of_which_source_and_where():
    sources = ("We deploy on Monday.", "We deploy on Tuesday with Priya.")
    found = losses(sources, "We deploy on Tuesday.")
    assert [(loss.kind, loss.source, loss.words) for loss in found] == [
        (LossKind.NAME, 1, "Priya"),
        (LossKind.TIME, 0, "Monday"),
    ]
    for loss in found:
        assert sources[loss.source][slice(*loss.span)].split() == loss.words.split()


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_can_be_compared_and_nothing_is_lost_of_what_stays(source: str, added: str):
    losses((source, added), added)
    assert losses((source,), source) == ()


def test_what_stands_word_for_word_in_a_very_long_text_is_not_lost():
    lines = [
        f"We never deploy on day {day} because server {day} is slow; Mira prefers {day}."
        for day in range(900)
    ]
    one, other = "\n".join(lines), "\n".join(reversed(lines))
    assert losses((one, other), f"{one}\n{other}") == ()
    assert "constraint" in kinds((one,), "We deploy.") or "denial" in kinds((one,), "We deploy.")


def test_one_way_of_writing_a_value_is_lost_once_however_often_it_is_said():
    said = "The room costs 40 euros, with breakfast 40 euros, and on 3 May 40 euros; on 3 May it is full."
    found = losses((said,), "The room costs something.")
    assert [loss.words for loss in found if loss.kind is LossKind.AMOUNT] == ["40 euros"]
    assert len({loss.words for loss in found}) == len(found)
