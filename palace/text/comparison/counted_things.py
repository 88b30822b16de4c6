"""What is counted: Chinese measure words, and the names in both languages of things that memories count."""

import re
from functools import cache, lru_cache

_MEASURE_WORDS_LISTED = """
个 名 位 条 张 台 次 回 遍 趟 份 片 颗 粒 杯 瓶 罐 碗 盒 包 袋 箱 桶 本 册 节 层 行 列 页 章 篇 字 词 句
段 家 间 套 辆 只 头 匹 棵 朵 组 批 轮 步 级 档 人 口 门 堂 场 局 盘 圈 顿 餐 票 维 核 件 项 种 类 款 部
支 枝 根 把 双 对 副 座 幅 首 集 季 期 届 版 代 道 封 块 枚 滴 针 剂 服 排 队 班 所 处 起 例 通 笔 单 株
束 串 卷 架 艘 股 团 户 天 周 声 勺 匙 桌 床 栋 幢 厅 卫 扇 面 宗 桩 码 课 讲 帧 胎 岁 晚 夜 宿 镜 路 卡 跳 拍
杆 球 枪 篓 筐 摞 叠 沓
"""
MEASURE_WORDS = _MEASURE_WORDS_LISTED.split()
"""Words that may stand between a Chinese number and what it counts."""

_COMPOUND_MEASURES_LISTED = """
人次 人天 人月 工时 课时 学时 学分 个人 线程 进程 副本 节点 实例 分片 用户 席位 名额 通道 并发 维度 字符
词元 样本 像素 核心 公里 小节 场次 批次 轮次 班次 车次
"""
COMPOUND_MEASURES = _COMPOUND_MEASURES_LISTED.split()
_THINGS = """
person: 人 个人 名 位 员工 成员 同事 people persons person member members colleague colleagues staff headcount
engineer: 工程师 程序员 开发 engineer engineers developer developers dev devs programmer programmers
user: 用户 user users customer customers 客户
student: 学生 student students 学员 pupil pupils
reviewer: 评审人 审核人 reviewer reviewers 审阅者
child: 孩子 小孩 娃 kid kids child children
time: 次 回 遍 趟 次数 time times
visit: 访问 visit visits
retry: 重试 retry retries
attempt: 尝试 attempt attempts try tries
approval: 批准 审批 同意 approval approvals approve approves
review: 评审 复核 review reviews
request: 请求 request requests
call: 调用 call calls
connection: 连接 connection connections
thread: 线程 thread threads
process: 进程 process processes worker workers
replica: 副本 replica replicas
node: 节点 node nodes
server: 服务器 机器 server servers machine machines host hosts
instance: 实例 instance instances
shard: 分片 shard shards
core: 核 核心 core cores
gpu: 显卡 gpu gpus 卡
screen: 屏 屏幕 显示器 monitor monitors screen screens display displays
dimension: 维 维度 dimension dimensions dimensional
row: 行 条 row rows record records 记录
column: 列 column columns
result: 结果 result results
sample: 样本 sample samples example examples
item: 项 条目 item items entry entries 件
memory: 记忆 memory memories
token: 词元 token tokens
character: 字 字符 character characters char chars
word: 词 单词 word words
sentence: 句 句子 sentence sentences
line: 行 line lines
page: 页 page pages
chapter: 章 chapter chapters
book: 本 书 book books
article: 篇 文章 article articles post posts
paper: 论文 paper papers
space: 空格 space spaces
epoch: 轮 轮次 epoch epochs
round: 轮 round rounds
step: 步 步骤 step steps
level: 级 level levels
layer: 层 layer layers
floor: 楼 floor floors storey storeys
table: 表 桌 table tables
copy: 份 copy copies 副本
version: 版 version versions
point: 分 point points
vote: 票 vote votes
ticket: 票 工单 ticket tickets
test: 测试 用例 test tests case cases
bug: 缺陷 bug bugs 问题 issue issues
file: 文件 file files
folder: 文件夹 目录 folder folders directory directories
image: 图 图片 照片 image images photo photos picture pictures
project: 项目 project projects
task: 任务 task tasks
meeting: 会 会议 meeting meetings
class: 节 堂 课 class classes lesson lessons 私教课 session sessions
night: 晚 夜 宿 night nights
room: 间 房间 room rooms
bedroom: 室 卧室 bedroom bedrooms
seat: 座 座位 席位 seat seats
house: 套 房子 house houses flat flats apartment apartments
car: 辆 车 car cars
cat: 只 猫 cat cats
dog: 狗 dog dogs
cup: 杯 cup cups
glass: 杯 glass glasses
bottle: 瓶 bottle bottles
bowl: 碗 bowl bowls
box: 盒 箱 box boxes
pack: 包 袋 pack packs packet packets
pill: 片 粒 颗 药片 tablet tablets pill pills capsule capsules
dose: 剂 针 dose doses shot shots
drop: 滴 drop drops
meal: 顿 餐 meal meals
egg: 蛋 鸡蛋 egg eggs
spoon: 勺 匙 spoon spoons spoonful spoonfuls
lap: 圈 lap laps
set: 组 套 set sets
rep: rep reps repetition repetitions
push-up: 俯卧撑 push-up push-ups pushup pushups
game: 局 场 盘 game games match matches
goal: 球 goal goals
episode: 集 episode episodes
season: 季 season seasons
song: 首 歌 song songs
email: 封 邮件 email emails mail mails letter letters 信
message: 条 消息 message messages
comment: 评论 comment comments
commit: 提交 commit commits
branch: 分支 branch branches
country: 国家 country countries
city: 城市 city cities
company: 家 公司 company companies firm firms
shop: 店 门店 shop shops store stores
team: 队 团队 小组 组 team teams group groups
share: 股 share shares
order: 单 订单 order orders
trip: 趟 trip trips
day: 天 day days
week: 周 week weeks
weekday: 工作日 weekday weekdays
person_day: 人天 man-day man-days person-day person-days
person_month: 人月 man-month person-month person-months
credit: 学分 credit credits
like: 赞 点赞 like likes star stars
follower: 粉丝 关注者 follower followers subscriber subscribers
vector: 向量 vector vectors
parameter: 参数 parameter parameters param params
feature: 特征 功能 feature features
label: 标签 label labels tag tags
model: 模型 model models
batch: 批 批次 batch batches
key: 密钥 键 key keys
disk: 硬盘 盘 disk disks drive drives
button: 按钮 button buttons
tab: 标签页 tab tabs
window: 窗口 window windows
container: 容器 container containers
service: 服务 service services
endpoint: 接口 端点 endpoint endpoints
environment: 环境 environment environments
region: 区域 可用区 region regions zone zones
backup: 备份 backup backups
snapshot: 快照 snapshot snapshots
job: 作业 岗位 job jobs
part: 部分 份 part parts piece pieces section sections slice slices
kind: 种 类 款 kind kinds type types category categories
stop: 站 stop stops station stations
plant: 盆 棵 株 plant plants
tree: 棵 树 tree trees
flower: 朵 花 flower flowers
pair: 双 对 副 pair pairs
"""

