"""By what secrets and orders aimed at an agent are known: one named rule each."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FlagRule:
    """One sort of what is flagged and hidden: the group `hidden` of its pattern, or all of it.

    One of the `hints` stands in every text that the pattern finds, in small letters and with white space as
    one blank: nearly all texts hold none of them and need no closer look.
    """

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


SECRETS = (
    FlagRule(
        "provider-key",
        (
            *("sk-", "sk_", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "hf_"),
            *("akia", "asia", "xox", "aiza", "npm_", "pypi-", "ya29.", "sg.", "shpat_", "dop_v1_", "tvly-"),
        ),
        re.compile(
            r"(?<![A-Za-z0-9])(?:sk-(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{8}"
            r"|[sr]k_(?:live|test)_[A-Za-z0-9]{16}|gh[opusr]_[A-Za-z0-9]{16}"
            r"|github_pat_[A-Za-z0-9_]{16}|glpat-[A-Za-z0-9_-]{16}|hf_[A-Za-z0-9]{16}"
            r"|A(?:KIA|SIA)[A-Z0-9]{12}|xox[a-z]-[A-Za-z0-9-]{8}|AIza[A-Za-z0-9_-]{24}"
            r"|npm_[A-Za-z0-9]{30}|pypi-[A-Za-z0-9_-]{40}|ya29\.[A-Za-z0-9_-]{20}"
            r"|SG\.[A-Za-z0-9_-]{20}\.|shpat_[a-f0-9]{24}|dop_v1_[a-f0-9]{32}|tvly-[A-Za-z0-9_-]{16})[A-Za-z0-9._-]*"
        ),
    ),
    FlagRule(
        "json-web-token",
        ("eyj",),
        re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?"),
    ),
    FlagRule("bot-token", (":aa",), re.compile(r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])")),
    FlagRule(
        "webhook",
        ("hooks.slack.com", "discord.com/api/webhooks", "discordapp.com/api/webhooks", "webhook/send?key="),
        re.compile(
            r"(?:hooks\.slack\.com/services/|discord(?:app)?\.com/api/webhooks/|webhook/send\?key=)"
            r"(?P<hidden>[A-Za-z0-9/_-]{8,})"
        ),
    ),
    FlagRule(
        "private-key",
        ("-----begin",),
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|CERTIFICATE)"
            r"(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}-----|[\s\S]*)"
        ),
    ),
    FlagRule("age-key", ("age-secret-key-1",), re.compile(r"AGE-SECRET-KEY-1[A-Z0-9]{20,}")),
    FlagRule("bearer", ("bearer",), re.compile(r"\bBearer\s{1,4}(?P<hidden>[A-Za-z0-9._~+/=-]{12,})")),
    FlagRule(
        "basic-authorization",
        ("basic ",),
        re.compile(r"\bAuthorization\s?:\s{0,4}Basic\s{1,4}(?P<hidden>[A-Za-z0-9+/=]{8,})", re.IGNORECASE),
    ),
    FlagRule(
        "password-in-url", ("://",), re.compile(r"://[^\s/:@]{1,100}:(?!•+@)(?P<hidden>[^\s/@]{1,200})@")
    ),
    FlagRule(
        "account-key",
        ("accountkey=", "sharedaccesskey="),
        re.compile(r"(?:AccountKey|SharedAccessKey)=(?P<hidden>[A-Za-z0-9+/=]{16,})", re.IGNORECASE),
    ),
    FlagRule(
        "named-secret",
        (
            *(
                "password",
                "passwd",
                "passphrase",
                "passcode",
                "pwd",
                "api key",
                "api_key",
                "api-key",
                "apikey",
            ),
            *("access key", "access_key", "access-key", "accesskey", "secret", "token"),
            *("private key", "private_key", "private-key", "privatekey", "auth_key", "encryption_key"),
            *("密码", "口令", "令牌", "密钥", "秘钥", "私钥"),
        ),
        re.compile(
            r"(?:\b(?:password|passwd|passphrase|passcode|secret|token)"
            r"|\b(?:api|access|secret|private)[ _-]?key"
            r"|(?<=_)(?:password|passwd|pwd|secret|token|key_id)"
            r"|(?<=_)(?:api|access|secret|private|auth|encryption)_?key"
            r"|密码|口令|令牌|密钥|秘钥|私钥)"
            r"[*_`\"'\s]{0,6}(?:[:：=]|\bis\b|是|为)[*_`\"'\s]{0,6}"
            r"(?P<hidden>(?<=[\"'])[^\"'\n•]{6,80}(?=[\"'])|[!-~]{6,})",
            re.IGNORECASE,
        ),
    ),
)

ORDERS = (
    FlagRule(
        "ignore-instructions",
        ("ignore", "disregard", "forget", "override", "bypass"),
        re.compile(
            r"\b(?:ignore|disregard|forget|override|bypass)"
            r"\s+(?:(?:all|any|every|of|the|your|my|these|those)\s+){0,4}"
            r"(?:previous|prior|above|earlier|preceding|existing|system)\s+(?:\w+\s+){0,2}?"
            r"(?:instruction|rule|prompt|direction|guideline|message|command)s?",
            re.IGNORECASE,
        ),
    ),
    FlagRule(
        "ignore-above",
        ("ignore", "disregard", "forget"),
        re.compile(
            r"\b(?:ignore|disregard|forget)\s+(?:everything|all(?:\s+of)?)?\s*(?:the\s+)?(?:above|foregoing)"
            r"(?=\s+(?:and|then|instead)\b|\s*[.,;:!]|\s*$)",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    FlagRule(
        "ignore-instructions-zh",
        ("忽略", "无视", "忘记", "忘掉", "不要理会", "抛开"),
        re.compile(
            r"(?:忽略|无视|忘记|忘掉|不要理会|抛开)(?:掉)?(?:你)?"
            r"(?:之前|以上|前面|上面|先前|此前|上述|以往|原来|所有|全部|一切|系统)"
            r"(?:的|所有|全部|一切|任何|给你|系统)*(?:规则|指令|指示|提示词?|要求|设定|命令|限制|约束)"
        ),
    ),
    FlagRule(
        "hide-from-user",
        ("tell the user", "inform the user", "to the user"),
        re.compile(
            r"\b(?:do not|don't|never)\s+(?:tell|inform|reveal\s+this\s+to)\s+the\s+user\b", re.IGNORECASE
        ),
    ),
    FlagRule("hide-from-user-zh", ("告诉用户", "告知用户"), re.compile(r"(?:不要|别)(?:告诉|告知)用户")),
    FlagRule(
        "reveal-prompt",
        ("system prompt",),
        re.compile(
            r"\b(?:reveal|print|output|repeat|leak)\s+(?:your|the)\s+(?:whole\s+|full\s+)?system\s+prompt\b",
            re.IGNORECASE,
        ),
    ),
    FlagRule(
        "reveal-prompt-zh",
        ("提示词",),
        re.compile(r"(?:输出|泄露|说出|打印|复述)(?:你|你的|全部|完整)*的?系统提示词"),
    ),
    FlagRule(
        "chat-markers",
        ("<|im_start|>", "<|system|>", "[/inst]", "<<sys>>", "</system>", "<system>"),
        re.compile(r"<\|(?:im_start|system)\|>|\[/INST\]|<<SYS>>|</?system>", re.IGNORECASE),
    ),
    FlagRule(
        "new-role",
        ("you are now", "developer mode", "你现在是", "从现在起"),
        re.compile(
            r"\byou\s+are\s+now\s+(?:(?:an?|in|the)\s+)?(?:unrestricted|jailbroken|unfiltered|DAN\b|developer\s+mode)"
            r"|(?:你现在是|从现在起你(?:是|将)?)[^。！!\n]{0,12}(?:不受(?:任何)?限制|无限制|没有(?:任何)?限制)",
            re.IGNORECASE,
        ),
    ),
    FlagRule(
        "switch-off-safety",
        ("safety", "guardrail", "安全"),
        re.compile(
            r"\b(?:disable|turn\s+off|switch\s+off)\s+(?:all\s+|your\s+|the\s+)*(?:safety|guardrails?)\b"
            r"|(?:关闭|禁用|绕过)(?:所有|全部|你的|一切)*的?安全(?:限制|检查|机制|护栏)",
            re.IGNORECASE,
        ),
    ),
    FlagRule(
        "send-out",
        ("http", "发送到", "发到", "上传到"),
        re.compile(
            r"\b(?:send|post|upload|forward|exfiltrate)\s+(?:(?:all|the|your|every|any|user'?s?)\s+){1,3}(?:\w+\s+){0,2}?"
            r"(?:memor(?:y|ies)|credentials?|secrets?|keys?|passwords?|conversations?|history|files?)\s+to\s+https?://"
            r"|把?(?:所有|全部|用户的?)[^。\n]{0,8}(?:密码|密钥|记忆|对话|文件)[^。\n]{0,6}(?:发送到|发到|上传到)\s?https?://",
            re.IGNORECASE,
        ),
    ),
)
