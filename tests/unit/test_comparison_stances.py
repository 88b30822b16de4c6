"""How a text stands to what it speaks of: denials with their reach, and words that only look like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.polarity import denials
from palace.text.comparison.stance_words import Force, chinese_words, english_markers, is_look_alike
from palace.text.comparison.stances import clauses, stances

ANY_TEXT = st.text(st.characters(), max_size=200) | st.text(
    "不没别无未非禁可能要必的了，。 notevrmaycn'td", max_size=60
)

NO_DENIAL = (
    "楼下那家咖啡馆的拿铁味道不错",
    "他不但会弹琴，还会唱歌",
    "不仅要快，也要稳",
    "无论晴雨都去跑步",
    "青苔项目不得不依赖外部地图接口",
    "这件事没准能成",
    "没错，就是三号楼",
    "请把分支的级别和类别写清楚",
    "特别喜欢这家店",
    "别忘了给异步队列配死信",
    "合并之前不要忘记更新变更日志",
    "出门前切勿忘记关灯",
    "非常感谢",
    "未来三年的计划",
    "无锡的办公室",
    "乳糖不耐受要登记",
    "能不能吃辣要先问",
    "有没有缓存都一样",
    "不管多晚都要回邮件",
    "她忍不住笑了",
    "用户的英语口语差不多够用",
    "不久会搬家",
    "不断重试",
    "不超过三十行",
    "不少于两次",
    "这条规则不可或缺",
    "莫斯科的冬天",
    "无人机放在仓库",
    "这把钥匙不是不能用",
    "没有一瓶不合格",
    "Do not forget to run the linter.",
    "Never forget to lock the shed.",
    "It is not only fast but also small.",
    "There is no doubt about the date.",
    "No matter what, call first.",
    "She can't help laughing.",
    "The soup is not bad.",
    "At the latest on Friday, no later than noon.",
    "Answers take no more than five sentences.",
    "Room No. 5 is free.",
    "In May the rent goes up.",
    "Notice the note on the notebook.",
    "Nothing but tea in the morning.",
    "He is not without talent.",
)


@pytest.mark.parametrize("text", NO_DENIAL)
def test_what_only_looks_like_a_denial_is_none(text: str) -> None:
    assert denials(text) == ()


DENIALS = (
    ("用户从不喝碳酸饮料", "从不", "喝碳酸饮料"),
    ("用户不吃香菜", "不", "吃香菜"),
    ("没有任何定时任务清理缓存目录", "没有任何", "定时任务清理缓存目录"),
    ("任何自动流程都不得覆盖 P0 条目", "都不得", "覆盖 P0 条目"),
    ("界面里禁止引入第三方字体", "禁止", "引入第三方字体"),
    ("从今天起评审会不再录音", "不再", "录音"),
    ("用户吃不了辣", "不了", "吃不了辣"),
    ("屋里不准有猫", "不准", "有猫"),
    ("旧的备份脚本已经不用", "已经不", None),
    ("Never push to main.", "never", "push to main"),
    ("The user cannot drink milk.", "cannot", "drink milk"),
    ("Comments are no longer allowed here", "are no longer allowed", "Comments are no longer allowed here"),
    ("Direct pushes to main are forbidden.", "are forbidden", "Direct pushes to main are forbidden"),
    ("No deployments on Fridays.", "no", "deployments on Fridays"),
    ("Thursdays are meeting-free.", "-free", "meeting"),
    ("Some endpoints work without a token.", "without", "a token"),
    ("She gave up smoking last year", "gave up", "smoking last year"),
    ("The boss advised against the merger", "advised against", "the merger"),
    ("The user doesn’t like long e-mails", "doesn't", "like long e-mails"),
)


@pytest.mark.parametrize(("text", "words", "scope"), DENIALS)
def test_a_denial_is_found_with_what_it_denies(text: str, words: str, scope: str | None) -> None:
    found = denials(text)
    assert [one.words for one in found] == [words]
    if scope is not None:
        assert text[slice(*found[0].scope)].strip() == scope


FORCES = (
    ("合并前必须先变基", Force.REQUIRED),
    ("上传附件前需要压缩", Force.REQUIRED),
    ("出差非坐高铁不可", Force.REQUIRED),
    ("别忘了关灯", Force.REQUIRED),
    ("上传附件前无需压缩", Force.NEEDLESS),
    ("报名不必交照片", Force.NEEDLESS),
    ("用户可以喝牛奶", Force.ALLOWED),
    ("房东同意在屋里养猫", Force.ALLOWED),
    ("用户能吃辣", Force.ABLE),
    ("合并前一律不要变基", Force.FORBIDDEN),
    ("不要在周五发版", Force.FORBIDDEN),
    ("他去年戒了烟", Force.CEASED),
    ("不一定要去", Force.NEEDLESS),
    ("没跑过冒烟测试就不准上线", Force.REQUIRED),
    ("没过静态检查和单元测试的代码不许提交", Force.REQUIRED),
    ("没养够一周不卖", Force.REQUIRED),
    ("必不可少的是盐，离不开", Force.REQUIRED),
    ("Two approvals are required.", Force.REQUIRED),
    ("Every merge must be squashed.", Force.REQUIRED),
    ("You don't have to sign in.", Force.NEEDLESS),
    ("Helmets are optional here.", Force.NEEDLESS),
    ("Dogs are welcome in the garden.", Force.ALLOWED),
    ("Deploying on Friday is fine.", Force.ALLOWED),
    ("Feel free to call at night.", Force.ALLOWED),
    ("The user can eat gluten.", Force.ABLE),
    ("Do not deploy without review.", Force.REQUIRED),
    ("Nobody opens the kiln until it has cooled.", Force.REQUIRED),
    ("The garden has stopped admitting dogs.", Force.FORBIDDEN),
    ("Production deployment is not allowed.", Force.FORBIDDEN),
    ("He has been off sugar for years.", Force.CEASED),
)


@pytest.mark.parametrize(("text", "force"), FORCES)
def test_a_word_of_stance_has_its_force(text: str, force: Force) -> None:
    assert force in {one.force for one in stances(text)}


def test_the_month_of_may_gives_no_leave() -> None:
    assert stances("In the May evaluation the score fell") == ()
    assert [one.force for one in stances("Guests may park here")] == [Force.ALLOWED]


def test_a_denial_ends_with_its_clause() -> None:
    text = "用户不吃香菜，但喜欢葱"
    (denial,) = denials(text)
    assert text[slice(*denial.scope)] == "吃香菜"


def test_a_denial_reaches_over_a_list() -> None:
    text = "用户不吃香菜、内脏"
    (denial,) = denials(text)
    assert text[slice(*denial.scope)] == "吃香菜、内脏"


def test_a_clause_of_condition_is_marked() -> None:
    assert [one.conditional for one in clauses("No deploys on Friday unless on-call approves")] == [
        False,
        True,
    ]
    assert [one.conditional for one in clauses("除非组长同意，周五不发版")] == [True, False]


def test_places_are_those_of_the_text_as_written() -> None:
    text = "用户不再喝Ｃａｆé，ﬀ 不吃辣"
    for one in stances(text):
        assert text[slice(*one.span)] in {"不再", "不"}


@given(ANY_TEXT)
def test_any_text_is_read(text: str) -> None:
    for clause in clauses(text):
        for one in clause.stances:
            for start, end in (one.span, one.scope):
                assert 0 <= start <= end <= len(text)
            assert one.words


def test_the_tables_hold_every_force_that_a_word_can_have() -> None:
    by_table = {Force.ASSERTED, Force.LIKED, Force.DISLIKED}
    assert set(chinese_words().values()) - {None} == set(Force) - by_table
    assert {force for force, _, _ in english_markers()} == set(Force) - by_table


@pytest.mark.parametrize(("word", "alike"), [("不错", True), ("特别", True), ("不过", True), ("不要", False)])
def test_a_word_by_itself_is_known_as_a_look_alike(word: str, alike: bool) -> None:
    assert is_look_alike(word) is alike


def test_a_very_long_text_is_read_in_bounded_time() -> None:
    assert len(stances("不吃香菜，never eat that. " * 10_000)) < 10_000
