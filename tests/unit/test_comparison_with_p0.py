"""How a newcomer speaks beside a P0, when a rule holds, and what is put before a person."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.domain.conflict import Relation
from palace.domain.rules import SimilarityRules
from palace.services.judging_pairs import NEAR_CORE, SURE_OF_BREACH, SURE_THOUGH_FAR, asks_for_core
from palace.text.comparison.breaking import compare_with_p0, p0_weights
from palace.text.comparison.calendar_times import calendar_times
from palace.text.comparison.conditions import speaks_of_times
from palace.text.comparison.judging import compare
from palace.text.comparison.kinds_of_things import kinds_in
from palace.text.comparison.leanings import CORE_NUMBERS
from palace.text.comparison.p0_evidence import p0_evidence
from palace.text.comparison.tones import tones_in


@pytest.mark.parametrize(
    ("text", "tone"),
    [
        ("Small fixes may be merged without a review.", "leave"),
        ("小改动不用评审也行", "leave"),
        ("Merged it anyway, to save time.", "haste"),
        ("图省事，直接推了主干", "haste"),
        ("The vendor asked for the number; I declined.", "refusal"),
        ("供应商来要，拒绝了", "refusal"),
        ("等用户批准后再买", "waiting"),
        ("The release is on hold until the user agrees.", "waiting"),
        ("From now on write in English.", "change"),
        ("以后改用英文", "change"),
    ],
)
def test_a_tone_is_heard_in_both_languages(text: str, tone: str) -> None:
    (start, end), *_ = tones_in(text)[tone]
    assert 0 <= start < end <= len(text)


@pytest.mark.parametrize(
    ("rule", "told", "falls_under"),
    [
        ("凌晨 0 点到 7 点不得重启主机", "03:15 自动重启了", True),
        ("凌晨 0 点到 7 点不得重启主机", "每周日 12:00 重启一次", False),
        ("23 点到 7 点手机静音", "半夜两点响了", True),
        ("No restarts from 9:00 to 17:30.", "The restart is planned for 20:00.", False),
        ("No restarts from 9:00 to 17:30.", "Restarted at 11:20.", True),
        ("23:00 以后不打扰用户", "01:00 推送", True),
    ],
)
def test_a_rule_holds_in_the_stretch_of_the_day_that_it_names(
    rule: str, told: str, falls_under: bool
) -> None:
    assert speaks_of_times(calendar_times(rule), calendar_times(told)) is falls_under


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("三文鱼刺身", "raw_food"),
        ("an MRI scan of the knee", "magnet"),
        ("a strobe effect", "flicker"),
        ("the door code", "secrets"),
        ("发到了朋友圈", "public_channel"),
        ("订了早班机票，航班八点", "flying"),
    ],
)
def test_what_a_thing_is_a_kind_of_is_known(text: str, kind: str) -> None:
    assert kind in kinds_in(text)


@settings(deadline=None)
@given(p0=st.text(max_size=60), new=st.text(max_size=60), similarity=st.floats(0, 1))
def test_any_two_texts_have_all_numbers_that_are_weighed(p0: str, new: str, similarity: float) -> None:
    compared = compare(p0, new, similarity)
    assert {*p0_evidence(p0, new, compared, None), *CORE_NUMBERS} == set(p0_weights().adds)
    assert 0 <= compare_with_p0(p0, new, similarity).chance_of_conflict <= 1


def test_a_contradiction_is_asked_about_where_it_is_sure_for_how_near_it_is() -> None:
    rules = SimilarityRules()
    found = replace(compare("a b", "c d", 0.0), relation=Relation.CONFLICT)
    near = replace(found, similarity=NEAR_CORE)
    far = replace(found, similarity=NEAR_CORE - 0.01)
    assert asks_for_core(replace(near, chance_of_conflict=SURE_OF_BREACH), rules)
    assert not asks_for_core(replace(near, chance_of_conflict=SURE_OF_BREACH - 0.01), rules)
    assert not asks_for_core(replace(far, chance_of_conflict=SURE_OF_BREACH), rules)
    assert asks_for_core(replace(far, chance_of_conflict=SURE_THOUGH_FAR), rules)
