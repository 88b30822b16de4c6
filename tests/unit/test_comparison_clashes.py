"""Statements of many lives that cannot both hold, by a denial or by opposed words, and some that can."""

import pytest

from palace.text.comparison.oppositions import oppositions
from palace.text.comparison.polarity import polarity_clash

CONFLICTING = (
    ("polarity", "泳池下午允许带鳍", "泳池任何时候都不准带鳍"),
    ("polarity", "实验室里不能吃东西", "实验室里吃东西没关系"),
    (
        "polarity",
        "The quartet rehearses without a metronome.",
        "The quartet always rehearses with a metronome.",
    ),
    (
        "polarity",
        "Volunteers are insured during the festival.",
        "The festival does not insure its volunteers.",
    ),
    (
        "polarity",
        "The pharmacy accepts foreign prescriptions.",
        "The pharmacy rejects foreign prescriptions.",
    ),
    ("polarity", "这条地铁线可以带自行车", "这条地铁线禁带自行车"),
    ("polarity", "奶奶会用智能手机", "奶奶不会用智能手机"),
    ("polarity", "孩子可以吃蜂蜜", "孩子不满一岁，绝不能吃蜂蜜"),
    ("polarity", "Interns may sign purchase orders.", "Interns are not permitted to sign purchase orders."),
    ("polarity", "宿舍十一点后锁门", "宿舍晚上不锁门"),
    ("polarity", "The museum charges for entry on Sundays.", "Entry to the museum is free on Sundays."),
    ("polarity", "押金会退", "押金概不退还"),
    ("polarity", "The new valve leaks.", "The new valve does not leak."),
    ("polarity", "她对猫毛过敏", "她对猫毛不过敏"),
    ("polarity", "Leftovers must be thrown away.", "Leftovers may be kept for two days."),
    ("polarity", "报名必须本人到场", "报名不必本人到场"),
    ("polarity", "Guests need a ticket.", "No ticket is needed."),
    ("polarity", "培训期间发工资", "培训期间没有工资"),
    ("polarity", "Everyone gets a locker.", "Not everyone gets a locker."),
    ("polarity", "所有型号都支持快充", "只有部分型号支持快充"),
    ("polarity", "爷爷的助听器睡觉时要摘下来", "爷爷睡觉时也戴着助听器"),
    ("polarity", "Cyclists must wear a helmet.", "骑车不用戴头盔"),
    ("polarity", "Pets are banned from the terrace.", "露台上可以带宠物"),
    ("polarity", "The contract renews automatically.", "合同不会自动续签"),
    ("polarity", "Photography is prohibited in the chapel.", "教堂里允许拍照"),
    ("polarity", "He never skips breakfast.", "He usually skips breakfast."),
    ("polarity", "周末会回复邮件", "周末一律不回邮件"),
    ("polarity", "这家店接受现金", "这家店只收手机支付，不收现金"),
    ("polarity", "缴费后不能退课", "开课前都可以退课"),
    ("polarity", "The scanner keeps a copy of every page.", "The scanner keeps no copies."),
    ("polarity", "The lab shares raw data on request.", "The lab refuses to share raw data."),
    ("polarity", "日志里可以出现手机号", "日志里严禁出现手机号"),
    ("polarity", "需要提前预约", "无需预约，直接来就行"),
    ("polarity", "Replies should include sources.", "Replies should leave out sources."),
    ("polarity", "服务器宕机会自动切换", "服务器宕机不会自动切换，要人来切"),
    ("preference", "他喜欢下雨天", "他最讨厌下雨天"),
    ("preference", "奶奶爱看京剧", "奶奶一听京剧就烦"),
    ("preference", "The user enjoys pair programming.", "The user can't stand pair programming."),
    ("preference", "She prefers aisle seats.", "She always asks for a window seat."),
    ("preference", "用户更喜欢手写笔记", "用户早就改用电子笔记，不爱手写了"),
    ("preference", "Dad is fond of jazz.", "爸爸不喜欢爵士乐"),
    ("preference", "The team favours async updates.", "The team prefers meetings to written updates."),
    ("preference", "用户喜欢回复里带表情", "用户不喜欢回复里带表情"),
    ("preference", "She hates flying.", "她很喜欢坐飞机"),
    ("preference", "咖啡喜欢加奶", "咖啡从来只喝黑的"),
    ("preference", "妹妹爱吃甜食", "妹妹不爱吃甜的"),
    ("preference", "He likes working in silence.", "He likes working with loud music on."),
    ("preference", "住酒店喜欢高楼层", "住酒店总选低楼层"),
    ("preference", "The user is a morning person.", "The user is a night owl."),
    ("preference", "I would rather rent than buy.", "I'd rather buy a flat than rent one."),
    ("state", "热水器坏了", "热水器上周修好了"),
    ("state", "The visa was rejected.", "The visa has been granted."),
    ("state", "The gallery is closed for renovation.", "The gallery is open again."),
    ("state", "婚礼场地还没定", "婚礼场地已经定下来了"),
    ("state", "The invoice is unpaid.", "The invoice was paid on Monday."),
    ("state", "车库门开着", "车库门关着"),
    ("state", "The dog is still limping.", "The dog has fully recovered."),
    ("state", "毕业论文还在改", "毕业论文已经交了"),
    ("state", "The subscription is active.", "The subscription has expired."),
    ("state", "快递还在路上", "快递已经签收"),
    ("state", "弟弟单身", "弟弟去年结婚了"),
    ("state", "The tenant has moved out.", "The tenant still lives there."),
    ("state", "漏水问题没解决", "漏水问题解决了"),
    ("state", "The grant application is pending.", "资助申请批下来了"),
    ("state", "The position is still open.", "The position has been filled."),
    ("state", "The beta is private.", "The beta is open to everyone."),
    ("state", "账号被封了", "账号已经解封"),
    ("state", "The kitchen tap drips.", "The kitchen tap has been fixed."),
    ("state", "爷爷住院了", "爷爷出院回家了"),
    ("state", "The heating is on.", "暖气关了"),
    ("state", "The book is on loan.", "The book has been returned."),
    ("state", "驾照考过了", "驾照还没考过"),
    ("state", "The bridge is closed to traffic.", "The bridge has reopened."),
    ("state", "疫苗打了两针", "疫苗还没打"),
    ("state", "The server is down.", "The server is up and running."),
    ("state", "项目已经立项", "项目还没立项"),
)


