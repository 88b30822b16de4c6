"""How things stand, told in other words: states, deeds done and not done, what is had and lacked."""

import pytest

from palace.text.comparison.deeds import Stage, deeds_told
from palace.text.comparison.evidence_of_states import states_evidence
from palace.text.comparison.laying import laid_beside
from palace.text.comparison.possessions import possessions
from palace.text.comparison.reading import readings_of
from palace.text.comparison.states import states_told

TURNED = ("state_turned", "deed_turned", "having_turned", "pole_turned")


def found_in(a: str, b: str) -> dict[str, float]:
    features, _ = states_evidence(laid_beside(*readings_of(a, b), None))
    return features


def turned(a: str, b: str) -> float:
    return max(found_in(a, b)[name] for name in TURNED)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("梯子还没还", "梯子已经还给邻居了"),
        ("钱一分没付", "钱早就付清了"),
        ("渡轮停航了", "渡轮恢复通航了"),
        ("鱼缸清得能看见底", "鱼缸浑得看不见鱼"),
        ("挂钟停摆了", "挂钟走得分秒不差"),
        ("合唱团在找钢琴伴奏", "合唱团有钢琴伴奏"),
        ("这个班还有名额", "这个班报满了"),
        ("三号车位一直空着", "三号车位租给律所了"),
        ("杏子还没摘", "杏子摘光了"),
        ("证书还没 renew", "证书昨天 renew 好了"),
        ("The pond has dried up.", "The pond is brimming after the rain."),
        ("The roof has not been patched yet.", "The roof was patched last week."),
        ("We still owe the roofer.", "The roofer has been paid in full."),
        ("The fence is unfinished.", "The fence is finished."),
        ("The dog is pregnant.", "The dog had puppies."),
        ("The marathon is sold out.", "There are places left in the marathon."),
        ("The orchestra has no oboist.", "The orchestra has found an oboist."),
        ("The lift is out of order.", "电梯修好了"),
        ("The invoice is unpaid.", "发票已经付清"),
        ("The shop is open again.", "这家店倒闭了"),
    ],
)
def test_opposed_states_of_one_thing_are_found_in_whatever_words_and_order(a: str, b: str) -> None:
    assert turned(a, b) > 0.2
    assert turned(b, a) == turned(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("前院的灯坏了", "后院的灯好着呢"),
        ("东头大棚的番茄收完了", "西头大棚的番茄才刚坐果"),
        ("A 组的货到了", "B 组的货还没到"),
        ("头一批瓷砖到港了", "第二批瓷砖还漂在海上"),
        ("四月的社保已经缴了", "五月的社保还没缴"),
        ("The kitchen tap drips.", "The bathroom tap has been fixed."),
        ("The lift in block A is out of service.", "The lift in block B is running."),
        ("The course is full for spring.", "The course still has places for autumn."),
        ("If the pump is broken, call Rafe.", "The pump works."),
        ("Tickets will be sold out soon.", "Tickets are still available."),
        ("修好之后要先试转十分钟", "泵坏了要报给老马"),
        ("没签协议的供应商看不到图纸", "图纸只给签过协议的供应商看"),
    ],
)
def test_states_of_two_things_and_what_has_not_come_about_oppose_nothing(a: str, b: str) -> None:
    assert turned(a, b) == 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("票卖光了", "票已售罄"),
        ("书还没还", "书尚未归还"),
        ("没有一块种薯不发芽", "种薯块块都出了芽"),
        ("水库已经开闸放水", "水库的闸门已经打开"),
        ("The road is clear again.", "The road is no longer blocked."),
        ("The invoice is unpaid.", "The invoice has not been paid."),
        ("The cat has been found.", "The cat has turned up."),
        ("The bakery has hired enough staff.", "The bakery is no longer short of staff."),
        ("The lift is broken.", "The lift is out of service."),
        ("合同还没签", "The contract has not been signed."),
        ("His licence has expired.", "His licence is no longer valid."),
    ],
)
def test_one_state_in_two_wordings_is_alike_and_opposes_nothing(a: str, b: str) -> None:
    features = found_in(a, b)
    assert max(features["state_alike"], features["deed_alike"]) > 0
    assert turned(a, b) == 0


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("篱笆还没修", Stage.NOT_DONE),
        ("还没给狗洗澡", Stage.NOT_DONE),
        ("论文还在改", Stage.UNDER_WAY),
        ("墙刷了一半", Stage.UNDER_WAY),
        ("墙刷完了", Stage.DONE),
        ("书已经还给图书馆", Stage.DONE),
        ("The hall is yet to be painted.", Stage.NOT_DONE),
        ("The hall has never been painted.", Stage.NOT_DONE),
        ("They never got round to painting the hall.", Stage.NOT_DONE),
        ("The hall is being painted.", Stage.UNDER_WAY),
        ("The hall was painted in May.", Stage.DONE),
        ("We have finished painting the hall.", Stage.DONE),
    ],
)
def test_how_far_a_deed_has_come_is_read_from_aspect(text: str, stage: Stage) -> None:
    assert [one.stage for one in deeds_told(text)][:1] == [stage]


@pytest.mark.parametrize(
    "text",
    [
        "The hall will be painted in May.",
        "The hall must be painted.",
        "The user drinks water.",
        "The printer is new.",
    ],
)
def test_what_is_planned_demanded_or_only_named_is_no_deed(text: str) -> None:
    assert deeds_told(text) == ()


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("宿舍楼有电梯", True),
        ("宿舍楼没装电梯", False),
        ("他没考过驾照", False),
        ("The house has its own well.", True),
        ("There is no well.", False),
        ("The choir is looking for a conductor.", False),
        ("She does not know any Portuguese.", False),
    ],
)
def test_what_is_had_and_what_is_lacked_is_told_apart(text: str, had: bool) -> None:
    assert [one.had for one in possessions(text)] == [had]


@pytest.mark.parametrize(
    "text", ["", " ", "。", "\ud800", "~", "没", "not", "🎣" * 40, "还没" * 3000, "has been " * 3000]
)
def test_reading_states_is_total_and_bounded(text: str) -> None:
    assert len(states_told(text)) <= 40
    assert len(deeds_told(text)) <= 40
    assert isinstance(possessions(text), tuple)


def test_spans_are_places_in_the_text_as_written() -> None:
    text = "圖書館因裝修而閉館"
    (told,) = states_told(text)
    assert text[slice(*told.span)] == "閉館"