_GENERIC_MEASURES_LISTED = """
个 份 条 件 项 种 类 款 位 组 套 张 台 只 块 片 本 段 批 支 把 根 副 对
"""
GENERIC_MEASURES = frozenset(_GENERIC_MEASURES_LISTED.split())
"""Measure words that leave open what is counted: 12 个 may be twelve of anything."""

_STOP_WORDS_LISTED = """
a an the of in on at to from by for with and or but per every each is are was were be been has have
had will would should can may must not no as than then that which who when while if so after before
until since over under about between within without into onto off out up down more less fewer only
also too either both all any some this these those it its they them their he she his her him we our
us you your i my me now left ago later earlier old apart total maximum minimum max min remaining
long wide tall high deep away do does did need needs take takes took get gets go goes run runs ran
use uses used plus minus here there still just already because due via during past o'clock am pm
"""
_STOP_WORDS = frozenset(_STOP_WORDS_LISTED.split())
_LATIN_PHRASE = re.compile(r"[ -]?([A-Za-z][A-Za-z'-]*)")
_HAN_RUN = re.compile(r"\s?([\u4e00-\u9fff]{1,4})")
_HAN_STOP = re.compile(
    r"[的了在是就才也都还再又只要会可以内外上下左右前后起以之为和与或及并而但若如果每各从到至由把被让给对向比按"
    r"不没无未需须请到达已正将应该有没过着吧吗呢啊完成做一二三四五六七八九十]"
)
_PLURALS = frozenset({"people", "children", "men", "women", "feet", "teeth", "mice", "kids"})
NOUN_WORDS_AT_MOST = 3
"""So many words behind an English number are taken for the name of what is counted."""


