"""Who fills a role by whatever verb it is told, and which texts tell no two holders of one role."""

import pytest

from palace.text.comparison.laying import Laid, laid_beside
from palace.text.comparison.reading import readings_of
from palace.text.comparison.role_holders import role_holders_agree, role_holders_differ


def _laid(a: str, b: str) -> Laid:
    return laid_beside(*readings_of(a, b), None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The treasurer is Mona.", "Rashid has been made treasurer."),
        ("Mona trains the junior squad.", "The junior squad is coached by Rashid."),
        ("The wedding cake is baked by Aunt Jo.", "Uncle Stan bakes the wedding cake."),
        ("The novel was translated by Ines Duarte.", "The novel's translator is Paul Koch."),
        ("I report to Anita.", "My boss is Gregor."),
        ("The roof is being done by Halloran.", "The roofer is Brightside."),
        ("The lift is serviced by Otway.", "Servicing of the lift is outsourced to Kerr & Sons."),
        ("The farm belongs to Sean.", "The farm's owner is Bridget."),
        ("Mila is married to Tom.", "Mila's husband is Viktor."),
        ("The night bus is driven by Carl.", "Deborah drives the night bus."),
        ("年会主持人是小郭", "今年年会由小孟主持"),
        ("食堂承包给了老李", "食堂由张家兄弟承包"),
        ("孩子的班主任姓王，叫王敏", "孩子的班主任是李老师"),
        ("奶奶由小姑照顾", "奶奶归大伯照顾"),
        ("官司的原告是恒大", "这场官司里恒大是被告"),
        ("房子在爸爸名下", "房子归妈妈所有"),
        ("剧本是阿宽写的", "剧本的作者是小雅"),
        ("校车司机是老吴", "校车由小钱开"),
        ("The keynote is given by Prof. Lindgren.", "主旨演讲由郑院士主讲"),
    ],
)
def test_a_role_with_two_holders_is_found(a: str, b: str) -> None:
    for one, other in ((a, b), (b, a)):
        found = role_holders_differ(_laid(one, other))
        assert found is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The treasurer is Mona.", "The secretary is Rashid."),
        ("Mona trains the junior squad.", "The senior squad is coached by Rashid."),
        ("The piano teacher is Ann.", "The violin teacher is Bob."),
        ("Tom used to manage the shop.", "The manager of the shop is Jill."),
        ("Jill may become manager of the shop.", "The manager of the shop is Tom."),
        ("Tom manages the shop in Leeds.", "The shop in York is managed by Jill."),
        ("The manager of the shop is Tom.", "Jill is not the manager of the shop."),
        ("The report is written by Elin.", "The report is printed by Tariq."),
        ("Lessons are taught by video.", "Lessons are taught by Ms Roth."),
        ("Lena walks the dog in the morning.", "Tom walks the dog in the evening."),
        ("In 2019 the trial was won by team Delta.", "In 2021 team Orion won the trial."),
        ("The mayor is Agnes.", "Agnes Holt is the mayor."),
        ("年会主持人是小郭", "年会的摄影是小孟"),
        ("大儿子的班主任是王老师", "小女儿的班主任是李老师"),
        ("项目由小张负责", "小李也负责这个项目"),
        ("房子在爸爸名下", "车在妈妈名下"),
        ("孩子周末跟外婆睡", "孩子平时跟爸妈睡"),
    ],
)
def test_two_roles_two_matters_and_what_does_not_hold_now_are_left_alone(a: str, b: str) -> None:
    for one, other in ((a, b), (b, a)):
        assert role_holders_differ(_laid(one, other)) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The treasurer is Mona.", "Mona is the treasurer."),
        ("年会主持人是小郭", "年会由小郭主持"),
        ("The warehouse is managed by Ines.", "Ines manages the warehouse."),
    ],
)
def test_one_holder_told_twice_agrees(a: str, b: str) -> None:
    assert role_holders_agree(_laid(a, b))
