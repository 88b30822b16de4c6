"""The ways in which Chinese sentences join a condition with what is to be done."""

import re

from palace.text.action_words import CHINESE_ORDER, orders_in_chinese

Halves = tuple[str, str]
"""The condition and the action, as they stand in the sentence."""

MARKER = (
    r"(?:每当|当(?!然|前|时|初|年|天|地|事|成|作|中|下|晚|日|众|面|即|今|代|选|上|场|月|季|周|班)|每次"
    r"|每回|每逢|每到(?=[^\d])|如果|如若"
    r"|假如|假若|假使|倘若|若是|若(?!干)|一旦|一俟|只要|但凡|凡是|凡|万一|要是(?!当初|早)|碰见|逢(?!年))"
)
"""Words that only mark a condition, and are left out of it."""

STAYING = (
    r"(?:遇到|遇上|遇见|碰到|碰上|收到|接到|看到|发现|轮到|赶上|涉及|在(?=[^，,]{2,20}(?:期间|时|前|后"
    r"|之前|之后|过程中|中|里|内))|自从|从)"
)
"""Words that mark a condition and belong to it."""

_COMMA = r"\s*[,，:：]\s*"
_AT = r"(?<![及准按实同随小临定超平届有当暂延用耗工那此课何历不即])时(?!不时|[候间长区段刻期常代速效而])"
"""时 where it says when something is, rather than 超时, 平时, 时间."""
_BEFORE_AFTER = r"(?:(?<![目此先空眼面当从提以])前|(?<![最然随今日背售先落事幕以])后|[之以][前后])"
_TIME_TAIL = re.compile(rf"(?<!\s)\s*+(?:的时候|的时侯|之时|时候|的话|{_AT})$")
_LINK = r"(?:就|则|那么|那就|便|即)"
_NUMBER = r"(?:\d+|[零一二两三四五六七八九十半]+)"
_CLOCK = rf"(?:\d{{1,2}}[:：]\d{{2}}|{_NUMBER}\s*点(?:{_NUMBER}分?|一刻|三刻|整)?)"
_PART_OF_DAY = r"(?:早上|清晨|早晨|上午|中午|下午|傍晚|晚上|晚间|夜里|凌晨|早|晚|午夜|睡前|饭前|饭后)"
_DATE = rf"(?:月底|月初|月末|周末|年底|年末|季末|最后一(?:天|个\S{{1,4}}日)|{_NUMBER}\s*[号日])"
_CYCLE = (
    rf"每(?:隔?\s*{_NUMBER}?\s*个?\s*)?(?:天|日|晚|早|夜"
    rf"|周(?:[一二三四五六日天末](?:到周?[一二三四五六日天])?)?"
    r"|星期[一二三四五六日天]?|月|季度?|年|学期|小时|分钟|个?工作日)"
)
SCHEDULE = (
    rf"(?:{_CYCLE}(?:的)?\s*{_DATE}?\s*{_PART_OF_DAY}?\s*{_CLOCK}?[之以]?[前后]?"
    rf"|(?:{_DATE}|{_PART_OF_DAY})?\s*{_CLOCK}(?:[之以]?[前后])"
    r"|工作日|节假日|周末|月底|月初|季末)"
)
"""A time that comes back: 每周五 17:00, 每月 25 号, 每天早上八点."""

_DOES_NOT_LINK = (
    r"(?<!早)(?<!本来)(?<!当时)(?<!很快)(?<!一直)(?<!也)(?<!成)(?<!造)(?<!迁)(?<!那时)(?<!后来)(?<!昨天)(?<!今天)就(?!是"
    r"|算|业|诊|餐|近|连|像|要|好|读|绪|会)"
)
_ORDER_AHEAD = rf"(?={CHINESE_ORDER})"


def without_time_tail(condition: str) -> str:
    """Return a condition without the 时, 的时候 or 的话 at its end, which only marks it."""
    return _TIME_TAIL.sub("", condition.strip())


def after_marker(sentence: str) -> Halves | None:
    """Read “当 X 时，Y”, “只要 X 就 Y”, “凡是 X 都 Y”, “每次 X 前 Y”."""
    found = re.match(rf"^{MARKER}\s*[:：]?\s*(.+)$", sentence)
    if not found:
        return None
    rest = found[1]
    for joint in (
        rf"^(?P<x>.+?)(?:的时候|{_AT})?[,，]\s*(?P<y>.+)$",
        r"^(?P<x>.+?)[:：;；]\s*(?P<y>.+)$",
        rf"^(?P<x>.+?)\s*(?:的时候|{_AT})\s*{_LINK}?\s*(?P<y>.+)$",
        rf"^(?P<x>.+?{_BEFORE_AFTER})\s*{_LINK}?\s*(?P<y>{_ORDER_AHEAD}.+)$",
        rf"^(?P<x>.+?)\s*{_LINK}\s*(?P<y>.+)$",
        r"^(?P<x>.+?)\s*(?:都|均)(?P<y>(?:不要|不得|不能|不许|要|必须|应|得|需|别|禁止|先|不).+)$",
        r"^(?P<x>.+?)(?:的)?\s*(?P<y>(?:一律|必须|务必|立刻|立即|马上|不得|禁止|统统|自动).+)$",
    ):
        halves = re.match(joint, rest)
        if halves is None:
            continue
        marked = "[,，:：;；]" in joint or joint.startswith(r"^(?P<x>.+?)(?:的时候")
        if _says_what_to_do(halves["x"], halves["y"], certain=not marked):
            return without_time_tail(halves["x"]), halves["y"]
    return None


