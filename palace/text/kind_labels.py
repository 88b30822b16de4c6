"""The labels before a colon that name the kind of a statement, Chinese and English.

They are matched against folded text (lower case, half width, simplified characters).
"""

import re

from palace.domain.vocabulary import Kind
from palace.text.word_patterns import any_of

LABELS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        Kind.CORRECTION,
        any_of(
            r"纠正|更正|勘误|订正|改错|修正说明|澄清|(?:记录|笔记|记忆|信息)(?:有误|错误)",
            r"\bcorrections?\b|\berrat(?:um|a)\b|\bcorrected\b|\b(?:name|spelling|record|note"
            r"|fact|memory) fix\b|\b(?:user|she|he) (?:is )?(?:annoyed|unhappy|upset"
            r"|displeased)\b",
        ),
    ),
    (
        Kind.FAILURE,
        any_of(
            r"教训|踩坑|坑点|反思|检讨|复盘.{0,4}(?:失败|事故)|失败(?:原因|记录|案例|经验)|根因"
            r"|反面|事故(?:原因|记录)",
            r"\blessons?\b|\broot cause\b|\bgotcha\b|\bpitfall\b|\bpost-?mortem\b|\btakeaways?\b"
            r"|\bwhat went wrong\b|^failures?$|^mistakes?$",
        ),
    ),
    (
        Kind.TOOL_ERROR,
        any_of(
            r"^(?:工具|接口|命令|调用|脚本).{0,6}(?:报错|错误|异常|失败)$|报错$",
            r"^(?:tool |api |command )?errors?$|\btool (?:call )?(?:error|failure)\b",
        ),
    ),
    (
        Kind.DECISION,
        any_of(
            r"决定|决策|决议|结论是|原则|规矩|铁规|规则|拍板|敲定|红线|底线|铁律|选型|定案|约定|共识",
            r"\bdeci(?:sions?|ded)\b|\bred line\b|\bhard rule\b|\bagreed?$|^agreed\b"
            r"|\bconclusions?\b|\boutcome\b|\bagreement\b|\bverdict\b|\bpolicy\b",
        ),
    ),
    (
        Kind.PREFERENCE,
        any_of(
            r"偏好|喜好|习惯|口味|忌讳|禁忌|(?:用户|主人|他|她).{0,4}(?:要求|希望|叮嘱|强调|交代|嘱咐)",
            r"\bpreferences?\b|\bhabits?\b|\bpet peeves?\b|\blikes\b|\bdislikes\b",
        ),
    ),
    (
        Kind.INTENT,
        any_of(
            r"待办|待定|待解|未决|目标|计划|打算|下一步|接下来|意图|愿望|重点|方向|想法|开放问题"
            r"|没想(?:好|清楚)|任务|提醒",
            r"\bto-?dos?\b|\bgoals?\b|\bplans?\b|\bnext\b|\b(?:(?:open|big|main) )?(?:question"
            r"|issue|point)s?\b|\baims?\b|\bobjectives?\b"
            r"|\bintent(?:ion)?s?\b|\breminders?\b|\baction items?\b|\bfollow-?ups?\b|\bpending\b"
            r"|\bpriorit(?:y|ies)\b"
            r"|\bundecided\b|\bideas?\b|\btargets?\b",
        ),
    ),
    (
        Kind.SUMMARY,
        any_of(
            r"总结(?!出)|小结|摘要|概要|纪要|复盘|回顾|综述|概述|汇总|一天下来|^(?:今天|今日|本日"
            r"|本周|这周|上周)(?:主要)?(?:做了.{0,4}|完成.{0,4})?$|一周下来|要点|日结|周结|周报"
            r"|日报|小记|回看|^全天$|(?:会议|周会|晨会|例会|站会|通话|谈话|聊天|沟通)记录|盘点",
            r"\bsummar(?:y|ised|ized)\b|\brecap\b|\bretro(?:spective)?\b|\bwrap-?up\b"
            r"|\bin (?:short|brief|sum)\b"
            r"|\boverview\b|\bminutes\b|\bdigest\b|\bnotes from\b|\bhighlights\b|\blooking back\b"
            r"|\breview of\b"
            r"|\btl;?dr\b|\bsumming up\b|\b(?:trip|project|course|event|sprint|week|month|year|quarter"
            r"|season|term|exam) (?:in )?review\b|\b(?:weekly|monthly|daily|quarterly|yearly"
            r"|year-end) (?:review|report|update|log)\b|\blooking at the (?:day|week|month"
            r"|quarter|year)\b|\b(?:meeting|call|stand-?up|chat) notes\b|^(?:today|this week"
            r"|the day|the week|overall)$",
        ),
    ),
    (
        Kind.SKILL,
        any_of(
            r"步骤|流程|套路|方法|办法|顺序|配法|[一二两三四五六七八\d]步|做法|技巧|技能|窍门"
            r"|诀窍|秘诀|口诀|心得|手法|配方|攻略|怎么(?:做|用)|学会|掌握|学到|摸索"
            r"|操作(?:指南|顺序)|经验",
            r"\bhow to\b|\bworkflow\b|\bprocedure\b|\brecipe\b|\bplaybook\b|\brunbook\b"
            r"|\bsteps?\b|\btricks?\b"
            r"|\btips?\b|\btechnique\b|\bskills?\b|\broutine\b|\bchecklist\b|\blearn(?:ed|t)\b"
            r"|\bmethod\b|\bpattern for\b"
            r"|\b(?:good|neat|quick|reliable|best) way to\b|\bknow how to\b|^to \w+|^\w+ing (?:a"
            r"|an|the|up|out|down) \w+|^when .+",
        ),
    ),
    (
        Kind.EVENT,
        any_of(r"^(?:事件|大事|里程碑|动态|进展)$", r"^(?:events?|milestones?|done|progress|update)$"),
    ),
    (Kind.FACT, any_of(r"^(?:事实|背景|资料|已知|备注)$", r"^(?:facts?|fyi|note|background)$")),
)
"""What the words before a colon at the start of a statement name; the first that fits counts."""
