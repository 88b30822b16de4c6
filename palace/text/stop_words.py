"""Words that say nothing about what is searched for."""

_ENGLISH = """
a about again all also am an and any are as at be been being both but by can could did do does doing
done each for from get gets got had has have having he her here hers him his how i if in into is it
its just me more most my no nor not of off on once only or other our out over own please same she
should so some such than that the their them then there these they this those through to too under
until up us very was we were what when where which while who whom whose why will with would you your
"""

_CHINESE = """
一下 一个 一些 一样 一直 不是 为什么 为何 么 之 之后 之前 也 了 于是 什么 什么时候 他 他们 以及 但是
你 你们 做 再 几个 到底 又 及 吗 吧 呀 呢 和 哪 哪个 哪些 哪儿 哪里 啊 啥 嘛 因为 在 多少 她 如何
如果 它 对于 就 就是 已经 帮 我 我们 所以 才 把 是 是不是 是否 有 有没有 有什么 没有 然后 的 的话 着
给 被 让 请 请问 谁 跟 还 还是 这 这个 这些 那 那个 那些 都 里 里面 关于 怎么 怎么样 怎样 时候
能不能 会不会 要不要 可不可以 该不该 好不好 行不行 多久 多大 多高 多长 多远 多重 多沉 多深 多宽 几天 几号 几点
几次 几岁 几级 几度 几月 哪天 哪年 哪月 哪家 哪种 哪位 哪边 哪一 怎么办 怎么弄 怎么做 为啥 干嘛 有何 如何才
"""

_WITH_PARTICLE = """
目的 的确 的士 了解 为了 除了 是非 国是 把握 把关 把手 被子 被动 自我 迷你
"""

ENGLISH = frozenset(_ENGLISH.split())
"""Common English words, folded."""

CHINESE = frozenset(_CHINESE.split())
"""Common Chinese function words, simplified."""

PARTICLES = frozenset("的了吗呢吧么呀啊嘛是哪怎谁把被我你")
"""Characters that nearly always stand outside a word or at its seam."""

WITH_PARTICLE = frozenset(_WITH_PARTICLE.split())
"""Words that hold a particle."""
