"""Finds the negative trigger of a sentence: unless Z, except when Z, 除非 Z, Z 除外, 不适用于 Z."""

import re

_ENGLISH_WORD = (
    r"(?:unless|except(?:ing)?(?:\s+(?:when|if|for|where|that))?|but not(?:\s+(?:when|if|for|where))?"
    r"|excluding|other than(?:\s+when)?|apart from|with the exception of|exceptions?\s*[:：]"
    r"|exceptions? (?:is|are)"
    r"|(?:this |it )?do(?:es)? not apply (?:to|for|when|if)|(?:this |it )?doesn['’]t apply (?:to|for|when|if)"
    r"|not applicable (?:to|when|if|for)|not (?:for|when|if)(?= .+$))"
)
_CHINESE_WORD = (
    r"(?:除非|例外(?:情况)?(?:是)?[:：]|例外(?:情况)?是|(?:但是?|此条|本条|这条)?(?:并)?不适用(?:于|[:：])"
    r"|除外[:：])"
)

_FORMS = (
    re.compile(r"^除非(?P<z>[^，,]+)[，,]\s*(?:否则|不然|要不然)?[，,]?\s*(?P<rest>.+)$"),
    re.compile(r"^除了?(?P<z>[^，,]+?)(?:以外|之外|外)?[，,]\s*(?P<rest>.+)$"),
    re.compile(
        r"^(?:unless|except (?:when|if|for)|except(?= (?:on|in|at|during))) (?P<z>[^,]+),\s*(?P<rest>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<before>(?:每|当|如果|若|一旦|只要|遇|收到)[^，,]+[，,])\s*除非(?P<z>[^，,]+)[，,]\s*(?:否则"
        r"|不然)?(?P<rest>.+)$"
    ),
    re.compile(
        r"^(?P<before>(?:when|whenever|if|once|before|after|on"
        r"|every)\b[^,]+,)\s*unless (?P<z>[^,]+),\s*(?P<rest>.+)$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<rest>.+?)[（(\[](?:例外|除外)(?:情况)?[:：]\s*+(?P<z>[^）)\]]+)[）)\]]\s*$"),
    re.compile(r"^(?P<rest>.+?)[（(\[](?P<z>[^（(）)]+?)(?:时|的时候|的)?(?:除外|例外|不算)[）)\]]\s*$"),
    re.compile(
        rf"^(?P<rest>.+?){_CHINESE_WORD}\s*(?P<z>.+?)(?:时"
        rf"|的时候)?(?:除外)?[）)\]]?$"
    ),
    re.compile(
        r"^(?P<rest>.+?)[，,；;。]\s*+(?:(?:但是?|不过|只有|唯独)\s*+)?(?P<z>[^，,；;。]+?)"
        r"(?:时|的时候|的话|的)?(?:可以|可)?(?:例外|除外|不算|不适用|不在此列)$"
    ),
    re.compile(
        rf"^(?P<rest>.+?)(?<![\w'’-]){_ENGLISH_WORD}\s*(?P<z>(?<=[\s:：]).+?)[)\]]?$",
        re.IGNORECASE,
    ),
)


def without_exception(sentence: str) -> tuple[str, str]:
    """Return a sentence without its negative trigger, and that trigger (empty where there is none)."""
    plain = sentence.rstrip("。.！! ")
    for form in _FORMS:
        found = form.match(plain)
        if found:
            parts = found.groupdict()
            rest = parts["rest"].rstrip(" （([【,，;；。.—–-")
            return f"{parts.get('before') or ''} {rest}".strip(), parts["z"]
    return sentence, ""