@pytest.mark.parametrize(("axis", "a", "b"), CONFLICTING)
def test_a_conflict_shows_its_axis(axis: str, a: str, b: str) -> None:
    assert axis in _axes(a, b)
    assert axis in _axes(b, a)


AGREEING = (
    ("The oven is not self-cleaning.", "The oven has a glass door."),
    ("用户不吃猪肉", "用户爱吃牛肉"),
    ("The garden is closed in winter.", "The garden is not far from the station."),
    ("没有电梯，要走楼梯", "从来不走电梯，只走楼梯"),
    ("Nobody answers the phone after six.", "The phone is not answered after 6 pm."),
    ("她不但会弹钢琴，还会拉小提琴", "她会弹钢琴也会拉小提琴"),
    ("Smoking is not allowed indoors.", "Smoking is allowed on the balcony."),
    ("门禁卡不能外借", "No lending of access cards."),
    ("The tap water is not drinkable.", "Do not drink the tap water."),
    ("别迟到", "请准时到"),
    ("The report is unfinished.", "The report is not finished yet."),
    ("不要用明火", "禁止明火"),
    ("He rarely eats fish.", "He doesn't eat much fish."),
    ("狗不能进餐厅", "餐厅不让带狗"),
    ("没带身份证的不让进", "必须带身份证才能进"),
    ("You can't enter without a ticket.", "A ticket is required to enter."),
    ("Only members may vote.", "Non-members may not vote."),
    ("The battery is not removable.", "The battery is built in."),
    ("孩子怕黑", "孩子不怕狗"),
    ("周一闭馆", "周一不开放"),
    ("The app does not work offline.", "The app needs an internet connection."),
    ("奶奶不识字", "奶奶爱听收音机"),
    ("The shop never closes.", "The shop is always open."),
    ("不接陌生电话", "陌生号码打来一律不接"),
    ("The contract is valid until June.", "The contract has not expired."),
    ("The choir does not rehearse in August.", "The choir performs in September."),
    ("会议室不用预订", "会议室有投影仪"),
    ("The cat is afraid of thunder.", "The cat is not allowed on the table."),
)


@pytest.mark.parametrize(("a", "b"), AGREEING)
def test_what_agrees_or_speaks_of_another_thing_shows_none(a: str, b: str) -> None:
    assert _axes(a, b) == set()
    assert _axes(b, a) == set()


def _axes(a: str, b: str) -> set[str]:
    clash = polarity_clash(a, b)
    return {found.axis for found in oppositions(a, b)} | ({clash.axis} if clash is not None else set())
