"""Which offset from UTC a text means by a place or a zone: Beijing UTC+8, America/New_York UTC-5 or -4."""

import re
from functools import cache

from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.words import Span

Offset = frozenset[float]
"""The offsets of a zone over the year, in hours."""

_ZONES: tuple[tuple[str, tuple[float, ...]], ...] = (
    (
        r"北京|上海|中国标准|杭州|成都|深圳|广州|重庆|台北|香港|新加坡|吉隆坡|马尼拉|珀斯|beijing|shanghai"
        r"|shenzhen|chongqing|taipei|hong[ _]kong|singapore|perth|china standard|\bcst\b",
        (8,),
    ),
    (r"东京|首尔|大阪|日本|韩国|tokyo|seoul|osaka|japan|\bjst\b|\bkst\b", (9,)),
    (r"曼谷|河内|雅加达|胡志明|bangkok|hanoi|jakarta|ho[ _]chi[ _]minh|\bict\b", (7,)),
    (r"孟买|新德里|德里|班加罗尔|印度|kolkata|mumbai|delhi|bangalore|india", (5.5,)),
    (r"迪拜|阿布扎比|dubai|abu dhabi", (4,)),
    (r"莫斯科|伊斯坦布尔|内罗毕|moscow|istanbul|nairobi|riyadh", (3,)),
    (r"开罗|雅典|赫尔辛基|基辅|cairo|athens|helsinki|kyiv|\beet\b", (2, 3)),
    (r"约翰内斯堡|johannesburg", (2,)),
    (
        r"柏林|巴黎|马德里|罗马|阿姆斯特丹|维也纳|苏黎世|斯德哥尔摩|奥斯陆|布拉格|华沙|米兰|慕尼黑"
        r"|欧洲中部|berlin|paris|madrid|rome|amsterdam|vienna|zurich|stockholm|oslo|prague|warsaw|milan"
        r"|munich|brussels|copenhagen|\bcet\b|\bcest\b",
        (1, 2),
    ),
    (r"伦敦|里斯本|都柏林|爱丁堡|london|lisbon|dublin|edinburgh|\bbst\b", (0, 1)),
    (r"格林尼治|\bgmt\b(?! ?[+-])|\butc\b(?! ?[+-])", (0,)),
    (r"圣保罗|布宜诺斯艾利斯|sao[ _]paulo|buenos[ _]aires", (-3,)),
    (
        r"纽约|多伦多|波士顿|华盛顿|迈阿密|美东|new[ _]york|toronto|boston|washington|miami|eastern time"
        r"|\best\b|\bedt\b",
        (-5, -4),
    ),
    (r"芝加哥|墨西哥城|休斯顿|达拉斯|chicago|houston|dallas|central time", (-6, -5)),
    (r"丹佛|盐湖城|denver|mountain time", (-7, -6)),
    (
        r"洛杉矶|旧金山|西雅图|温哥华|美西|太平洋时间|los[ _]angeles|san[ _]francisco|seattle|vancouver"
        r"|pacific time|\bpst\b|\bpdt\b",
        (-8, -7),
    ),
    (r"夏威夷|檀香山|hawaii|honolulu", (-10,)),
    (r"悉尼|墨尔本|sydney|melbourne", (10, 11)),
    (r"布里斯班|brisbane", (10,)),
    (r"奥克兰|惠灵顿|auckland|wellington", (12, 13)),
)
_OFFSET = re.compile(
    r"(?:utc|gmt)\s?([+-])\s?(\d{1,2})(?::?(\d{2}))?|东([一二三四五六七八九]|十[一二]?)区"
    r"|西([一二三四五六七八九]|十[一二]?)区",
    re.IGNORECASE,
)
_SPEAKS_OF_ZONE = re.compile(r"时区|时间|\btime ?zones?\b|\btime\b|\b(?:utc|gmt)\b|/", re.IGNORECASE)
_HAN = {name: place for place, name in enumerate(("", *"一二三四五六七八九十", "十一", "十二"))}


def zone_in(written: str) -> tuple[Offset, Span] | None:
    """Return the zone that a text speaks of, and where; None where it speaks of none."""
    text = folded_text(written)
    offset = _OFFSET.search(text.text)
    if offset is not None:
        return frozenset({_value(offset)}), text.span(*offset.span())
    if not _SPEAKS_OF_ZONE.search(text.text):
        return None
    for pattern, hours in _patterns():
        if found := pattern.search(text.text):
            return frozenset(float(hour) for hour in hours), text.span(*found.span())
    return None


def _value(match: re.Match[str]) -> float:
    if match[1]:
        hours = int(match[2]) + int(match[3] or 0) / 60
        return -hours if match[1] == "-" else hours
    return float(_HAN[match[4]]) if match[4] else -float(_HAN[match[5]])


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[float, ...]], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), hours) for pattern, hours in _ZONES)
