"""What the words around a number make of it: a limit, an estimate, a past value, a name, no amount at all."""

from fractions import Fraction

import pytest

from palace.text.comparison.quantities import IDENTIFIER, Quantity, quantities

NAMES = [
    "ISO-8601",
    "ISO 8601 格式",
    "GPT-4",
    "gpt-4o",
    "RFC 7231",
    "user_id_42",
    "model_v2.py",
    "room 301",
    "301 室",
    "会议室 3",
    "B12 gate: gate B12",
    "seat 14C",
    "401 Unauthorized",
    "返回 404",
    "HTTP 500",
    "500 错误",
    "手机号 13800138000",
    "电话 010-62345678",
    "+86 138 0013 8000",
    "+1 415 555 0132",
    "PR #312",
    "issue 42",
    "订单号 20230001",
    "P0 记忆",
    "H100",
    "k8s",
    "utf-8",
    "sha256",
    "192.168.0.1",
    "10.0.0.0/8",
    "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "a3f9c2d",
    "me2024@example.com",
    "https://example.com/v1/items/42",
    "/etc/nginx/conf.d/site2.conf",
    "地铁 4 号线",
    "12 号楼",
    "302 路公交",
    "三年级",
    "密码是 8080",
    "locker 8443",
    "step 3",
    "Phase II",
    "4K 视频",
    "5G 网络",
    "3D 打印",
    "1080p",
    "flight 837",
    "航班 837",
    "工号 10086",
]

NO_AMOUNT = [
    "一起吃饭",
    "大家都一样",
    "一直在用",
    "万一失败",
    "千万别删",
    "十分重要",
    "百度搜索",
    "四川菜",
    "三明治",
    "统一处理",
    "第三方库",
    "一般来说",
    "一边走一边聊",
    "有一点冷",
    "五官",
    "一定要备份",
    "no one knows",
    "one of the servers",
    "this one is better",
    "everyone",
    "someone else",
    "一方面",
    "半途而废",
    "七夕",
    "二维码",
    "双方同意",
    "一旦出错",
    "不管三七二十一",
]


def amounts(text: str) -> list[Quantity]:
    return [quantity for quantity in quantities(text) if quantity.dimension != IDENTIFIER]


@pytest.mark.parametrize("text", NAMES)
def test_a_number_in_a_name_is_no_amount(text: str) -> None:
    assert amounts(text) == []


@pytest.mark.parametrize("text", NO_AMOUNT)
def test_a_numeral_inside_a_word_is_no_amount(text: str) -> None:
    assert quantities(text) == ()


VALUES = [
    ("7 小时 30 分", "duration", 27_000),
    ("一万二千元", "money:CNY", 12_000),
    ("百分之八点五", "percent", Fraction("8.5")),
    ("UTC+05:30", "zone_offset", 330),
    ("东八区", "zone_offset", 480),
    ("八折", "discount", 20),
    ("$1,850", "money:USD", 1850),
    ("一米七五", "length", Fraction("1.75")),
    ("零下五度", "temperature", -5),
    ("16:9", "ratio", Fraction(16, 9)),
    ("端口 8080", "port", 8080),
    ("twelve people", "count:person", 12),
    ("5 miles", "length", Fraction("8046.72")),
]


@pytest.mark.parametrize(("text", "dimension", "value"), VALUES)
def test_an_amount_has_its_value_in_the_base_unit(text: str, dimension: str, value: Fraction | int) -> None:
    (quantity,) = amounts(text)
    assert (quantity.dimension, quantity.low, quantity.high) == (dimension, value, value)


BOUNDS = [
    ("至少睡够 8 小时", "at_least"),
    ("不少于 3 次", "at_least"),
    ("3 次以上", "at_least"),
    ("100 元起", "at_least"),
    ("more than 4 hours", "at_least"),
    (">= 3 nodes", "at_least"),
    ("no fewer than 3 nodes", "at_least"),
    ("最多返回 100 条", "at_most"),
    ("不得超过四十五分钟", "at_most"),
    ("30 天之内", "at_most"),
    ("不到 10 人", "at_most"),
    ("上限是一万二", "at_most"),
    ("up to 5 users", "at_most"),
    ("less than 2 GB", "at_most"),
    ("must not exceed 50 characters", "at_most"),
    ("没有超过 3 次", "at_most"),
    ("大约 12 分钟", "about"),
    ("12 分钟左右", "about"),
    ("~12 min", "about"),
    ("roughly 400 users", "about"),
    ("400 人上下", "about"),
    ("三次", "exact"),
    ("最近 3 天", "exact"),
    ("超时 30 秒", "exact"),
    ("起床后 30 分钟", "exact"),
]


@pytest.mark.parametrize(("text", "bound"), BOUNDS)
def test_words_beside_an_amount_make_it_a_limit_or_an_estimate(text: str, bound: str) -> None:
    assert [quantity.bound for quantity in amounts(text)] == [bound]


FORMER = [
    ("从 3 次降到 1 次", [True, False]),
    ("timeout was raised from 30 to 60 seconds", [True, False]),
    ("30 秒 → 60 秒", [True, False]),
    ("原来是 25 元，现在 28 元", [True, False]),
    ("used to be 3 nodes, now 5 nodes", [True, False]),
    ("60 seconds instead of 30 seconds", [False, True]),
    ("房租 5200 元", [False]),
]


@pytest.mark.parametrize(("text", "former"), FORMER)
def test_a_text_may_call_a_value_a_past_one(text: str, former: list[bool]) -> None:
    assert [quantity.former for quantity in amounts(text)] == former


PERIODS = [
    ("每周跑步三次", "week"),
    ("月租 5200 元", "month"),
    ("$1,850 a month", "month"),
    ("10 mg of the tablet a day", "day"),
    ("60 次/分钟", "minute"),
    ("3 per person", "person"),
    ("每人 3 个", "person"),
    ("twice a week", "week"),
    ("预算 12000 元", ""),
]


@pytest.mark.parametrize(("text", "per"), PERIODS)
def test_an_amount_knows_for_each_of_what_it_holds(text: str, per: str) -> None:
    assert [quantity.per for quantity in amounts(text)][:1] == [per]
