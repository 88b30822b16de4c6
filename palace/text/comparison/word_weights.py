"""How much a word says of what a text claims: nothing for grammar, a little for the commonest words.

What a grammatical word changes (a denial, a limit, an order in time) is read by the readers of those; here
only its share in what two texts have in common is told.
"""

from functools import cache

GRAMMAR, COMMON, FULL = 0.0, 0.35, 1.0
"""The weights of a word."""

_ENGLISH_GRAMMAR = """
a about again all also although am an and any are aren as at be because been before being but by can
could did didn do does doesn doing done don each ever every few for from had has hasn have haven having
he her here hers him his how i if in into is isn it its itself just like ll may me might mine more most
much must my nor not of off on once one only onto or other our ours out over own per please re s shall
she should since so some such t than that the their theirs them then there these they this those through
till to too toward towards under until up upon us ve very via was wasn we were weren what when where
whether which while who whom whose why will with within without won would wouldn yes yet you your yours
now always never no currently already still
"""

_ENGLISH_COMMON = """
user use used using uses get gets got make makes made go goes going gone take takes took come comes came
keep keeps kept set sets put puts let lets thing things way ways time times new good well need needs want
wants say says said tell told give gives given run runs work works day days stay stays live lives start
starts end ends show shows happen happens happened become becomes became both same different first last
next main usual usually normally generally mostly typically often sometimes really quite rather pretty
total whole entire full about roughly around approximately exactly default currently person people
someone somebody something anything everything everyone
"""

_CHINESE_GRAMMAR = """
的 了 着 过 地 得 和 与 及 以及 或 或者 并 并且 而 而且 但 但是 不过 也 又 还 还是 都 就 才 再 很 太 最
更 挺 非常 十分 把 被 给 对 对于 由 向 从 自 在 到 至 于 为 为了 因为 所以 因此 由于 如果 若 当 时 时候
的时候 之 之前 之后 以前 以后 以来 前 后 是 有 没有 没 不 别 勿 无 非 未 会 能 可以 可 能够 应 应该 要 需
需要 须 必须 该 让 使 令 叫 请 吗 呢 吧 啊 呀 嘛 么 这 那 这个 那个 这些 那些 这里 那里 此 本 其 它 它们
他 他们 她 她们 我 我们 你 你们 您 自己 谁 什么 怎么 哪 哪里 哪个 几 一 个 些 一些 每 各 某 任何 任意 先
然后 随后 均 皆 凡是 凡 仍旧 较 较为 稍 稍微 有点 特别 尤其 另 另外 其他 其余 所有 全部 一切 只 仅 仅仅
只有 只能 就是 即 则 便 已 已经 正 正在 将 将要 曾 曾经 上 下 里 内 外 中 间 边 处 起 来 去 出 回 所 所在
等 等等 之类 方面 一下 一遍 一律 统一 一般 通常 平时 平常 总是 总 老是 一直 从不 现在 目前 如今 当前 眼下
今 最近 近来 刚 刚刚 仍 仍然 依然 依旧 尚 还没 不再 也许 可能 大概 大约 约 左右 上下 最多 最少 至少 至多
不超过 以上 以下 次 条 件 位 名 项 份 张 台 套 家 种 样 点 号 天 年 月 日 周 元 块 遍 趟 顿
"""

_CHINESE_COMMON = """
用户 使用 用 采用 做 进行 开始 结束 设置 设为 设成 设 定 定在 定为 放 放在 保持 保留 安排 处理 包括 包含
属于 作为 成为 变成 称为 叫做 名叫 情况 问题 事情 东西 内容 方式 方法 部分 目标 工作 时间 地方 主要 默认
一共 共 总共 全 整个 新 旧 大 小 多 少 好 跑 走 开 关 收 发 拿 给 看 说 讲 想 觉得 比较 习惯 喜欢 固定
实际 直接 具体 相关 有关 比 跟 同 按 依 照 根据 通过 经过 随 随时 及时 负责 负责人
"""


def english_weight(word: str) -> float:
    """Return the weight of a folded English word."""
    tables = _tables()
    if word in tables[0]:
        return GRAMMAR
    return COMMON if word in tables[1] else FULL


def chinese_weight(word: str) -> float:
    """Return the weight of a Chinese word, simplified."""
    tables = _tables()
    if word in tables[2]:
        return GRAMMAR
    return COMMON if word in tables[3] else FULL


@cache
def chinese_words() -> frozenset[str]:
    """Return the Chinese words that have a weight of their own."""
    tables = _tables()
    return tables[2] | tables[3]


@cache
def _tables() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    english, common = frozenset(_ENGLISH_GRAMMAR.split()), frozenset(_ENGLISH_COMMON.split())
    return english, common, frozenset(_CHINESE_GRAMMAR.split()), frozenset(_CHINESE_COMMON.split())


@cache
def english_words() -> frozenset[str]:
    """Return the English words that have a weight of their own."""
    tables = _tables()
    return tables[0] | tables[1]