@cache
def _things_by_name() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for line in _THINGS.strip().splitlines():
        concept, names = line.split(": ")
        for name in [concept, *names.split()]:
            concepts = table.setdefault(name, [])
            if concept not in concepts:
                concepts.append(concept)
    return {name: tuple(concepts) for name, concepts in table.items()}


_PEOPLE_LISTED = """
singer player student pupil guest participant volunteer passenger employee worker child adult resident
tenant teacher nurse actor dancer musician runner visitor attendee learner trainee apprentice soldier
subscriber villager neighbour neighbor inhabitant voter customer diner patient bather swimmer cyclist
hiker skier coach driver cleaner waiter cook helper carer doctor engineer developer designer artist
writer reader listener viewer speaker delegate woman man boy girl kid soprano tenor alto bass violinist
crewman sailor spectator
"""
_PEOPLE = frozenset(_PEOPLE_LISTED.split())
"""English nouns for people, who may be counted as people as well."""


@cache
def measure_pattern() -> re.Pattern[str]:
    """Return a pattern for a measure word, longest first."""
    words = sorted({*MEASURE_WORDS, *COMPOUND_MEASURES}, key=lambda word: (-len(word), word))
    return re.compile("|".join(words))


@lru_cache(maxsize=4096)
def things_named(name: str) -> tuple[str, ...]:
    """Return the things that a word in either language may name; empty where the word is not in the table."""
    table = _things_by_name()
    return table.get(name) or table.get(name.lower()) or ()


def english_things(text: str, place: int) -> tuple[tuple[str, ...], int]:
    """Return the words for what is counted behind an English number at `place`, and where they end.

    Up to three words in a row, until one that cannot belong to a name (a preposition, a pronoun, a form
    of be).
    """
    words: list[str] = []
    end = place
    while len(words) < NOUN_WORDS_AT_MOST:
        found = _LATIN_PHRASE.match(text, end)
        if not found:
            break
        word = found[1].lower().strip("'-")
        if word in _STOP_WORDS or not word:
            break
        words.append(word)
        end = found.end()
        if _is_plural(word):
            break
    return tuple(words), end


def han_things(text: str, place: int) -> tuple[str, int]:
    """Return the Chinese characters behind a number or measure word that may name what is counted."""
    found = _HAN_RUN.match(text, place)
    if not found:
        return "", place
    run = found[1]
    known = next((length for length in range(len(run), 1, -1) if things_named(run[:length])), 0)
    stop = _HAN_STOP.search(run)
    kept = run[:known] if known else run[: stop.start()] if stop else run
    return kept, found.start(1) + len(kept)


def counted_names(words: tuple[str, ...], measure: str, han: str) -> frozenset[str]:
    """Return the names under which two counts may be found to count the same thing.

    Concepts of the table where it knows a word, and the words themselves (English plural folded). What a
    measure word alone leaves open has a question mark behind it.
    """
    names: set[str] = set()
    for word in words:
        names.update(things_named(word) or {singular(word)})
        if singular(word) in _PEOPLE:
            names.add("person?")
    names.update(things_named(han))
    if han and not names:
        names.update({han, *(f"{concept}?" for concept in things_named(measure))})
    if measure and measure not in GENERIC_MEASURES:
        names.update(things_named(measure) or {measure})
    elif measure and not names:
        names.update(f"{concept}?" for concept in things_named(measure))
    return frozenset(names)


def thing_counted(words: tuple[str, ...], measure: str, han: str) -> str:
    """Return the one name under which a count is shown: a concept of the table, or the word itself."""
    for word in (*words, han):
        known = things_named(word)
        if known:
            return known[0]
    if words:
        return singular(next((word for word in words if _is_plural(word)), words[-1]))
    known = () if measure in GENERIC_MEASURES else things_named(measure)
    return known[0] if known else han or measure


def _is_plural(word: str) -> bool:
    return word in _PLURALS or (
        word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3
    )


def singular(word: str) -> str:
    """Return an English noun without the ending of its plural."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")) and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