def _says_what_to_do(condition: str, action: str, *, certain: bool) -> bool:
    linked = re.sub(rf"^{_LINK}\s*[,，]?\s*", "", action)
    return len(condition.strip()) > 1 and orders_in_chinese(linked, certain=certain)


def after_staying_marker(sentence: str) -> Halves | None:
    """Read “遇到 X，Y”, “收到 X 后先 Y”, “在 X 期间，Y”: the marker belongs to the condition."""
    if not re.match(STAYING, sentence):
        return None
    found = re.match(rf"^(.+?){_COMMA}(.+)$", sentence)
    if found and _says_what_to_do(
        found[1], found[2], certain=not re.match("遇到|遇上|碰到|碰上|收到|接到", sentence)
    ):
        return without_time_tail(found[1]), found[2]
    strong = (
        r"一律|必须|务必|立刻|立即|马上|自动|先|就|则|不要|都要|直接|别|不得|禁止|要先"
        r"|(?<!申)(?<!邀)请(?!假|求|教|示|客|帖|病假|事假)"
    )
    found = re.match(rf"^(.{{2,}}?)(?:时|的时候)?(?:{_LINK})?(?=(?:{strong}))(.+)$", sentence)
    if found and _says_what_to_do(found[1], found[2], certain=True):
        return without_time_tail(found[1]), found[2]
    return None


def on_schedule(sentence: str) -> Halves | None:
    """Read “每周五 17:00 自动备份账本”: a time that comes back, and what is done then."""
    found = re.match(rf"^({SCHEDULE})\s*(?:[,，:：]\s*)?(.+)$", sentence)
    if found and _RUNS.match(found[2]) and orders_in_chinese(found[2], certain=True):
        return found[1], found[2]
    return None


_RUNS = re.compile(
    r"(?:自动|必须|务必|一律|都?要|不要|不再|别|不得|禁止|请|先|把|将|给|系统|记得|再"
    r"|(?:开始|执行|运行|做一?次|进行)?(?:备份|导出|发送|发布|发|同步|检查|核对|清理|生成|汇总|更新|推送"
    r"|归档|提醒|通知|执行|运行|重启|统计|上传"
    r"|下载|轮换|写|压缩|扫描|拉取|抓取|巡检|盘点|对账|刷新|重建|轮转|审查|复查|回顾|整理|关闭|关掉|打开"
    r"|打卡|停止|结算|续|列出|弹出|播放|调|启动|记录|浇水|喂))"
)
"""What is done on a schedule as an order, rather than as a habit (“每周跑步三次”, “周三开例会”)."""


_DOING = re.compile(
    r"(?:做|写|画|处理|生成|回复|翻译|安排|整理|编辑|起草|准备|计算|报价|采购|布置|打印)(?!了|完)"
)
"""What is done at a time that a condition names: “写邮件时 …” is about how to do it."""


def at_a_time(sentence: str) -> Halves | None:
    """Read a condition without a marker: “X 的时候，Y”, “X 后自动 Y”, “X 的话就 Y”."""
    found = re.match(
        rf"^([^，,:：]{{2,}}?)(?:的时候|的话(?=[,，就则那])|{_AT})(?:[,，:：]\s*(.+)|((?=\S).+))$", sentence
    )
    if found:
        action = found[2] or found[3]
        if _says_what_to_do(found[1], action, certain=not _DOING.match(found[1])) and not _tells(found[1]):
            return found[1], action
    found = re.match(
        rf"^([^，,:：]+?(?:(?<!提)[前后](?:{_NUMBER}\s*个?(?:分钟|小时|天|周|月)|半小时|半天)内?"
        rf"|{_BEFORE_AFTER}|期间|之间|过程中))(?:[,，:：]\s*|{_ORDER_AHEAD})(.+)$",
        sentence,
    )
    if (
        found
        and not _tells(found[1])
        and not _ONCE.match(found[1])
        and not re.search(r".[在由]|提前(?!线|场|职)", found[1])
        and _says_what_to_do(found[1], found[2], certain=True)
    ):
        return found[1], found[2]
    return None


