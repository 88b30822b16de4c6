"""Numbers that name something and count nothing: GPT-4, ISO-8601, room 301, issue #42, a telephone number.

Also found here, since they are written as names: network ports, zone offsets and versions, whose values are
compared.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from palace.text.comparison.ground import Ground
from palace.text.comparison.han_numerals import han_value
from palace.text.comparison.units_of_measure import unit_at

VERSION_PART = 10**6
"""Versions are numbers whose parts (major, minor, patch, build) are worth this many of the next part each."""

_VERSION_PARTS = 4


@dataclass(frozen=True, slots=True)
class NumberedName:
    """A number that stands in a name: its span, its dimension, the least and greatest value, and the name."""

    start: int
    end: int
    dimension: str
    low: Fraction
    high: Fraction
    name: str


_SOFTWARE = (
    "python|node(?:\\.?js)?|java|jdk|go|golang|rust|ruby|php|perl|scala|kotlin|swift"
    "|typescript|postgres(?:ql)?|mysql"
    "|mariadb|sqlite|mongodb|redis|kafka|elasticsearch|nginx|docker|kubernetes|k8s|helm"
    "|terraform|ansible|ubuntu"
    "|debian|centos|fedora|alpine|windows|macos|ios|ipados|android|linux|kernel|django"
    "|flask|fastapi|rails|react"
    "|vue|angular|svelte|next(?:\\.?js)?|spring(?: boot)?|numpy|pandas|pytorch|tensorflow"
    "|cuda|cudnn|onnx|chrome"
    "|firefox|safari|vim|neovim|emacs|git|gitlab|jenkins|grafana|prometheus|pytest|pip"
    "|npm|yarn|pnpm|gcc|clang|llvm"
    "|openssl|http|tls|ssl|bluetooth|usb|api|sdk|app|schema|protocol|grpc|bash|zsh"
    "|webpack|vite|tailwind|textual"
)
_SAME_SOFTWARE = {
    "jdk": "java",
    "golang": "go",
    "nodejs": "node",
    "postgresql": "postgres",
    "k8s": "kubernetes",
    "nextjs": "next",
}
_NUMBERED_WORDS = (
    "room|gate|seat|flight|row|page|p\\.|chapter|section|line|step|bug|issue|issues"
    "|ticket|pr|mr|pull request|error"
    "|error code|exit code|exit status|status|status code|http|rfc|iso|iec|pep|adr|cve"
    "|bus|route|track|platform"
    "|terminal|apartment|apt\\.?|suite|building|block|locker|box|pin|passcode|password"
    "|code|phone|tel\\.?|extension"
    "|ext\\.?|id|no\\.|number|order|invoice|case|type|phase|stage|sprint|milestone|part"
    "|volume|vol\\.?|figure|fig\\.?"
    "|table|slot|channel|highway|level|grade|lane|pier|dock|ward|bed|booth|car|train|tram|appendix|article"
    "|question|task|rule|item|note|lot|form|clause|version control|commit|build|revision|rev\\.?|job|account"
)
_HAN_NUMBERED_WORDS = (
    "房间|房号|门牌号?|会议室|教室|宿舍|座位号?|车厢|卡号|尾号|电话|手机号?|分机号?|传真"
    "|QQ|微信号?|工号|学号|编号|单号|订单号?|运单号?"
    "|航班号?|车次|车牌号?|密码|验证码|口令|邮编|身份证号?|护照号?|工单号?|议题|错误码"
    "|状态码|返回码|退出码|号码|门禁|柜号|箱号|批号|货号|型号"
    "|桌号|楼号|账号|会员号|条形码|问题单|提交号"
)
_HAN_WORDS_BEHIND = (
    "号(?:楼|线|门|房|机|店|桌|库|院|馆|厅|车|位|服务器|节点|口|码|会议室|座|柜|床|仓"
    "|窗口|站台|航站楼|教室|厂房|电池|公寓|员工|选手|桌位|球衣)"
    r"|室(?!内|外|友|温|\s?[\d一二两三四五六]\s?[厅卫])|路公交|路车|路公交车|教室|会议室"
    r"|国道|省道|高速|频道|航站楼|年级"
    "|班(?!车|次|组|级)|单元|幢|栋|宿舍|房间?(?!子|租|价|东|贷|间)"
)
_STATUS_TEXTS = (
    "unauthorized|forbidden|not found|bad gateway|bad request|error|errors|ok|created"
    "|accepted|no content|moved"
    "|found|not modified|conflict|gone|too many requests|internal|service unavailable|gateway time-?out"
    "|timeout|unprocessable|错误|报错|状态|响应|页面|重定向"
)
_STATUS = "(?:20[0-6]|30[0-8]|4(?:0\\d|1[0-8]|2[2-9]|31|51)|50[0-8])"
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ZONES = {
    "北京时间": 480,
    "东京时间": 540,
    "格林尼治时间": 0,
    "beijing time": 480,
    "china standard time": 480,
    "asia/shanghai": 480,
    "asia/hong_kong": 480,
    "asia/singapore": 480,
    "asia/taipei": 480,
    "asia/tokyo": 540,
    "asia/seoul": 540,
    "asia/kolkata": 330,
    "asia/dubai": 240,
    "etc/utc": 0,
    "jst": 540,
    "kst": 540,
    "est": -300,
    "edt": -240,
    "cdt": -300,
    "pst": -480,
    "pdt": -420,
    "cet": 60,
    "cest": 120,
    "bst": 60,
}
_HAN_DIGIT = {character: value for value, character in enumerate("零一二三四五六七八九十")} | {
    "十一": 11,
    "十二": 12,
}

_HOST = r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[A-Za-z][\w-]{0,62}+(?:\.[A-Za-z][\w-]{0,62}+){1,8}+|\*)"
_GAP = r"[^0-9.,;:!?\n]{0,24}?[:=]?\s{0,3}"
_PORTS = (
    re.compile(
        rf"(?:\bports?\b|端口号?){_GAP}(\d{{2,5}})(?![\d.,]*\d|\s*(?:个|台|次|秒|条|times|seconds))", re.I
    ),
    re.compile(r"(?<![\d.])(\d{2,5})\s{0,3}(?:号\s{0,3})?(?:\bport\b|端口)", re.I),
    re.compile(r"(?:\blisten(?:s|ing)?(?: on)?|监听(?:在|于)?)\s{0,3}:?\s{0,3}(\d{2,5})(?![\d.,]*\d)", re.I),
    re.compile(rf"{_HOST}:(\d{{2,5}})(?!\d|:\d)", re.I),
    re.compile(r"(?<![\w:]):(\d{4,5})(?![\d:])"),
    re.compile(
        r"(?:\bserve[sd]?|\bruns?|\bbinds?|跑|开|绑定?)\s{0,3}(?:on|at|to|在|到|于)\s{0,3}(\d{4,5})"
        r"(?![\d.,]*\d|\s?[年月])",
        re.I,
    ),
)
_OFFSET = re.compile(r"\b(?:UTC|GMT|Z(?=\s?[+-]))\s?(?:([+-])\s?(\d{1,2})(?::?(\d{2}))?(?!\d))?(?!\w)", re.I)
_STAMP_OFFSET = re.compile(r"(?:(?<=:\d\d:\d\d)|(?<=:\d\d(?=\+)))([+-])(\d{2}):?(\d{2})(?!\d)")
_HAN_ZONE = re.compile(r"([东西])\s?(十[一二]?|[一二三四五六七八九]|\d{1,2})\s?(?:时?区)")
_NAMED_ZONE = re.compile(rf"(?<![\w/])(?:{'|'.join(sorted(_ZONES, key=len, reverse=True))})(?![\w/])", re.I)

_VERSION_NUMBER = r"(\d{1,5}(?:\.\d{1,6}){0,3}(?:\.x)?)"
_VERSIONS = (
    re.compile(
        rf"(?P<name>)(?<![A-Za-z0-9_./])[vV]\.?\s?{_VERSION_NUMBER}(?![\d.]*\d)(?:-?(?:rc|beta"
        r"|alpha)\.?\d*)?(?![A-Za-z])"
    ),
    re.compile(
        r"(?P<name>)(?:\bversions?|\brelease|版本号?)\s?(?:号|是|为|is"
        rf"|[:=])?\s?{_VERSION_NUMBER}(?![\d.]*\d|[A-Za-z%])",
        re.I,
    ),
    re.compile(
        rf"\b(?P<name>{_SOFTWARE})\s?(?:version|版本|[:=@>]=?|v)?\s?{_VERSION_NUMBER}"
        r"(?![\d.]*\d|[A-Za-z%:]|\s?(?:%|[个台次条名位天年月日元秒分])|,\d)",
        re.I,
    ),
    re.compile(
        rf"(?P<name>)(?<![\d.,A-Za-z]){_VERSION_NUMBER}\s?(?:版本|版(?!面|权|主|块|图|税)|\breleases?\b)",
        re.I,
    ),
    re.compile(r"(?P<name>)(?<![\w.])(\d{1,4}\.\d{1,4}\.\d{1,5}(?:\.\d{1,6})?)(?![\w.])"),
)

_NAMES = (
    re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}+://[^\s,;，。）)\u4e00-\u9fff]+"),
    re.compile(r"[\w.+-]{1,64}+@[\w-]{1,63}+(?:\.[\w-]{1,63}+)++"),
    re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?![\d.])"),
    re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"),
    re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}(?![0-9A-Za-z])"),
    re.compile(
        r"(?<![0-9A-Za-z])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])(?!\d+e\d+\b)[0-9a-f]{7,64}(?![0-9A-Za-z])"
    ),
    re.compile(r"(?<!\d)(?:\+\d{1,3}[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)"),
    re.compile(r"(?<![\w.])\+\d{1,3}(?:[ -]?\(?\d{2,5}\)?){2,4}(?!\d)"),
    re.compile(r"(?<![\w-])(?:\(\d{2,4}\)\s?|\d{3,4}-)\d{3,4}-?\d{4}(?![\d-])"),
    re.compile(r"(?<![\w-])\d{1,6}(?:-\d{1,8}){2,}(?![\w-])"),
    re.compile(r"(?<!\d)\d{9,24}(?!\d|\.\d|\s?[元块])"),
    re.compile(
        r"(?<![\w/])(?:~|\.{1,2})?/(?:[\w.+-]{1,100}+/){0,16}[\w.+-]{0,100}\d[\w.+-]*"
        r"|(?<![\w/.])[A-Za-z_][\w.-]{0,100}+(?:/[\w.-]++)++"
    ),
    re.compile(r"#\d+(?![\w.])"),
    re.compile(r"(?<!\d)(?:24\s?/\s?7|7\s?[*xX×]\s?24)(?!\d)(?:\s?小时)?"),
)
_GLUED_NAME = re.compile(r"(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*+(?:[-.:][A-Za-z0-9_]+)*+")
"""Letters, digits and the signs between them; possessive, so that no text makes it slow."""
_DIGIT_BEFORE_COLON = re.compile(r"[^:]*?\d")
_LEADING_DIGITS = re.compile(r"(?<![A-Za-z0-9_.,])(\d+)(?!(?:\.\d+)?[eE][+-]?\d)[A-Za-z_][A-Za-z0-9_-]*")
_NOT_GLUED = re.compile(
    r"(?:[xX]\d+(?:\.\d+)?|(?:RMB|CNY|USD|EUR|GBP|JPY|HKD|rmb|usd|eur)\d[\d.,]*[kKwWM]?|"
    r"(?:UTC|GMT)[+-]?\d.*|[ap]m\d+)$"
)
_LEADING_IS_AMOUNT = re.compile(
    r"(?:st|nd|rd|th|x|X|B|bn|mn|k|K|w|W|am|pm|AM|PM|M|year|day|hour|min)(?![A-Za-z0-9])"
)
_NUMBER_WORD = re.compile(
    rf"\b(?P<word>{_NUMBERED_WORDS})(?:\s?(?:#|no\.?|number|[:=])\s?|\s)"
    rf"(?P<number>\d{{1,8}}(?:[.-]\d+)*[A-Za-z]?|[IVXivx]{{1,5}})(?![\w%]|\.\d|\s?(?:%"
    r"|[个台次条名位天年月]))",
    re.I,
)
_HAN_NUMBER_WORD = re.compile(
    rf"(?P<word>{_HAN_NUMBERED_WORDS})(?:\s?(?:是|为|:|=|尾号|改为|改成))?\s?#?"
    rf"(?P<number>\d{{1,24}})(?![\d%]|\.\d|\s?[个台次条名位天年月])"
)
_HAN_BEHIND = re.compile(
    rf"(?P<number>\d{{1,5}}|[一二三四五六七八九十]{{1,3}})\s?(?P<word>{_HAN_WORDS_BEHIND})"
)
_HTTP_STATUS = re.compile(
    r"(?:(?<=返回)|(?<=返回 )|(?<=报)|(?<=报 )|(?<=a )|(?<=an )|(?<=HTTP )|(?<=returned )|"
    r"(?<=returns )|(?<=got ))"
    rf"{_STATUS}(?!\d|\.\d|\s?[个台次条名位天年月元秒行]|\s[a-z]+s\b)"
    rf"|(?<![\d.]){_STATUS}(?=\s(?:{_STATUS_TEXTS})\b)|(?<![\d.]){_STATUS}(?=\s?(?:错误"
    r"|报错|状态码?|响应|页面|重定向))",
    re.I,
)
_NETWORK_WORDS = re.compile(
    r"(?<![\w.])(?:[2-6]G(?=\s?(?:网络|信号|手机|套餐|基站|时代|network|phone|signal|modem"
    r"|Wi))|[1-4]D(?!\w)|[248]K(?=\s?(?:屏|显示|视频|分辨|电视|TV|video|monitor|screen"
    r"|display))|\d{3,4}[pi](?!\w))"
)


def numbered_names(text: str) -> tuple[NumberedName, ...]:
    """Return the numbers of a folded text that stand in names, in order; where two overlap, the surer one."""
    ground = Ground()
    ports = _free(ground, _ports(text))
    kept = list(ports)
    for name in _plain_names(text):
        kept += _free(ground, _outside_ports(name, ports))
    for reader in (_zone_offsets, _versions, _numbered_words, _glued_names):
        kept += _free(ground, reader(text))
    return tuple(sorted(kept, key=lambda name: name.start))


def _free(ground: Ground, names: Iterable[NumberedName]) -> list[NumberedName]:
    """Take the ground of the names of which none stands on taken ground, and return these."""
    kept = []
    for name in names:
        if ground.is_free(name.start, name.end):
            ground.take(name.start, name.end)
            kept.append(name)
    return kept


def _outside_ports(name: NumberedName, ports: Sequence[NumberedName]) -> Iterator[NumberedName]:
    """Yield an address in the pieces that its port leaves of it, and any other name whole."""
    port = next(
        (p for p in ports if p.dimension == "port" and name.start <= p.start and p.end <= name.end), None
    )
    if port is None or name.dimension != "identifier_number":
        yield name
        return
    for start, end in ((name.start, port.start), (port.end, name.end)):
        if start < end:
            yield replace(name, start=start, end=end)


def _exact(start: int, end: int, dimension: str, value: Fraction | int, name: str = "") -> NumberedName:
    return NumberedName(start, end, dimension, Fraction(value), Fraction(value), name)


def _ports(text: str) -> Iterator[NumberedName]:
    for pattern in _PORTS:
        for match in pattern.finditer(text):
            if 0 < int(match[1]) < 65_536:
                yield _exact(match.start(1), match.end(1), "port", int(match[1]))


def _zone_offsets(text: str) -> Iterator[NumberedName]:
    for match in _OFFSET.finditer(text):
        minutes = int(match[2] or 0) * 60 + int(match[3] or 0)
        if minutes <= 14 * 60:
            yield _exact(*match.span(), "zone_offset", -minutes if match[1] == "-" else minutes)
    for match in _STAMP_OFFSET.finditer(text):
        minutes = int(match[2]) * 60 + int(match[3])
        yield _exact(*match.span(), "zone_offset", -minutes if match[1] == "-" else minutes)
    for match in _HAN_ZONE.finditer(text):
        hours = int(match[2]) if match[2].isdigit() else _HAN_DIGIT[match[2]]
        if hours <= 12:
            yield _exact(*match.span(), "zone_offset", 60 * hours * (1 if match[1] == "东" else -1))
    for match in _NAMED_ZONE.finditer(text):
        yield _exact(*match.span(), "zone_offset", _ZONES[match[0].lower()])


def version_bounds(written: str) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest version that `3.11` may mean: 3.11.0.0 to the last 3.11.*."""
    parts = [int(part) for part in written.removesuffix(".x").split(".")][:_VERSION_PARTS]
    low = high = 0
    for place in range(_VERSION_PARTS):
        low = low * VERSION_PART + (min(parts[place], VERSION_PART - 1) if place < len(parts) else 0)
        high = high * VERSION_PART + (
            min(parts[place], VERSION_PART - 1) if place < len(parts) else VERSION_PART - 1
        )
    return Fraction(low), Fraction(high)


