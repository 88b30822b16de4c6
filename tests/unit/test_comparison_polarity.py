"""Where one text affirms what another denies, with or without a negation, and where it only seems so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.text.comparison.folded_text import LONGEST_READ
from palace.text.comparison.polarity import forces_clash, polarity_clash, polarity_clashes
from palace.text.comparison.stance_words import Force

ANY_TEXT = st.text(st.characters(), max_size=150) | st.text(
    "不没别可以能喜欢讨厌吃辣，。 not like can", max_size=40
)

CLASHING = (
    ("周五可以发版", "周五不可以发版", "polarity"),
    ("周五可以发版", "周五禁止发版", "polarity"),
    ("Production deployment is allowed.", "Production deployment is not allowed.", "polarity"),
    ("Always rebase before pushing.", "Never rebase before pushing.", "polarity"),
    ("Every endpoint requires a token.", "Some endpoints work without a token.", "polarity"),
    ("The stove must be checked at night.", "The stove need not be checked at night.", "polarity"),
    ("上传前需要压缩照片", "上传前无需压缩照片", "polarity"),
    ("合并前必须变基", "合并前不用变基", "polarity"),
    ("用户能吃辣", "用户吃不了辣", "polarity"),
    ("The user can swim.", "The user can't swim.", "polarity"),
    ("报价含税", "报价不含税", "polarity"),
    ("机票可以退改", "机票不退不改", "polarity"),
    ("评审会默认录音", "从今天起评审会不再录音", "polarity"),
    ("Comments are allowed in the config file.", "Comments are no longer allowed.", "polarity"),
    ("Dogs are welcome in the garden.", "The garden has stopped admitting dogs.", "polarity"),
    ("缓存目录有定时任务清理", "没有任何定时任务清理缓存目录", "polarity"),
    ("He smokes.", "He does not smoke.", "polarity"),
    ("They are insured against floods.", "They are not insured against floods.", "polarity"),
    ("用户可以喝牛奶", "The user cannot drink milk.", "polarity"),
    ("Deploying on Friday is fine.", "周五禁止部署", "polarity"),
    ("Force-push is allowed on feature branches.", "特性分支也不允许强推", "polarity"),
    ("The quote covers hail.", "The quote covers everything except hail.", "polarity"),
    ("这批蜂蜜没有一瓶不合格", "这批蜂蜜有几瓶不合格", "polarity"),
    ("这把钥匙能打开地下室", "这把钥匙打不开地下室", "polarity"),
    ("She loves coriander.", "她现在很讨厌香菜", "preference"),
    ("用户很爱吃川菜", "用户现在受不了川菜了", "preference"),
    ("The user enjoys phone calls.", "The user doesn't like phone calls.", "preference"),
    ("联系用户优先发邮件，他最烦电话", "联系用户优先打电话，他很少看邮件", "preference"),
    ("Guests need a ticket.", "No ticket is needed.", "polarity"),
    ("Pets are banned from the terrace.", "露台上可以带宠物", "polarity"),
    ("The team prefers meetings to written updates.", "The team favours written updates.", "preference"),
    ("I would rather rent than buy.", "I'd rather buy than rent.", "preference"),
    ("智齿昨天拔了", "智齿还没拔", "state"),
)


@pytest.mark.parametrize(("a", "b", "axis"), CLASHING)
def test_a_claim_clashes_with_its_denial_either_way_round(a: str, b: str, axis: str) -> None:
    found = polarity_clash(a, b)
    assert found is not None
    assert found.axis == axis
    turned = {(one.b, one.a, one.b_force, one.a_force) for one in polarity_clashes(b, a)}
    assert turned == {(one.a, one.b, one.a_force, one.b_force) for one in polarity_clashes(a, b)}


AGREEING = (
    ("周五不部署", "No deployments on Fridays."),
    ("周五下午不发版", "禁止在星期五下午发布新版本"),
    ("Never push directly to main.", "Direct pushes to main are forbidden."),
    ("Don't forget to run the linter.", "Remember to run the linter."),
    ("合并之前不要忘记更新变更日志", "合并前记得更新变更日志"),
    ("上线前必须先跑一遍冒烟测试", "没跑过冒烟测试就不准上线"),
    ("The user dislikes long e-mails.", "The user doesn't like emails that are long."),
    ("No meetings on Thursdays.", "Thursdays are meeting-free."),
    ("用户乳糖不耐受", "The user is lactose intolerant."),
    ("用户从不喝碳酸饮料", "汽水用户是不碰的"),
    ("The shop is not open on Sundays.", "On Sundays the shop is closed."),
    ("The grant covers travel but not meals.", "Meals are excluded from the grant; travel is covered."),
    ("Nobody opens the kiln until it has cooled.", "The kiln must cool before anyone opens it."),
    ("ETL 跑完之前不要刷新报表", "报表要等 ETL 跑完才能刷新"),
    ("用户不吃香菜和内脏，也不能吃辣", "用户不吃香菜"),
    ("Wendell has dropped out of the relay race.", "Wendell 退出了接力赛"),
    ("Dad retired last spring.", "爸爸去年春天退休了"),
    ("没带身份证的不让进", "必须带身份证才能进"),
    ("Only members may vote.", "Non-members may not vote."),
)


@pytest.mark.parametrize(("a", "b"), AGREEING)
def test_the_same_denial_in_other_words_clashes_with_nothing(a: str, b: str) -> None:
    assert polarity_clashes(a, b) == ()
    assert polarity_clashes(b, a) == ()


SPEAKING_OF_OTHER_THINGS = (
    ("Pixel is four years old.", "Pixel is not afraid of dogs."),
    ("Backups are encrypted.", "Backups are not replicated abroad."),
    ("No routine deploys on Friday.", "Hotfixes may go out on Friday if on-call approves."),
    ("周五不发常规版本", "紧急修复可以在周五发，但要两个人确认"),
    ("通知统一走异步队列", "别忘了给异步队列配死信"),
    ("Use the async runtime.", "Do not forget to configure the async runtime."),
    ("楼下那家咖啡馆的拿铁味道不错", "楼下那家咖啡馆周一不营业"),
    ("用户不喜欢电话沟通", "有急事可以直接给用户打电话"),
    ("The user doesn't take meetings before nine.", "The user prefers meetings after lunch."),
    ("上传可以不压缩", "上传可以压缩"),
    ("", "不吃辣"),
    ("🙂", "🙃"),
)


@pytest.mark.parametrize(("a", "b"), SPEAKING_OF_OTHER_THINGS)
def test_a_denial_of_something_else_clashes_with_nothing(a: str, b: str) -> None:
    assert polarity_clashes(a, b) == ()


APART = (
    ("Imogen may unlock the freezer.", "Yuki may not unlock the freezer."),
    ("The licence covers contractors in Spain.", "The licence does not cover contractors in Italy."),
    ("游戏存档不走云同步", "游戏成就走云同步"),
)


@pytest.mark.parametrize(("a", "b"), APART)
def test_a_clash_over_two_cases_tells_what_sets_them_apart(a: str, b: str) -> None:
    found = polarity_clash(a, b)
    assert found is None or (found.a_only and found.b_only)


def test_a_clash_over_one_case_has_nothing_that_sets_it_apart() -> None:
    found = polarity_clash("Remote work is allowed on Mondays.", "Remote work is not allowed on Mondays.")
    assert found is not None
    assert (found.a_only, found.b_only, found.covered) == ((), (), 1.0)


def test_a_clash_points_at_the_words_in_the_texts_as_written() -> None:
    a, b = "Ａ 组周五可以发版", "A 组周五不可以发版"
    found = polarity_clash(a, b)
    assert found is not None
    assert (a[slice(*found.a)], b[slice(*found.b)]) == ("可以", "不可以")


def test_words_that_only_a_model_knows_as_alike_help() -> None:
    a, b = "Brimblers may enter the vault.", "Snorkets may not enter the vault."
    plain = polarity_clash(a, b)
    assert plain is not None
    assert plain.a_only == ("brimblers",)
    helped = polarity_clash(a, b, alike=lambda first, second: float(first[0] == 0 == second[0]))
    assert helped is not None
    assert helped.a_only == ()


CLASHES = (
    (Force.REQUIRED, Force.FORBIDDEN, True),
    (Force.REQUIRED, Force.NEEDLESS, True),
    (Force.ALLOWED, Force.FORBIDDEN, True),
    (Force.ALLOWED, Force.NEEDLESS, False),
    (Force.ALLOWED, Force.REQUIRED, False),
    (Force.FORBIDDEN, Force.NEEDLESS, False),
    (Force.ASSERTED, Force.DENIED, True),
    (Force.ASSERTED, Force.CEASED, True),
    (Force.DENIED, Force.CEASED, False),
    (Force.ABLE, Force.UNABLE, True),
    (Force.LIKED, Force.DISLIKED, True),
    (Force.LIKED, Force.DENIED, True),
    (Force.DISLIKED, Force.DENIED, False),
    (Force.ALLOWED, Force.DISLIKED, False),
)


@pytest.mark.parametrize(("one", "other", "clash"), CLASHES)
def test_which_forces_clash(one: Force, other: Force, clash: bool) -> None:
    assert forces_clash(one, other) is clash
    assert forces_clash(other, one) is clash


@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared(a: str, b: str) -> None:
    for found in polarity_clashes(a, b):
        assert 0 <= found.a[0] < found.a[1] <= len(a)
        assert 0 <= found.b[0] < found.b[1] <= len(b)
        assert 0 < found.covered <= 1
    assert len(polarity_clashes(a, b)) == len(polarity_clashes(b, a))
    assert polarity_clashes(a, a) == ()


def test_very_long_texts_are_compared_in_bounded_time() -> None:
    long = "用户不吃辣，he can eat it。" * (LONGEST_READ // 10)
    assert len(polarity_clashes(long, "用户吃辣")) <= 40
