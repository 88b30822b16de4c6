"""Amounts as people write them in two languages: the same value, two values, more exact, no amount at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.text.comparison.quantities import (
    IDENTIFIER,
    clashing_quantities,
    narrower_quantity,
    quantities,
    same_quantity,
)

SAME = [
    ("7.5 小时", "7 小时 30 分"),
    ("7.5 小时", "450 分钟"),
    ("七个半小时", "7.5 hours"),
    ("seven and a half hours", "450 min"),
    ("7h30m", "7.5 小时"),
    ("半小时", "half an hour"),
    ("半个小时", "30 分钟"),
    ("一刻钟", "15 分钟"),
    ("三刻钟", "45 minutes"),
    ("a quarter of an hour", "十五分钟"),
    ("three quarters of an hour", "45 分钟"),
    ("takes an hour and a half", "1.5 小时"),
    ("一个半小时", "90 分钟"),
    ("an hour to build: it takes an hour", "构建要 60 分钟"),
    ("两周", "14 天"),
    ("a fortnight: kept for two weeks", "保留 14 天"),
    ("半年", "6 个月"),
    ("一年半", "18 months"),
    ("两年零三个月", "27 个月"),
    ("三个月", "90 天"),
    ("一年", "365 天"),
    ("1500 毫秒", "1.5 秒"),
    ("0.5s", "500ms"),
    ("24h", "一天 24 小时"),
    ("七日内付款", "7 天内付款"),
    ("十五天以内", "within 15 days"),
    ("15m 缓存", "15 分钟缓存"),
    ("三天半", "3.5 天"),
    ("六天半", "6.5 days"),
    ("预算 1 万", "预算 10,000"),
    ("预算一万二", "预算 12,000 元"),
    ("10k 元", "一万元"),
    ("5.2w 元", "五万二千元"),
    ("1万2千元", "12000 元"),
    ("1.2 亿元", "一亿两千万元"),
    ("300 万用户", "3 million users"),
    ("3M users", "300 万用户"),
    ("7B parameters", "70 亿参数"),
    ("$3M", "300 万美元"),
    ("$1.5bn", "15 亿美元"),
    ("$1,850", "1850 美元"),
    ("US$20", "20 USD"),
    ("€15", "15 欧元"),
    ("£9.99", "9.99 英镑"),
    ("¥25", "25 块"),
    ("RMB 5200", "5200 元"),
    ("人民币 5200 元", "CNY 5200"),
    ("三块五", "3.5 元"),
    ("3 元 5 角", "3.50 元"),
    ("五毛", "0.5 元"),
    ("99 美分", "$0.99"),
    ("50%", "一半"),
    ("50%", "half of the rows"),
    ("百分之八十", "80%"),
    ("八成", "80 percent"),
    ("三分之一", "one third"),
    ("四分之三", "3/4 of the disk"),
    ("two thirds", "三分之二"),
    ("a quarter of the users", "25%"),
    ("千分之三", "0.3%"),
    ("9 out of 10 users", "90% 的用户"),
    ("阈值 0.85", "阈值 85%"),
    ("打八折", "20% off"),
    ("七五折", "25% off"),
    ("半价", "half price"),
    ("对折", "50% off"),
    ("1.5x", "1.5 倍"),
    ("翻倍", "doubled"),
    ("三比一", "3:1"),
    ("16:9", "16 比 9"),
    ("5 公里", "5000 米"),
    ("5km", "五公里"),
    ("3 miles", "3 英里"),
    ("26.2 miles", "42.16 公里"),
    ("一米七五", "175 厘米"),
    ("1米75", "1.75 m"),
    ("5 ft 10 in tall: 5 feet 10 inches", "178 cm"),
    ("2 斤", "1 公斤"),
    ("150 斤", "75 kg"),
    ("150 lb", "68 公斤"),
    ("500 克", "一斤"),
    ("半斤", "250 g"),
    ("10 mg", "0.01 克"),
    ("500 兆", "500M"),
    ("1 GB", "1024 MB"),
    ("1 GB", "1000 MB"),
    ("16 GB", "16G 内存"),
    ("64 KiB", "65536 bytes"),
    ("100 Mbps", "100 Mbit/s"),
    ("26°C", "26 度"),
    ("68°F", "20°C"),
    ("零下 5 度", "-5°C"),
    ("98.6 degrees Fahrenheit", "37 摄氏度"),
    ("89 平", "89 平方米"),
    ("500 ml", "半升"),
    ("v3.11", "version 3.11"),
    ("Python 3.11", "python3.11"),
    ("升级到 v2.4", "release 2.4"),
    ("端口 8080", "listens on port 8080"),
    ("localhost:5432", "5432 端口"),
    ("UTC+8", "GMT+08:00"),
    ("东八区", "UTC+8"),
    ("UTC-5", "西五区"),
    ("UTC+05:30", "UTC+5:30"),
    ("北京时间", "UTC+8"),
    ("12 个人", "twelve people"),
    ("两个 approve", "2 approvals"),
    ("三次重试", "three retries"),
    ("重试三次", "retries 3 times"),
    ("two dozen eggs", "24 个鸡蛋"),
    ("half a dozen eggs", "6 个鸡蛋"),
    ("a dozen people", "12 人"),
    ("每周两次", "twice a week"),
    ("每周两次", "2 times per week"),
    ("一天三次", "three times a day"),
    ("每分钟 60 次", "1 次/秒"),
    ("每月 100 元", "每年 1200 元"),
    ("5200 元/月", "月租 5200 元"),
    ("至少 8 小时", "不少于八小时"),
    ("at least 80%", "不低于八成"),
    ("最多 3 次", "no more than three times"),
    ("不超过 50 个字符", "up to 50 characters"),
    ("30 天以内", "within 30 days"),
    ("100 元起", "from 100 元 up: at least 100 元"),
    ("３０ 分鐘", "30 分钟"),
    ("３５％", "35%"),
    ("3-5 天", "三到五天"),
    ("3～5 days", "between 3 and 5 days"),
    ("两三个人", "2 到 3 个人"),
    ("三五天", "3 to 5 days"),
    ("2-3 万元", "两三万元"),
    ("大约 400 人", "约 410 人"),
    ("三岁半", "3.5 岁"),
    ("35 years old", "35 岁"),
    ("a 35-year-old", "35 岁"),
    ("3 楼", "third floor: on the third floor"),
    ("第三章", "第 3 章"),
    ("3 百万元", "三百万元"),
    ("壹万贰仟元", "12000 元"),
    ("½ 杯", "半杯"),
    ("2½ hours", "两个半小时"),
    ("1 1/2 cups", "一杯半"),
    ("3e-4", "0.0003"),
    ("120/80 mmHg: 120 mmHg", "120 毫米汞柱"),
    ("batch size 64", "batch size 是 64"),
    ("384 维", "384-dimensional vectors"),
    ("10 个工作日", "10 business days"),
    ("3 kWh", "三度电"),
]

CLASH = [
    ("保留两周", "保留 7 天"),
    ("30 秒", "30 毫秒"),
    ("3 小时", "三个半小时"),
    ("大约 3 小时", "大约三个半小时"),
    ("半小时", "一小时"),
    ("一年", "18 个月"),
    ("三个月", "60 天"),
    ("预算一万二", "预算 12 万元"),
    ("1.2 万元", "1.2 亿元"),
    ("$100", "€100"),
    ("$1,850", "$1,580"),
    ("100 元", "100 美元"),
    ("50%", "三分之一"),
    ("八折", "80% off"),
    ("打八折", "打七折"),
    ("阈值 0.85", "超过 88%"),
    ("1.5 倍", "翻倍"),
    ("3:1", "1:3"),
    ("5 公里", "5 英里"),
    ("5 公斤", "5 斤"),
    ("150 磅", "150 斤"),
    ("16 GB", "16 MB"),
    ("100 Mbps", "100 MB/s"),
    ("26 度", "24°C"),
    ("68°F", "68°C"),
    ("零下 5 度", "5 度"),
    ("Python 3.11", "Python 3.12"),
    ("v2.4", "v2.5"),
    ("Node 18", "Node 20"),
    ("port 8080", "port 8081"),
    ("UTC+8", "UTC+9"),
    ("UTC", "UTC+8"),
    ("12 个人", "21 people"),
    ("eight people", "九个人"),
    ("每周三次", "每周五次"),
    ("twice a week", "每周三次"),
    ("每天 30 次", "每周 30 次"),
    ("每月 100 元", "每年 1000 元"),
    ("最多 100 条", "至少 100 条"),
    ("最多 3 次", "最多 5 次"),
    ("at least 2 approvals", "at least 3 approvals"),
    ("预算不超过 12000 元", "预算 15000 元"),
    ("3-5 天", "6-8 天"),
    ("两三个人", "四五个人"),
    ("35 岁", "53 岁"),
    ("第三章", "第四章"),
    ("3 楼", "4 楼"),
    ("384 维", "768-dimensional vectors"),
    ("学习率 3e-4", "学习率从 3e-4 降到 1e-4"),
    ("一片药", "两片药"),
    ("10 mg", "100 mg"),
    ("限速 600 次/分钟", "限速 60 次/分钟"),
]

NARROWER = [
    ("8 小时", "至少 7 小时"),
    ("20 条", "不超过 30 条"),
    ("4 天", "3-5 天"),
    ("v2.4.1", "v2.4"),
    ("Python 3.11", "Python 3"),
    ("12 个人", "十几个人"),
    ("4300 元", "上限 12000 元"),
]

OTHER_MATTERS = [
    ("重试 3 次", "间隔 30 秒"),
    ("5 公里", "30 分钟"),
    ("Python 3.11", "Node 20"),
    ("12 engineers", "3 bottles"),
    ("26 度", "26 元"),
    ("端口 8080", "端口 8080"),
]


def clash(one: str, other: str) -> bool:
    return bool(clashing_quantities(quantities(one), quantities(other)))


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_amount_in_two_spellings_is_the_same(one: str, other: str) -> None:
    assert any(same_quantity(a, b) for a in quantities(one) for b in quantities(other))
    assert not clash(one, other)
    assert not clash(other, one)


@pytest.mark.parametrize(("one", "other"), CLASH)
def test_two_values_of_one_thing_clash(one: str, other: str) -> None:
    assert clash(one, other)
    assert clash(other, one)


@pytest.mark.parametrize(("exact", "wide"), NARROWER)
def test_a_more_exact_amount_agrees_with_what_leaves_it_open(exact: str, wide: str) -> None:
    assert any(narrower_quantity(a, b) for a in quantities(exact) for b in quantities(wide))
    assert not any(narrower_quantity(b, a) for a in quantities(exact) for b in quantities(wide))
    assert not clash(exact, wide)


@pytest.mark.parametrize(("one", "other"), OTHER_MATTERS)
def test_amounts_of_other_things_do_not_clash(one: str, other: str) -> None:
    assert not clash(one, other)


def test_spans_are_those_of_the_text_as_it_was_written() -> None:
    for text in ("預算是１２，０００元", "  ½ 杯水", "温度 26℃，湿度 50％", "用時 7 小時 30 分"):
        for quantity in quantities(text):
            start, end = quantity.span
            assert 0 <= start < end <= len(text)
            assert any(character.isnumeric() for character in text[start:end])


TEXT = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "0123456789一二三四五六七八九十百千万亿半点"
            "几多个分之折:：./-~～%元块天周月年小时分秒公斤里度 $€¥vV+kMGB第每至少最多约从到降,，。"
        ),
        st.characters(),
    ),
    max_size=60,
)


@given(TEXT)
@settings(max_examples=400, deadline=None)
def test_every_text_can_be_read(text: str) -> None:
    for quantity in quantities(text):
        start, end = quantity.span
        assert 0 <= start <= end <= len(text)
        assert quantity.low <= quantity.high
        assert quantity.bound in {"exact", "at_least", "at_most", "about", "limit"}


@given(TEXT)
@settings(max_examples=200, deadline=None)
def test_a_text_never_clashes_with_itself(text: str) -> None:
    found = quantities(text)
    assert not [clash for clash in clashing_quantities(found, found) if not found]
    assert all(same_quantity(one, one) for one in found if one.dimension != IDENTIFIER)


SPELLINGS = st.sampled_from([text for pair in SAME + CLASH + NARROWER for text in pair])


@given(SPELLINGS, SPELLINGS)
@settings(max_examples=400, deadline=None)
def test_sameness_and_clashes_do_not_depend_on_the_order(one: str, other: str) -> None:
    for a in quantities(one):
        for b in quantities(other):
            assert same_quantity(a, b) == same_quantity(b, a)
            assert bool(clashing_quantities((a,), (b,))) == bool(clashing_quantities((b,), (a,)))
            assert not (same_quantity(a, b) and clashing_quantities((a,), (b,)))


@pytest.mark.parametrize(
    "text",
    ["", "\ud800", "🙂" * 1000, "9" * 200_000, "一" * 200_000, "1:" * 50_000, "半" * 50_000, "a 1 " * 50_000],
)
def test_hostile_texts_are_read_too(text: str) -> None:
    assert isinstance(quantities(text), tuple)
