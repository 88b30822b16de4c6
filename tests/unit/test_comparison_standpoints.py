"""Stands told in whatever words: on which matter and side, and when two of them cannot both be taken."""

import tomllib
from importlib.resources import files

import pytest

from palace.text.comparison.evidence_of_standpoints import standpoints_evidence
from palace.text.comparison.laying import laid_beside
from palace.text.comparison.reading import readings_of
from palace.text.comparison.standpoints import TABLE, standpoints


def _sides(text: str, matter: str) -> set[bool]:
    return {one.affirms for one in standpoints(text) if one.matter == matter}


@pytest.mark.parametrize(
    ("text", "matter", "affirms"),
    [
        ("泳池随到随游，不限人数", "leave", True),
        ("自习室谢绝外带食物", "leave", False),
        ("手机进考场一律上交", "leave", False),
        ("带宠物的客人会被请出去", "leave", False),
        ("Visitors without a badge are turned away.", "leave", False),
        ("Cyclists are welcome on the towpath.", "leave", True),
        ("Smoking on the terrace is no longer allowed.", "leave", False),
        ("看牙要提前预约", "need", True),
        ("理发随到随剪，用不着预约", "need", False),
        ("Walk-ins are welcome.", "need", False),
        ("Patients must book ahead.", "need", True),
        ("民宿自带洗衣机", "having", True),
        ("民宿没装洗衣机", "having", False),
        ("The cabin comes with a stove.", "having", True),
        ("The cabin lacks running water.", "having", False),
        ("他对乐理一窍不通", "knowing", False),
        ("她精通三门外语", "knowing", True),
        ("Welsh is all Greek to him.", "knowing", False),
        ("她离不开咖啡", "liking", True),
        ("他一听见唢呐就皱眉", "liking", False),
        ("弟弟最喜欢游泳", "liking", True),
        ("弟弟不喜欢游泳", "liking", False),
        ("He can't stand techno.", "liking", False),
        ("Ida would rather walk.", "liking", True),
        ("出差的饭钱公司报销", "borne", True),
        ("出差的饭钱自掏腰包", "borne", False),
        ("Lunch is on the house.", "borne", True),
        ("积分年底清零", "lasting", False),
        ("积分可以结转到明年", "lasting", True),
        ("这款手表防水", "enduring", True),
        ("这款手表怕水", "enduring", False),
        ("外公耳背", "sensing", False),
        ("The bakery is no longer short of staff.", "having", True),
    ],
)
def test_an_expression_tells_its_matter_and_side(text: str, matter: str, affirms: bool) -> None:
    assert _sides(text, matter) == {affirms}


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        ("会议室在三楼", "knowing"),
        ("他的爱人是护士", "liking"),
        ("有限公司", "having"),
        ("有几张床没装护栏", "having_for"),
        ("东头大棚", "knowing"),
        ("The band is from Leeds.", "leave"),
        ("grain-free food", "borne"),
        ("可能下雨", "leave"),
    ],
)
def test_a_part_of_another_word_takes_no_stand(text: str, matter: str) -> None:
    name, _, side = matter.partition("_")
    assert True not in _sides(text, name) if side else not _sides(text, name)


def _numbers(a: str, b: str) -> dict[str, float]:
    return standpoints_evidence(laid_beside(*readings_of(a, b), None))[0]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("宿舍楼有电梯", "宿舍楼没装电梯"),
        ("图书馆里可以用手机", "图书馆手机一律上交"),
        ("员工可以带宠物上班", "公司不让带宠物来上班"),
        ("他对乐理很在行", "他对乐理一窍不通"),
        ("年假当年不休作废", "年假可以顺延"),
        ("周末加班有加班费", "周末加班没有任何补偿"),
        ("她离不开辣椒", "她一点辣椒都不碰"),
        ("Guests must book the sauna ahead.", "Walk-ins are welcome at the sauna."),
        ("The cabin has a stove.", "The cabin lacks a stove."),
        ("Mila enjoys opera.", "Mila can't stand opera."),
        ("他写信只认钢笔，嫌圆珠笔打滑", "他写信爱用圆珠笔，嫌钢笔麻烦"),
    ],
)
def test_opposed_stands_on_one_thing_are_found(a: str, b: str) -> None:
    for one, other in ((a, b), (b, a)):
        numbers = _numbers(one, other)
        assert max(numbers["stands_against"], numbers["stands_mixed"]) > 0.3


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("大堂谢绝宠物", "大堂不许带宠物"),
        ("她离不开辣椒", "她无辣不欢，最爱辣椒"),
        ("未满 14 岁不能进攀岩馆", "满 14 岁才能进攀岩馆"),
        ("Only members may use the pool.", "The pool is for members only."),
        ("The stove has never lacked wood.", "The stove has plenty of wood."),
        ("早上可以带狗进公园", "晚上不许带狗进公园"),
        ("No phones at dinner.", "If the nurse calls, a phone may be used at dinner."),
        ("没有一块种薯不发芽", "种薯都发了芽"),
    ],
)
def test_stands_that_go_together_are_not_held_against_each_other(a: str, b: str) -> None:
    assert _numbers(a, b)["stands_against"] == 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("他有驾照", "他没考过驾照"),
        ("The library lends laptops.", "Laptops cannot be borrowed from the library."),
        ("She speaks Portuguese.", "She does not know any Portuguese."),
        ("展厅里随便拍", "展厅谢绝一切摄影"),
        ("张师傅会修空调", "洗衣机张师傅修不了"),
        ("", "没有"),
        ("🙂", "no"),
    ],
)
def test_the_numbers_are_the_same_when_the_texts_change_places(a: str, b: str) -> None:
    assert _numbers(a, b) == pytest.approx(_numbers(b, a))


def test_no_expression_stands_on_both_sides_of_a_matter() -> None:
    table = tomllib.loads(files("palace.text.comparison").joinpath(TABLE).read_text("utf-8"))
    for matter, sides in table.items():
        for language in ("zh", "en"):
            entries = [
                set(filter(None, sides.get(f"{side}_{language}", "").replace("\n", "|").split("|")))
                for side in ("for", "against")
            ]
            assert not entries[0] & entries[1], matter
            assert not [one for one in entries[0] | entries[1] if one[0] in "…~ "], matter
