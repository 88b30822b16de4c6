"""What the tables of words share: how words are joined, and who the user is."""

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that finds whatever one of the patterns finds."""
    return re.compile("|".join(patterns))


USER = (
    r"(?:用户(?!名(?!字|叫)|表|界面|数|量|组|端|协议|手册|故事|体验|登录|注册|画像|群|增长|权限"
    r"|密码|id|目录|态)|主人"
    r"|(?<![a-z])(?:the )?user(?![a-z]|[- ](?:tables?|ids?|names?|interface|guide|manual|base"
    r"|data|stor(?:y|ies)"
    r"|accounts?|tests?|agent|experience|input)(?![a-z])))"
)
"""Whoever the memories are kept for, not the users of some program."""

PERSON = rf"(?:{USER}|我(?!们)|他|她|(?<![a-z])(?:i|he|she|they)(?![a-z]))"
"""Whoever may want or like something."""
