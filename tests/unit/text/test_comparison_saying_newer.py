"""Which side is newer is told only where a word of time or of change says it of the whole statement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.judging import compare
from palace.text.comparison.newness import newer_side
from palace.text.comparison.saying_newer import said_newer
from tests.unit.test_comparison_newness import LATER_FIRST

ANY_TEXT = st.text(st.characters(), max_size=120)


@pytest.mark.parametrize(("later", "earlier"), LATER_FIRST)
def test_what_says_that_it_is_later_is_told(later: str, earlier: str) -> None:
    for pair, side in (((later, earlier), "a"), ((earlier, later), "b")):
        found = said_newer(*pair)
        assert found is not None
        assert found.side == side


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("轮胎瘪了", "四个胎气都足"),
        ("米缸见底了", "米缸满满当当"),
        ("车库门锁死了", "车库门大敞着"),
        ("新娘的捧花被伴郎接住了", "Her bouquet was caught by cousin Mia."),
        ("病房晚八点以后家属一律离开", "The ward allows overnight visitors."),
        ("供暖从十一月十五号起", "暖气到十二月才烧"),
        ("他理财求稳，只放定期", "他投钱喜欢冒险，重仓股票"),
        ("作业规定用钢笔誊写", "作业允许用铅笔"),
        ("当事人觉得资深律师才靠谱，挑老的", "当事人偏爱年轻律师"),
        ("The geese are sold before Advent.", "We don't sell the geese until the week of Christmas."),
        ("A retired miner conducts the choir.", "The choir is conducted by a dentist."),
        ("The old oak must come down.", "Nobody is to lay an axe to the ancient oak."),
        ("Our keeper is left-footed.", "The goalie kicks with his right."),
        ("Phones have to be left outside the sample room.", "You may take pictures in the sample room."),
        ("You draw that pension from the age of sixty-seven.", "The pension starts at sixty-three."),
        ("The strait is shut from December to March.", "The strait is navigable all year."),
        ("The fountain has been dry for years.", "The fountain runs every day."),
        ("The weed drains nitrogen instead of adding any.", "That plant fixes nitrogen."),
        ("In the last week of term the photographer comes.", "School photos are taken in week two."),
        ("Blasting is done at four in the afternoon.", "The quarry blasts at noon."),
        ("The firmware is signed.", "The firmware bears no signature."),
        ("The jam has set.", "The jam is runny as water."),
        ("None of the birds has left the nest.", "The fledglings have flown."),
    ],
)
def test_what_only_tells_how_it_is_dates_no_side(a: str, b: str) -> None:
    assert said_newer(a, b) is None
    assert said_newer(b, a) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("伤口干爽结痂了", "伤口还在流脓"),
        ("The merger talks have collapsed.", "The two firms are negotiating their union."),
        ("公司上市了", "公司还在排队等批"),
        ("The report has been filed.", "The report is still pending."),
    ],
)
def test_done_is_later_than_still_going_on(a: str, b: str) -> None:
    found = said_newer(a, b)
    assert found is not None
    assert found.side == "a"


def test_the_comparison_tells_what_is_said_and_no_more() -> None:
    assert compare("轮胎瘪了", "四个胎气都足", 0.9).newer is None
    moved = compare("The review was moved to Friday.", "The review is on Wednesday.", 0.9)
    assert moved.newer == "a"


@given(ANY_TEXT, ANY_TEXT)
def test_of_any_texts_no_side_is_told_that_the_words_of_time_do_not_name(a: str, b: str) -> None:
    told, found = said_newer(a, b), newer_side(a, b)
    assert told is None or (found is not None and told.side == found.side)
    assert said_newer(a, a) is None
