"""Words for who sets a rule and for people in general: beside a rule they say nothing of what it is about.

员工可以带宠物 and 公司不让带宠物 are one matter, though one names the staff and the other the firm.
"""

_AUTHORITIES = """
公司 单位 学校 校方 物业 房东 店家 店方 馆方 院方 厂里 厂方 老板 领导 上级 主办方 主办 组委会
管理员 管理处 居委会 规定 规矩 规则 家规 店规 校规 合同 租约 条款 制度 政策 章程 守则 通知 告示
牌子 按规定 据规定 那边 这边 方面 这项 一项 这块 company firm management landlord landlady
school office policy rule rules regulations house contract lease law agreement sign notice
organisers organizers owner staff board committee administration terms conditions
"""
_PEOPLE = """
人 人们 大家 各位 员工 职工 同事 住户 业主 租客 房客 租户 客人 顾客 旅客 乘客 游客 访客 来宾
观众 读者 学生 同学 成员 会员 居民 用户 people person persons employee employees staff worker
workers resident residents tenant tenants guest guests visitor visitors customer customers
passenger passengers member members student students user users everyone everybody anyone
anybody nobody somebody someone one you we they all any every each participants attendees
"""
_BESIDE = """
觉得 认为 感觉 来说 而言 时候 期间 里面 里头 全程 一切 任何 所有 全部 全都 全 总 一直 向来 从来
平时 平常 一律 概 现在 目前 至今 眼下 当前 如今 always usually generally currently now today
whole entire time times thing things way
"""
_ASIDE = frozenset((_AUTHORITIES + _BESIDE).split())
_PEOPLE_AT_LARGE = frozenset(_PEOPLE.split())


def is_aside(word: str) -> bool:
    """Whether a word names who sets a rule, or nothing by itself."""
    return word.casefold() in _ASIDE


def is_people_at_large(word: str) -> bool:
    """Whether a word names people by what they are there: tenants, guests, 员工."""
    return word.casefold() in _PEOPLE_AT_LARGE
