"""Names and identifiers in a text: people, firms, tools, places, handles, paths, code.

A name is known by its form (a capital inside a sentence, a Latin word in Chinese text, a sign that only
identifiers hold, a Chinese surname with what people do behind it), not by a list of names.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from palace.text.comparison.chinese_words import chinese_word
from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.words import Span
from palace.text.scripts import SYLLABIC


class NameKind(StrEnum):
    """What form a name has."""

    PERSON = "person"
    FIRM = "firm"
    PROPER = "proper"
    TERM = "term"
    IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class Name:
    """A name: its place in the text, its form, and the key under which it is compared."""

    span: Span
    kind: NameKind
    key: str


SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范"
    "方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦"
    "申尤毕聂焦向柳邢骆岳齐梅庄涂祝关裴柏褚费凌游阮柯蒲简甘鲍屈盛耿单舒麦栗靳祁卞戚谈宫滕虞管娄党柴蒙冉明路詹利佟席冼慎阎丘桑岑苗"
)
"""Common Chinese surnames of one character."""

_DOUBLE_SURNAMES = "欧阳|司马|上官|诸葛|司徒|东方|皇甫|尉迟|公孙|慕容|令狐|夏侯|端木|南宫"

SURNAME_IN_LATIN = {
    "王": "wang", "李": "li", "张": "zhang", "刘": "liu", "陈": "chen", "杨": "yang", "赵": "zhao",
    "黄": "huang", "周": "zhou", "吴": "wu", "徐": "xu", "孙": "sun", "胡": "hu", "朱": "zhu",
    "高": "gao", "林": "lin", "何": "he", "郭": "guo", "马": "ma", "罗": "luo", "梁": "liang",
    "宋": "song", "郑": "zheng", "谢": "xie", "韩": "han", "唐": "tang", "冯": "feng", "于": "yu",
    "董": "dong", "萧": "xiao", "程": "cheng", "曹": "cao", "袁": "yuan", "邓": "deng", "许": "xu",
    "傅": "fu", "沈": "shen", "曾": "zeng", "彭": "peng", "吕": "lv", "苏": "su", "卢": "lu",
    "蒋": "jiang", "蔡": "cai", "贾": "jia", "丁": "ding", "魏": "wei", "薛": "xue", "叶": "ye",
    "余": "yu", "潘": "pan", "杜": "du", "戴": "dai", "夏": "xia", "钟": "zhong", "汪": "wang",
    "田": "tian", "任": "ren", "姜": "jiang", "范": "fan", "方": "fang", "石": "shi", "姚": "yao",
    "谭": "tan", "廖": "liao", "邹": "zou", "熊": "xiong", "金": "jin", "陆": "lu", "孔": "kong",
    "白": "bai", "崔": "cui", "康": "kang", "毛": "mao", "邱": "qiu", "秦": "qin", "江": "jiang",
    "史": "shi", "顾": "gu", "侯": "hou", "邵": "shao", "孟": "meng", "龙": "long", "万": "wan",
    "段": "duan", "雷": "lei", "钱": "qian", "汤": "tang", "尹": "yin", "黎": "li", "易": "yi",
    "常": "chang", "武": "wu", "乔": "qiao", "贺": "he", "赖": "lai", "龚": "gong", "文": "wen",
    "庞": "pang", "兰": "lan", "施": "shi", "陶": "tao", "洪": "hong", "安": "an", "颜": "yan",
    "倪": "ni", "严": "yan", "温": "wen", "季": "ji", "俞": "yu", "章": "zhang", "鲁": "lu",
    "葛": "ge", "韦": "wei", "聂": "nie", "柳": "liu", "骆": "luo", "岳": "yue", "齐": "qi",
    "梅": "mei", "庄": "zhuang", "祝": "zhu", "关": "guan", "凌": "ling", "柯": "ke", "欧": "ou",
}  # fmt: skip
"""Surnames as they are written in Latin letters, to know 陈屿 in Chen Yu."""

_TITLES = "总|工|老师|医生|大夫|律师|经理|主任|先生|女士|小姐|师傅|教授|博士|同学|阿姨|叔叔|哥|姐"
_DOES = (
    r"是|在|负责|和|跟|与|向|对|把|被|给|让|请|说|要|想|住|今年|喜欢|爱|讨厌|属|管|带|主管|接手|接管|转|会"
    r"|有|擅长|读|学|教|姓|来|去|从|已|还|也|都|正|昨|今|明|上|下|本"
    r"|的|每|周|入职|离职|调|老家|生日|不|没|常|最|家|现|写|做|开|审|提|,|;|\(|$|\s*$"
)
_PERSON = re.compile(
    rf"(?:(?:{_DOUBLE_SURNAMES})[\u4e00-\u9fff]{{1,2}}"
    rf"|(?:[老小阿][{SURNAMES}](?![\u4e00-\u9fff]{{0,8}}[路街]))"
    rf"|[{SURNAMES}](?:{_TITLES})"
    rf"|[{SURNAMES}](?!{_TITLES})[\u4e00-\u9fff]{{1,2}}?(?=(?:{_TITLES})?(?:{_DOES})))"
)
_BEFORE_PERSON = re.compile(
    r"(?:^|[^\u4e00-\u9fff]|[是由叫向找给跟和与让请名,]|负责人|组长|导师|医生|老板|同事|经理)$"
)

_FIRM = re.compile(
    r"(?:^|[^\u4e00-\u9fff]|[在去到是给跟和与由向了入进职开叫])(?P<firm>[\u4e00-\u9fff]{2}"
    r"(?:科技|数据|公司|集团|银行|医院|大学|中学|网络|软件|传媒|资本|实验室|工作室|光学|物流|电子|智能|航空"
    r"|保险|证券|出版社|制药|食品|设计|建筑|能源))"
)

_SURNAME_TOLD = re.compile(rf"姓[{SURNAMES}]")

_IDENTIFIER = re.compile(
    r"@[\w.-]{1,64}|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|https?://\S+|(?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@-]*)*"
    r"|\b[A-Za-z][\w-]{0,64}(?:/[\w.@-]*)+|\b[A-Za-z]{1,40}(?:_[A-Za-z0-9]+)+\b"
    r"|\b[a-z]{1,40}(?:[A-Z][a-z0-9]+)+\b"
    r"|\b[\w-]{1,64}\.(?:py|js|ts|md|toml|json|yaml|yml|txt|csv|db|sh|rs|go|java|com|cn|org|net|io|dev"
    r"|local|internal)\b"
    r"|#\d+|\b[A-Z]{1,6}-?\d+[A-Z]?\b|\b(?=[0-9]*[a-f])[0-9a-f]{7,40}\b"
)
_LATIN = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9+#'’]*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;。!?;:\n\]>*-])\s*[\"“‘'(]*$")

OrdinaryWord = Callable[[str], bool]


def names(
    folded: FoldedText, is_ordinary: OrdinaryWord, known: frozenset[str] = frozenset()
) -> tuple[Name, ...]:
    """Return the names of a text in order.

    `is_ordinary` tells a folded English word from a name; `known` are keys of Chinese names from elsewhere.
    """
    text = folded.text
    found: list[Name] = []
    taken = bytearray(len(text))

    def take(start: int, end: int, kind: NameKind) -> None:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(Name(folded.span(start, end), kind, key_of(text[start:end])))

    for key in sorted(known, key=len, reverse=True):
        for match in re.finditer(re.escape(key), text):
            take(match.start(), match.end(), NameKind.PERSON)
    for match in _IDENTIFIER.finditer(text):
        take(match.start(), match.end(), NameKind.IDENTIFIER)
    for start, end in _proper_names(text, is_ordinary):
        take(start, end, NameKind.PROPER)
    if re.search(f"[{SYLLABIC}]", text):
        for match in _LATIN.finditer(text):
            if not is_ordinary(match[0].casefold()) or not match[0].islower():
                take(match.start(), match.end(), NameKind.TERM)
        for match in _FIRM.finditer(text):
            take(match.start("firm"), match.end(), NameKind.FIRM)
        for match in _SURNAME_TOLD.finditer(text):
            take(match.end() - 1, match.end(), NameKind.PERSON)
        for start, end in _persons(text):
            take(start, end, NameKind.PERSON)
    return tuple(sorted(found, key=lambda name: name.span))


def _persons(text: str) -> Iterator[Span]:
    """Yield where Chinese names of people stand; a find that cannot begin a name is looked past."""
    place = 0
    while (match := _PERSON.search(text, place)) is not None:
        begins_name = _BEFORE_PERSON.search(text[max(0, match.start() - 4) : match.start()])
        if begins_name and not _begins_word(text, match.start()):
            yield match.span()
            place = match.end()
        else:
            place = match.start() + 1


def _begins_word(text: str, start: int) -> bool:
    """Whether a common word begins at a place: 高级, 方便 and 马上 are no people."""
    return any(
        (word := chinese_word(text[start : start + length])) is not None and word.power >= COMMON_WORD
        for length in (2, 3)
    )


COMMON_WORD = 6
"""The power of two from which on a word is too common to be taken for a name."""


def key_of(name: str) -> str:
    """Return the key of a name as written: case, spaces and signs put aside."""
    bare = re.sub(r"['’]s$", "", name.strip())
    return re.sub(r"[\s\-_./\\'’]+", "", bare).casefold()


def same_name(a: Name, b: Name) -> bool:
    """Return whether two names may be one: equal, a part of it (Priya, Priya Shah), or its Latin writing."""
    if a.key == b.key:
        return True
    shorter, longer = sorted((a.key, b.key), key=len)
    if NameKind.IDENTIFIER not in (a.kind, b.kind) and len(shorter) >= 2 and longer.startswith(shorter):
        return a.kind is b.kind
    return _is_latin_of(a.key, b.key) or _is_latin_of(b.key, a.key)


def _is_latin_of(chinese: str, latin: str) -> bool:
    surname = SURNAME_IN_LATIN.get(chinese[:1])
    return surname is not None and latin.isascii() and (latin.startswith(surname) or latin.endswith(surname))


def _proper_names(text: str, is_ordinary: OrdinaryWord) -> list[Span]:
    """Return rows of capitalised Latin words; the first of a sentence only where it is no ordinary word."""
    found: list[Span] = []
    for match in _LATIN.finditer(text):
        word = match[0]
        bare = re.sub(r"['’].*$", "", word)
        if not bare[:1].isupper() or bare == "I":
            continue
        at_start = _SENTENCE_START.search(text[max(0, match.start() - 12) : match.start()]) is not None
        if is_ordinary(bare.casefold()) and (at_start or bare.isupper()):
            continue
        end = match.start() + len(bare)
        if found and text[found[-1][1] : match.start()] == " ":
            found[-1] = (found[-1][0], end)
        else:
            found.append((match.start(), end))
    return found
