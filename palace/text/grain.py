"""How checkable an instruction is: principle (too abstract) < rule (checkable) < trigger (runs by itself)."""

import re

from palace.domain.memory import Binding
from palace.domain.vocabulary import Grain

_VAGUE = re.compile(
    r"多想|小心|谨慎|体贴|靠谱|友好|谦虚|尊重|用心|认真|为先|为本|实事求是|空洞|灵活|合理|适当|得体|优雅|简洁|清晰一点"
    r"|细心|耐心|真诚|诚实|透明|高效|专业|换位|角度想|尽量|重视|保持|注意一下|更好|\bclean\b"
    r"|\bcareful(?:ly)?\b|\bkind\b|\btransparent\b|\bthoughtful\b|\bhelpful\b|\bhonest\b|\bpolite\b|\bbetter\b"
    r"|\bquality\b|\bthink (?:as|about|twice|hard)\b|\bmindful\b|\bpatient\b|\bflexible\b|\bsensible\b"
    r"|\brespect",
    re.IGNORECASE,
)
_NORM = re.compile(
    r"必须|务必|一律|不得|禁止|不能|不可|不许|不超过|不多于|不少于|至少|至多|最多|以内|每次都|都要|应当|只能|不要|别再"
    r"|\bmust\b|\bnever\b|\balways\b|\bat most\b|\bat least\b|\bno more than\b|\bonly\b|\bdo not\b|\bdon't\b"
    r"|\bshould\b|\bmay not\b|\brequired?\b",
    re.IGNORECASE,
)
_MACHINE_EVENT = re.compile(
    r"\d{1,2}:\d{2}|每天|每日|每周|每月|每晚|每小时|\bevery (?:day|night|week|month|hour|\w+day)\b|\bdaily\b"
    r"|启动|开机|登录后|重启|保存|提交(?!人)|合并|推送|部署|发布(?:前|后|完成)|上线(?:前|后)|构建|编译|持续集成|测试"
    r"|报错|超时|失败通知|告警|报警|错误码|\b[45]\d\d\b|磁盘|内存|收到.{0,8}(?:通知|消息|请求|邮件)|入群"
    r"|[%％]|低于|写周报|周报前|\bwebhook\b|\bstartup\b|\bcommit\b|\bmerged?\b|\bpush\b|\bdeploy\w*\b|\bbuild\b"
    r"|\bCI\b|\btests?\b|\bcoverage\b|\bexits?\b|\berrors?\b|\btimeout\b|\bcron\b|迁移|\bmigrations?\b|\brelease[ds]?\b|\bPR\b"
    r"|\bdisk\b|\bpull request\b|\bsession (?:starts|ends)\b|\breboot\b",
    re.IGNORECASE,
)
_MACHINE_ACTION = re.compile(
    r"自动|运行|执行|跑|导出|清理|回滚|发送|关闭|写入|压缩|备份|重启|重试|拉取|同步|通知|提醒|记录|归档|删除"
    r"|加载|附上|返回"
    r"|\b(?:run|load|post|send|close|block|compress|export|rotate|restart|retry|roll back|rollback|write"
    r"|append|archive|delete|notify|sync|open|tag|merge|reload|clear|log|back up|rerun|start|stop|fetch|pull"
    r"|push)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"^(?:要|应|请|把|将|先|别|不要|避免|保持|做事|坚持|当然要|尽量|记得|多|少|永远|始终)"
    r"|要写|要靠谱|要有|为先|^(?:be|keep|think|write|use|avoid|prefer|treat|act|stay|make|do|never|always|try|show|take)\b",
    re.IGNORECASE,
)


def grain_of(text: str, binding: Binding | None) -> Grain | None:
    """Return how checkable an instruction is, or None when the text instructs nobody."""
    action = binding.do if binding else text
    if binding is not None:
        if _VAGUE.search(action):
            return Grain.PRINCIPLE
        by_itself = re.search(r"自动|\bautomatically\b", action, re.IGNORECASE)
        runs = by_itself or (
            _MACHINE_EVENT.search(binding.when)
            and (_MACHINE_ACTION.search(action) or re.search(r"\d", action))
        )
        return Grain.TRIGGER if runs else Grain.RULE
    if text.rstrip().endswith(("?", "？")):
        return None
    if _VAGUE.search(text) and (_ORDER.search(text) or not re.search(r"了|过|\bwas\b|\bwere\b", text)):
        return Grain.PRINCIPLE
    if _NORM.search(text):
        return Grain.RULE
    return Grain.PRINCIPLE if _ORDER.search(text) else None