def _versions(text: str) -> Iterator[NumberedName]:
    for pattern in _VERSIONS:
        for match in pattern.finditer(text):
            number = match[2]
            name = re.sub(r"[\s.]", "", match["name"].lower())
            name = _SAME_SOFTWARE.get(name, name)
            if name and not number.partition(".")[2] and int(number.partition(".")[0]) > 100:
                continue
            yield NumberedName(*match.span(), "version", *version_bounds(number), name)


def _plain_names(text: str) -> Iterator[NumberedName]:
    for pattern in _NAMES:
        for match in pattern.finditer(text):
            if any(character.isdigit() for character in match[0]):
                yield _exact(*match.span(), "identifier_number", 0, match[0].lower())
    for pattern in (_HTTP_STATUS, _NETWORK_WORDS):
        for match in pattern.finditer(text):
            yield _exact(*match.span(), "identifier_number", 0, match[0].lower())


def _numbered_words(text: str) -> Iterator[NumberedName]:
    for pattern in (_NUMBER_WORD, _HAN_NUMBER_WORD, _HAN_BEHIND):
        for match in pattern.finditer(text):
            number = match["number"]
            if number.isalpha() and number.isascii() and (number == "I" or not number.isupper()):
                continue
            value = roman_value(number) if number.isalpha() and number.isascii() else 0
            digits = re.match(r"\d+", number)
            yield _exact(
                match.start("number"),
                match.end("number"),
                "identifier_number",
                int(digits[0]) if digits else value or int((han_value(number) or (0,))[0]),
                match["word"].lower(),
            )


def _glued_names(text: str) -> Iterator[NumberedName]:
    for match in _GLUED_NAME.finditer(text):
        if _DIGIT_BEFORE_COLON.match(match[0]) and not _NOT_GLUED.match(match[0]):
            yield _exact(*match.span(), "identifier_number", 0, match[0].lower())
    for match in _LEADING_DIGITS.finditer(text):
        behind = match.end(1)
        if not unit_at(text, behind) and not _LEADING_IS_AMOUNT.match(text, behind):
            yield _exact(*match.span(), "identifier_number", 0, match[0].lower())


def roman_value(written: str) -> int | None:
    """Return the value of a Roman numeral up to 399 in either case; None where it is none."""
    values = [_ROMAN.get(letter) for letter in written.lower()]
    if not values or len(values) > 12:
        return None
    total = 0
    for place, value in enumerate(values):
        if value is None:
            return None
        following = values[place + 1] if place + 1 < len(values) else 0
        total += -value if value < (following or 0) else value
    return total
