"""Where a numeral or a unit is part of a word and counts nothing: 一起, 万一, no one, 升到, 周三."""

import re

from palace.text.comparison.numerals import Numeral

UNIT_TRAPS = {
    "升": re.compile(r"[到至级为高职学旗任值起迁温]"),
    "成": re.compile(r"[为功立员本都绩果长熟交年就人品效语因分型]"),
    "元": re.compile(r"[组素化件论宵旦数老凶]|一?次?方程|分类|语"),
    "块": re.compile(r"[屏硬显蛋巧地砖布板表肉面玻内骨石牌电区链拼手糖豆饼墙]"),
    "周": re.compile(r"[报会刊末边围五六日三四一二转密详到折末岁]"),
    "天": re.compile(r"[气空津下使生文线才窗平猫河赋]"),
    "年": re.compile(r"[级糕轻货夜龄会报份度底初终]"),
    "分": re.compile(r"[之数]"),
    "米": re.compile(r"[饭粉线粥糕面酒兰其色]"),
    "克": re.compile(r"[服制扣里]"),
    "斤": re.compile(r"斤"),
    "秒": re.compile(r"[杀懂表]"),
    "毛": re.compile(r"[巾衣病线笔]"),
    "角": re.compile(r"[度色落形]"),
    "伏": re.compile(r"[天笔特]"),
    "帕": re.compile(r"[金]"),
    "刀": re.compile(r"[具片切]"),
    "欧": re.compile(r"[洲盟]"),
    "亩": re.compile(r"产"),
    "倍": re.compile(r"[感受增]"),
    "夜": re.compile(r"[市间里班晚]"),
    "寸": re.compile(r"[步土]"),
    "尺": re.compile(r"[寸]"),
    "兆": re.compile(r"[头]"),
    "迈": re.compile(r"[进出向入]"),
}
_HAN_EXCLUDED = re.compile(
    r"零下|"
    r"零(?:件|售|食|散|碎|头|花|钱|基础|和|星|时)|"
    r"一(?:起|样|些|点|直|定|般|旦|边|方面|切|致|并|律|向|度|带|同|线(?!程)|流|手|面|身"
    r"|辈子|会儿?|时|下|体|系列|贯|经|再|共|味|概|路(?!公交)|道|块儿|把手|"
    r"等|心|旁|处|口气|气|番|连|举|刀切|批次?性|次性|对一|站式|键|级|楼|代|眼|句话|早|大早"
    r"|般|个劲|言为定|五一十|模一样|言难尽)|"
    r"[三四五六七八九]方(?!米|面)|三明治|三角|三文鱼|四川|四处|四季|四周|五官|五金|七夕"
    r"|七嘴|八卦|八字|九宫|十分(?!钟)|十足|百度|百科|百货|百分|千分(?!之)|二分(?:法|查|搜"
    r"|之)|一分为|千万(?![元条人个])|千里|万一|万分|万圣|"
    r"万能|万物|亿万|百般|千瓦|千克|千米|千卡|千字|千帕|千赫|两者|两边|两侧|两旁|两极|双方"
    r"|三者|三餐|三高|五险|二手|二维码|二进制|二次元|二胡|四合院|两会|一带一路|六神|六一"
    r"|五一|十一"
    r"|半(?:途|路|边|径|导|球|成品|自动|结构|夜|山|生|信|价|透明|身|决赛|监督|开|永久|托|熟|吊子|场)"
)
_HAN_BEFORE = re.compile(r"(?:第|周|星期|礼拜|初|之)$")
_ONE_BEFORE = re.compile(r"[统唯万专单同不逐划某任另每这那哪上下头十老小阿闺]$")
_PER_WEEK = re.compile(r"[每一](?:周|星期|礼拜)$")
_COUNTED_BEHIND = re.compile(r"[次回遍趟天个顿节]|小时")
_ENGLISH_ONE = re.compile(
    r"(?:\b(?:no|any|every|some|this|that|the|each|which|other|another|last|next|first|new"
    r"|old|only|day|number|phase)[ -])$",
    re.IGNORECASE,
)
_ENGLISH_ONE_BEHIND = re.compile(
    r"[ -](?:of|another|by one|on[ -]one|day\b|another|or another|way|off|to one|time\b"
    r"(?!s)|can\b|should\b|must\b|is\b|who\b|that\b|has\b|at a time)",
    re.IGNORECASE,
)
_STRONG_BEFORE = re.compile(r"(?:[=:>≥<≤~≈]|是|为|到|成|共|至|达|设|有|剩|约|过|于|上限|预算|价|租)\s?$")
_CLOSED = re.compile(r"\s*(?:$|[,.;:!?)\]]|出头|左右|上下|以[上下内])")
_HAN_NUMBER_LONG = 2


def in_a_word(text: str, numeral: Numeral) -> bool:
    """Whether a numeral is part of a word or a phrase in which it counts nothing: 一起, 周三, `no one`."""
    if numeral.form in {"han", "half"}:
        if _HAN_EXCLUDED.match(text, numeral.start):
            return True
        before = text[max(0, numeral.start - 3) : numeral.start]
        if _PER_WEEK.search(before) and _COUNTED_BEHIND.match(text, numeral.end):
            return False
        if numeral.form != "han" or before.endswith("零下"):
            return False
        single = text[numeral.start : numeral.end] == "一"
        return bool(_HAN_BEFORE.search(before) or (single and _ONE_BEFORE.search(before)))
    if numeral.form == "english" and text[numeral.start : numeral.end].lower() == "one":
        return bool(
            _ENGLISH_ONE.search(text[max(0, numeral.start - 10) : numeral.start])
            or _ENGLISH_ONE_BEHIND.match(text, numeral.end)
        )
    return False


def is_bare(text: str, numeral: Numeral) -> bool:
    """Whether a numeral without unit is a number at all; a Chinese one needs more than one character or a
    verb.
    """
    if numeral.form in {"digits", "fraction"}:
        return True
    if numeral.form == "half":
        return False
    written = text[numeral.start : numeral.end]
    if numeral.form == "english":
        return written.lower() != "one"
    if not _CLOSED.match(text, numeral.end):
        return False
    return len(written) >= _HAN_NUMBER_LONG or bool(_STRONG_BEFORE.search(text[: numeral.start][-4:]))