_ONCE = re.compile(
    r"(?:[之以][前后]$|下次|这次|本次|上次|明[天早晚日年]|后天|今[天早晚日年]|[本这下上]个?[周月]"
    r"|周[一二三四五六日末]|星期[一二三四五六日]"
    r"|年底|月底|(?<![\d一二三四五六七八九十])[\d一二三四五六七八九十]++\s*+[月号日])"
)
"""A day that comes once, or no time at all: what is done then is a task, not a rule."""


def as_soon_as(sentence: str) -> Halves | None:
    """Read “一 X 就 Y” and “S 一 X 就 Y”."""
    found = re.match(
        r"^((?:[^，,一]{0,12})一(?!律|直|般|定|些|个|起|共|样|次|天|年|月|旦|种|份|半|同"
        r"|致)[^，,]+?)[,，]?\s*就(?!是|像)(.+)$",
        sentence,
    )
    if found and not _tells(found[1]) and _says_what_to_do(found[1], found[2], certain=True):
        return re.sub(r"^一", "", found[1]), found[2]
    return None


_TESTABLE = (
    r"(?:超过|超出|高于|低于|大于|小于|少于|多于|不足|不到|不满|达到|满了?\d|未|没有?|缺|涉及|包含|含|带有"
    r"|属于|出现|发现|提到|要求"
    r"|来自|到期|过期|变成|变|红了|失败|超时|冲突|相差|早于|晚于|等于|为空|不一致|不明|不清|重复|矛盾|报错"
    r"|异常|取消|离线|断开)"
)


def with_then(sentence: str) -> Halves | None:
    """Read “下雨就取消户外课”, “支出超过 3000 元的，必须两人签字”, “做川菜，一律用菜籽油”."""
    found = re.match(rf"^([^，,]{{2,}}?)[,，]?\s*{_DOES_NOT_LINK}(.+)$", sentence)
    if found and not _tells(found[1]) and _says_what_to_do(found[1], found[2], certain=True):
        return without_time_tail(found[1]), found[2]
    strong = (
        r"(?:一律|必须|务必|立刻|立即|马上|自动|先|不要|别|不得|禁止|不能|不可|应当|应该|应|须|要(?!是|求"
        r"|点)|需要?|请|直接|统一|都要|都不|默认|最多|至少)"
    )
    found = re.match(rf"^([^，,：:]{{2,}}?)(?:的)?[,，]\s*({strong}.+)$", sentence)
    if (
        found
        and (
            re.search(_TESTABLE, found[1]) or re.match(rf"{_DOING.pattern}|给|和|跟|与|对于?|针对", found[1])
        )
        and not _tells(found[1])
        and not re.match(rf"{strong}", found[1])
        and _says_what_to_do(found[1], found[2], certain=True)
    ):
        return without_time_tail(found[1]), found[2]
    return None


def _tells(condition: str) -> bool:
    """Whether the first half says of somebody what he did, rather than what may come."""
    return (
        re.search(rf".(?:说|问|讲|写道|以为|觉得|认为|保证|答应)(?:过|了)?[，,:：]?{MARKER}", condition)
        is not None
        or re.match(r"^(?:昨天|今天|昨晚|前天|上周|去年|当时|后来|那天|他们?|她们?|我们?|咱们)", condition)
        is not None
        or re.search(
            r"(?:(?:不知道|不确定|想知道|没人知道|不清楚|说不准)(?=.)|因为|所以|于是|本来|虽然|即使|哪怕"
            r"|还没)",
            condition,
        )
        is not None
    )


def after_action(sentence: str) -> Halves | None:
    """Read “Y，如果 X” and “Y，当 X 时”."""
    found = re.match(rf"^(.+?)[，,]\s*(?:{MARKER})(.+?)(?:的话|的时候|时)?[。.]?$", sentence)
    if found and not re.search(r"[，,]", found[2]) and orders_in_chinese(found[1], certain=True):
        return found[2], found[1]
    return None


def question_then(sentence: str) -> Halves | None:
    """Read “X？那就 Y”."""
    found = re.match(
        r"^([^?？]{2,}?)(?:了|吗|了吗)?\s*[?？]\s*(?:那就|那么|那|就|则)?\s*[,，:：]?\s*(.+)$", sentence
    )
    if (
        found
        and not re.search(r"什么|怎么|谁|哪|几[个点时]|为何|多少|是不是该|[?？]", found[1] + found[2])
        and orders_in_chinese(found[2], certain=True)
    ):
        return found[1], found[2]
    return None


FORMS = (
    question_then,
    after_marker,
    as_soon_as,
    on_schedule,
    after_staying_marker,
    at_a_time,
    with_then,
    after_action,
)
