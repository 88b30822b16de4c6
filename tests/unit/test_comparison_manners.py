"""How a newcomer tells of obeying or breaking a rule, and what it names of what rules speak of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.comparison.manners import manner_names, manner_samples
from palace.text.comparison.ruled_things import ruled_things
from palace.text.comparison.tones import tones_in

OBEYING = ("turned_away", "held_until", "other_way", "asked_first", "as_ruled")

KEEPS = [
    ("宏泰最后压到的价连料钱都盖不住，回绝了", "turned_away"),
    ("奶奶要喂来福，被拦下了", "turned_away"),
    ("客户问对面怎么样，没评价人家", "turned_away"),
    ("体检套餐里的胸片替用户划掉了", "turned_away"),
    ("彩票网站的短信删了", "turned_away"),
    ("The offer was declined by return of post.", "turned_away"),
    ("He was turned away at the gate.", "turned_away"),
    ("Apprentice sent home for the day.", "turned_away"),
    ("She was told to leave it; nothing but a smile.", "turned_away"),
    ("等法务看完再签", "held_until"),
    ("周五的包改到周一再发", "held_until"),
    ("Kept the lanes roped off until Lena was back.", "held_until"),
    ("The release was postponed.", "held_until"),
    ("火锅店的虾滑换成了牛肉丸", "other_way"),
    ("工单里用代号指代病人", "other_way"),
    ("He took the tram instead.", "other_way"),
    ("问过用户以后才订的", "asked_first"),
    ("两个人逐条核对", "asked_first"),
    ("Asked the host whether there are pets.", "asked_first"),
    ("Every page was signed as required.", "as_ruled"),
    ("访客一律登记", "as_ruled"),
]

BREAKS = [
    ("图省事，直接把 v3 推上了线", "excuse"),
    ("没来得及给徐家看就登了", "excuse"),
    ("It was too hot for a helmet.", "excuse"),
    ("Just this once, nobody saw it.", "excuse"),
    ("没等审批就发了", "left_undone"),
    ("The form went out unsigned.", "left_undone"),
    ("We skipped the review.", "left_undone"),
    ("把用户的号码告诉了他", "gave"),
    ("Booked the user a seat in the middle.", "gave"),
    ("用户说以后随意点", "at_will"),
]

NEITHER = [
    "葡萄架今年爬满了",
    "托盘的木料成本涨了一成",
    "机场的安检口今天排长队",
    "The cactus is three years old.",
    "The festival lasts four days.",
    "叉车的年检标贴十二月到期",
    "妈妈的血型是 O 型",
    "The park has new benches.",
    "红绿灯路口装了摄像头",
    "The chair hugs the wall.",
]


@pytest.mark.parametrize(("text", "tone"), KEEPS)
def test_words_of_obeying_are_heard(text: str, tone: str) -> None:
    assert tones_in(text)[tone]


@pytest.mark.parametrize(("text", "tone"), BREAKS)
def test_words_of_breaking_a_rule_are_heard(text: str, tone: str) -> None:
    assert tones_in(text)[tone]


@pytest.mark.parametrize("text", NEITHER)
def test_a_plain_state_tells_of_no_obeying(text: str) -> None:
    spans = tones_in(text)
    assert not [tone for tone in (*OBEYING, "excuse", "left_undone", "at_will", "attempt") if spans[tone]]


@pytest.mark.parametrize(
    ("rule", "newcomer", "thing"),
    [
        ("The user does not gamble.", "Renewed his usual four scratch cards.", "gambling"),
        ("狗不能吃葡萄和巧克力", "奖了来福两块德芙", "chocolate_and_grapes"),
        ("狗不能吃葡萄和巧克力", "奶奶掰了半颗提子", "chocolate_and_grapes"),
        ("Guide dogs are always admitted.", "She left her Labrador outside.", "dog"),
        ("用户不吃任何保健品", "续订了三个月的鱼油", "supplement"),
        ("用户正在备孕，不安排任何 X 光检查", "先拍一张胸片", "medical_imaging"),
        ("Never lend the company van.", "Marek has the Transit this weekend.", "vehicle"),
        ("用户对乳胶过敏", "戴的是天然橡胶手套", "latex"),
        ("No photographs of pupils.", "存了两张学生的照片", "photo"),
        ("服务器口令不走微信", "root 的密码念给小杜了", "secret_keys"),
        ("The user is allergic to shellfish.", "a plate of prawns", "fish_and_shellfish"),
        ("用户在戒烟", "He lit a cigar.", "smoking"),
        ("本店不向未成年人卖酒", "穿校服的男生", "children"),
        ("The user takes no painkillers.", "布洛芬", "medicine"),
        ("No deployments on Fridays.", "周五发上了线", "weekend"),
        ("不要在生产环境改数据", "in prod", "releasing"),
        ("进馆须登记", "The visitor walked in.", "entry"),
        ("Keep the fire doors clear.", "安全出口堆了箱子", "doors_and_exits"),
        ("工资保密", "His payslip lay on the desk.", "salary"),
        ("用户信佛，不杀生", "去塘里钓鱼", "killing_animals"),
    ],
)
def test_a_rule_and_its_newcomer_name_the_same_thing(rule: str, newcomer: str, thing: str) -> None:
    assert thing in ruled_things(newcomer)


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("The pigment dries fast.", "pork"),
        ("The scarf is blue.", "vehicle"),
        ("He went to a concert.", "killing_animals"),
        ("Their education matters.", "cat"),
        ("The stable release is out.", "dog"),
        ("天气预报说有雨", "smoking"),
        ("The report is late.", "chat"),
        ("窗帘是蓝色的", "meat"),
        ("An eggplant on the balcony", "egg"),
        ("The novelist lives here.", "gambling"),
    ],
)
def test_a_thing_is_not_seen_in_another_word(text: str, thing: str) -> None:
    assert thing not in ruled_things(text)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_things_and_tones_are_read_of_any_text(text: str) -> None:
    assert all(isinstance(thing, str) for thing in ruled_things(text))
    assert all(0 <= start < end <= len(text) for spans in tones_in(text).values() for start, end in spans)


def test_every_manner_has_a_sample_in_both_languages() -> None:
    assert len(manner_names()) == len(manner_samples()) == len(set(manner_samples()))
    assert {name.rsplit("_", 1)[1] for name in manner_names()} == {"en", "zh"}
