"""The form of a statement: where its subject ends, and whether its attribute can have several values at once.

`X: Y`, `X 是 Y`, `X 偏好 Y`, `my X is Y`, `X's Y is Z`, `use X instead of Y`: what stands before the first
word of saying belongs to the subject, the rest to what is said of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.inflection import dictionary_forms
from palace.text.comparison.words import Script, Word


class Room(StrEnum):
    """How many values an attribute can have at once."""

    ONE = "one"
    MANY = "many"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Statement:
    """The form of a statement: the first words that say something of the subject, and how they say it.

    `said_from` is the index of the first word that is not part of the subject (0 where a statement begins
    with what it says, the number of words where no such word is known).
    """

    said_from: int
    room: Room
    is_log_entry: bool
    is_exception: bool
    is_question: bool


_ENGLISH_SAYING_WORDS = """
be have do can could may might must shall should will would need get go come make take give keep use
run set live work stay sit own lead manage report handle like love hate prefer enjoy dislike favour
favor want wish avoid eat drink speak know start begin end finish open close leave arrive land depart
return move switch change become remain last expire retire include exclude contain require allow forbid
permit support accept reject store hold save back log listen serve send receive call name answer reply
retry wait fail pass cost pay charge buy sell rent book order ship deploy release merge push pull
review sleep wake train teach study learn read write play watch visit meet travel fly drive walk swim
cycle commute ride join quit resign hire found build test measure weigh score produce create delete
remove add update cache rotate renew restart reset reboot sync monitor alert notify publish post
present host attend plan decide choose pick agree propose ask tell say show display print render format
sign mentor supervise coach happen occur trigger fire point refer depend rely connect bind map default
"""
_ENGLISH_SAYING = frozenset(_ENGLISH_SAYING_WORDS.split())

_CHINESE_SAYING_WORDS = """
是 为 在 有 没有 用 使用 采用 改用 换成 改成 改为 换 选 选用 选择 定 定在 定为 设 设为 设成 设在 设置
跑 跑在 装 装在 放 放在 存 存在 写 住 住在 搬到 搬 姓 叫 名叫 名字 属于 负责 管 带 主管 喜欢 爱 讨厌
偏好 偏爱 喝 吃 会 能 可以 不能 不可以 不 不会 不得 不许 不准 别 勿 禁止 严禁 必须 要 需要 需 得 应
应该 应当 允许 支持 不支持 不用 不再 已 已经 还 仍 正 正在 将 每 每天 每周 每月 每年 每次 从 由 到 到期
截止 开始 结束 出发 返回 开 关 关闭 打开 启用 停用 完成 推迟 提前 挪到 改到 改约 约 约在 入职 离职 转正
上班 工作 汇报 向 给 对 占 花 花了 剩 还剩 超时 重试 监听 保留 备份 更新 发布 上线 下线 最多 最少 至少
最长 不超过 大约 共 一共 总共 只 仅 统一 一律 默认 固定 通常 一般 平时 习惯 总是 从不 从来 先 走 坐 骑
买 订 付 交 发 收 读 学 看 说 讲 睡 起床 跑步 游泳 过敏 怕 想 打算 计划 决定 准备 觉得 认为
"""
_CHINESE_SAYING = frozenset(_CHINESE_SAYING_WORDS.split())

_MANY = re.compile(
    r"过敏|忌口|(?<![最更不])喜欢(?!的)|(?<![最更])爱[吃喝看听玩]|爱好|会说|会用|擅长|讨厌|怕|不吃|不喝"
    r"|养了|养着|包括|包含|其中|带的人|成员|参加|支持|认识|去过|学过|用过"
    r"|之一|也|还有|另外|同时|等等?$|兼|常去"
    r"|\b(?:allerg(?:y|ic|ies)|likes?|loves?|enjoys?|hobb(?:y|ies)|speaks?|knows?|includ(?:e|es|ing)|owns?"
    r"|mentors?"
    r"|plays?|members?|supports?|also|another|too|as well|among|one of|avoids?|dislikes?|hates?|afraid"
    r"|fan of|visited)\b",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"最[喜爱常想怕]|更[喜爱愿习]|唯一|首选|主力|默认|只[用有吃喝养]|总是|一律|统一|固定|生日|名字|名叫"
    r"|叫做|姓|母语|住在|住址|家住|常住|搬到|上班|就职|任职|雇|组长|负责人|经理|老板"
    r"|队长|主管|由.{1,12}(?:负责|签发|维护|主持|审批|管)|截止|到期|时区|端口|密码|地址|地点|选了|选用|改用"
    r"|版本|位于|坐落"
    r"|\b(?:favou?rite|only|sole|main|primary|default|always|birthday|called|named|surname|native"
    r"|lives? (?:in|at)|based in|works? (?:at|for)"
    r"|employed|employer|owner|lead(?:er|s)?|head|manager|boss|captain|deadline|due|expires?|time ?zone"
    r"|port|password|address"
    r"|version|located|reports? to|responsible|in charge|CEO|CTO|CFO|chair|prefers?|rather|would always"
    r"|chose|chosen|picked|runs on)\b",
    re.IGNORECASE,
)
_LOG = re.compile(
    r"^\W*(?:\[?\d{4}[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?\]?|\d{1,2}\s?月\s?\d{1,2}\s?[日号]"
    r"|\d{1,2}/\d{1,2}\b"
    r"|(?:on|in)\s+(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"
    r"|(?:in|during)\s+\d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\s+\d{1,2}\b"
    r"|昨[天晚]|前天|上周[一二三四五六日末]?|上个月|去年|(?:last|yesterday)\b)",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"紧急|急事|急用|特殊情况|例外|破例|除非|除了|除外|临时|暂时|特批|万一|如果|要是|的话|只有.{1,16}才|偶尔"
    r"|\b(?:hotfix(?:es)?|emergenc(?:y|ies)|urgent(?:ly)?|except(?:ion|ions)?|unless|exempt|if|in case"
    r"|only when|temporar(?:y|ily)"
    r"|for now|occasionally|once in a while|apart from|other than)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[??]\s*+$|[吗呢]\s*+(?:[??。.]\s*+)?$")
_LABEL = re.compile(r"^[^,.;!?:]{1,40}(?::|——| - |->|→|=)\s*(?=\S)")


def statement_of(folded: FoldedText, words: Sequence[Word]) -> Statement:
    """Return the form of a statement."""
    text = folded.text
    return Statement(
        said_from=_said_from(folded, words),
        room=_room(text),
        is_log_entry=_LOG.match(text) is not None,
        is_exception=_EXCEPTION.search(text) is not None,
        is_question=_QUESTION.search(text) is not None,
    )


def _room(text: str) -> Room:
    if _ONE.search(text):
        return Room.ONE
    return Room.MANY if _MANY.search(text) else Room.OPEN


def _said_from(folded: FoldedText, words: Sequence[Word]) -> int:
    label = _LABEL.match(folded.text)
    if label:
        end = folded.places[label.end()]
        return next((place for place, word in enumerate(words) if word.start >= end), len(words))
    said_something = False
    for place, word in enumerate(words):
        if said_something and says(word):
            return place
        said_something = said_something or word.weight > 0
    return 0 if words and says(words[0]) else len(words)


def says(word: Word) -> bool:
    """Return whether a word can say something of a subject, as a verb does."""
    if word.script is Script.HAN:
        return word.key in _CHINESE_SAYING
    if word.script is Script.NUMBER:
        return False
    return _says_in_english(word.text)


@lru_cache(maxsize=16384)
def _says_in_english(text: str) -> bool:
    folded = text.casefold()
    first = folded.partition(" ")[0]
    return folded.endswith("n't") or any(form in _ENGLISH_SAYING for form in dictionary_forms(first))
