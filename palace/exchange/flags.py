"""Flags that warn of a statement without skipping it: secrets, and orders aimed at an agent."""

import re

SECRET = "secret"
INJECTION = "injection"

_TOKENS = re.compile(
    r"(?<![A-Za-z0-9])(?:sk-(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{8}|gh[opusr]_[A-Za-z0-9]{16}"
    r"|github_pat_[A-Za-z0-9_]{16}|glpat-[A-Za-z0-9_-]{16}|hf_[A-Za-z0-9]{16}|A(?:KIA|SIA)[A-Z0-9]{12}"
    r"|xox[a-z]-[A-Za-z0-9-]{8}|AIza[A-Za-z0-9_-]{24})"
    r"|-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|CERTIFICATE)"
    r"|\bBearer\s{1,4}[A-Za-z0-9._~+/=-]{12}"
    r"|://[^\s/:@]{1,100}:[^\s/@]{1,200}@"
)
_NAMED_SECRET = re.compile(
    r"(?:\b(?:password|passwd|api[ _-]?key|secret|token)|密码|口令|令牌|密钥)"
    r"[*_`\"'\s]{0,6}(?:[:：=]|\bis\b|是|为)[*_`\"'\s]{0,6}[!-~]{6}",
    re.IGNORECASE,
)
_INJECTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|of|the|your|my|these|those)\s+){0,4}"
    r"(?:previous|prior|above|earlier|preceding|existing|system)\s+(?:\w+\s+){0,2}?"
    r"(?:instruction|rule|prompt|direction|guideline|message|command)s?"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|抛开)(?:掉)?(?:你)?(?:之前|以上|前面|上面|先前|此前|上述|以往|原来|所有|全部|一切|系统)"
    r"(?:的|所有|全部|一切|任何|给你|系统)*(?:规则|指令|指示|提示词?|要求|设定|命令|限制|约束)"
    r"|\b(?:do not|don't|never)\s+(?:tell|inform|reveal\s+this\s+to)\s+the\s+user\b"
    r"|(?:不要|别)(?:告诉|告知)用户"
    r"|\breveal\s+(?:your|the)\s+system\s+prompt\b",
    re.IGNORECASE,
)


def flags_of(text: str) -> tuple[str, ...]:
    """Return which warnings a text deserves: `secret`, `injection`, both or none."""
    flags = []
    if _TOKENS.search(text) or _NAMED_SECRET.search(text):
        flags.append(SECRET)
    if _INJECTION.search(text):
        flags.append(INJECTION)
    return tuple(flags)
