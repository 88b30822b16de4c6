"""What a statement holds for: an environment, a share of the data, a season, a side, a part of the whole.

Two statements about different scopes of one kind can both be true, whatever their values are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from palace.text.comparison.folded_text import FoldedText
from palace.text.comparison.words import Span

_SCOPES: dict[str, dict[str, str]] = {
    "environment": {
        "production": r"生产|正式环境|线上|现网|\bprod(?:uction)?\b|\blive\b",
        "staging": r"预发|预生产|准生产|\bstaging\b|\bpre-?prod(?:uction)?\b|\buat\b",
        "testing": (
            r"测试(?:环境|服|机|站)|\b(?:test|testing|qa) (?:env(?:ironment)?|servers?|site|cluster)\b"
            r"|\bqa\b"
        ),
        "development": r"开发(?:环境|服|机)|本地(?:环境|开发)|\bdev(?:elopment)?\b(?! set)|\blocalhost\b",
        "canary": r"灰度|金丝雀|\bcanary\b",
    },
    "share of the data": {
        "training": r"训练集|\btrain(?:ing)? (?:set|split|data)\b",
        "validation": r"验证集|开发集|\b(?:validation|dev|held-?out) (?:set|split|data)\b",
        "test": r"测试集|\btest(?:ing)? (?:set|split|data)\b",
    },
    "season": {
        "spring": r"春[天季]|\bspring\b",
        "summer": r"夏[天季]|\bsummers?\b",
        "autumn": r"秋[天季]|\bautumns?\b",
        "winter": r"冬[天季]|\bwinters?\b",
    },
    "part of the week": {
        "weekdays": (
            r"工作日|平日|周一到周五|周一至周五|\bweekdays?\b|\bworking days?\b|\bmonday (?:to"
            r"|through) friday\b"
        ),
        "weekend": r"周末|双休日|\bweekends?\b",
    },
    "direction": {
        "reading": (
            r"读(?:接口|操作|请求|库|权限)|\bread(?:s| (?:endpoint|api|path|replica|access|limit|requests?"
            r"|quer(?:y|ies)))\b"
        ),
        "writing": (
            r"写(?:接口|操作|请求|库|权限|入)|\bwrit(?:es?|ing) (?:endpoint|api|path|access|limit"
            r"|requests?)\b|\bwrites\b"
        ),
        "uploading": r"上传|\bupload(?:s|ing|ed)?\b",
        "downloading": r"下载|\bdownload(?:s|ing|ed)?\b",
        "inbound": r"入站|流入|入库|进货|\b(?:inbound|incoming|ingress)\b",
        "outbound": r"出站|流出|出库|出货|\b(?:outbound|outgoing|egress)\b",
    },
    "side": {
        "frontend": r"前端|\bfront-?end\b",
        "backend": r"后端|\bback-?end\b",
        "client": r"客户端|\bclient-side\b|\bclients?\b",
        "server": r"服务端|服务器端|\bserver-side\b",
        "mobile": r"手机|移动端|\bmobile\b|\bphones?\b",
        "desktop": r"电脑|桌面端|台式|\bdesktop\b|\blaptops?\b",
        "tablet": r"平板|\btablets?\b|\bipads?\b",
    },
    "system": {
        "linux": r"\blinux\b|\bubuntu\b|\bdebian\b",
        "windows": (
            r"\bwindows (?:machine|pc|box|laptop|build|version)\b|\bwindows(?= ?\d|上|下|版|\b.{0,4}系统)"
        ),
        "mac": r"\bmac(?:os|book)?\b|苹果电脑",
        "android": r"\bandroid\b|安卓",
        "ios": r"\bios\b|\biphones?\b",
    },
    "end": {
        "outward": (
            r"去程|出发|启程|离开|起飞|\b(?:leaves?|departs?|departures?|departing|outbound flight"
            r"|sets? off)\b"
        ),
        "homeward": (
            r"返程|回程|返回|返航|回来|\b(?:returns?|return (?:flight|leg|trip)|comes? back|back on)\b"
        ),
        "arriving": r"到达|抵达|降落|落地|\b(?:arrives?|arrivals?|lands?)\b",
    },
    "opening": {
        "opening": r"开门|开始|开启|开放|开业|\b(?:opens|starts|begins)\b",
        "closing": r"关门|结束|截止|关闭(?:时间|于)|打烊|\b(?:closes|ends|finishes)\b",
    },
    "way": {
        "there": r"上班(?:路上)?(?=坐|骑|走|开|时)|早高峰|\b(?:to work|in the mornings?)\b",
        "back": r"下班(?:路上)?(?=坐|骑|走|开|时)|晚高峰|\b(?:from work|on the way home)\b",
    },
    "store": {
        "primary": r"主库|主节点|主机房|\bprimary\b|\bmaster (?:node|database)\b",
        "replica": r"从库|只读库|备库|从节点|\breplicas?\b|\bstandby\b",
        "cache": r"缓存|\bcach(?:e[sd]?|ing)\b",
        "search": r"(?:搜索|检索)(?:索引|引擎|服务)|\bsearch (?:index|engine|service)\b",
    },
    "part of the text": {
        "title": r"标题|题目|\b(?:titles?|headings?|headlines?|subject lines?)\b",
        "body": r"正文|\bbody(?: text)?\b",
        "comments": r"注释|批注|\bcode comments?\b",
        "commits": r"提交(?:信息|说明|记录)|\bcommit (?:messages?|subjects?)\b",
        "branches": r"分支名|\bbranch names?\b",
        "variables": r"变量名|\bvariable names?\b",
        "interface": r"界面文案|\bui (?:strings|copy|texts?)\b",
        "docs": r"文档|\b(?:docs|documentation)\b",
    },
    "region": {
        "europe": r"欧洲|欧盟|欧区|\b(?:EU|Europe|European|EMEA)\b",
        "america": r"美国|美区|北美|\b(?:US|USA|United States|North America|American)\b(?! dollars?)",
        "britain": r"英国|英区|\b(?:UK|Britain|British)\b(?! (?:spelling|english))",
        "asia": r"亚太|亚洲|\b(?:APAC|Asia|Asian)\b",
        "china": r"国内|中国区|大陆|\bmainland\b",
        "abroad": r"海外|国外|境外|\b(?:overseas|abroad)\b",
    },
    "weather": {
        "calm": r"无风|风平浪静|\b(?:calm|still) (?:air|weather|water|sea|days?)\b",
        "wind": r"大风|刮风|强风|\b(?:strong|high|heavy) winds?\b|\b(?:windy|gales?)\b",
        "rain": r"雨天|下雨|阴雨|\b(?:rain|rainy|raining|wet)\b",
        "fog": r"大雾|雾天|起雾|\bfog(?:gy)?\b",
        "snow": r"雪天|下雪|\bsnow(?:y|ing)?\b",
        "sun": r"晴天|大晴天|\b(?:sunny|dry) (?:days?|weather)\b",
        "frost": r"霜冻|冰冻|\bfrost(?:y)?\b",
        "heat": r"高温天|酷暑|\bheat ?waves?\b",
    },
    "chapter": {
        "first": r"第一[章节集册卷季幕回]|首[章集卷]"
        r"|\b(?:first|opening) (?:chapter|act|volume|part|season|episode)\b"
        r"|\b(?:chapter|act|volume|part|season|episode) (?:1|one|I)\b",
        "second": r"第二[章节集册卷季幕回]"
        r"|\bsecond (?:chapter|act|volume|part|season|episode)\b"
        r"|\b(?:chapter|act|volume|part|season|episode) (?:2|two|II)\b",
        "third": r"第三[章节集册卷季幕回]|\bthird (?:chapter|act|volume|part|season|episode)\b"
        r"|\b(?:chapter|act|volume|part|season|episode) (?:3|three|III)\b",
        "last": r"末[章集卷]|最后一[章节集册卷季幕]"
        r"|\b(?:last|final|closing) (?:chapter|act|volume|part|season"
        r"|episode)\b",
    },
    "half": {
        "first": r"上半[场年程月]|前半[场段程]|\bfirst half\b",
        "second": r"下半[场年程月]|后半[场段程]|\bsecond half\b",
    },
    "side of the body": {
        "left": r"左(?:眼|耳|手|脚|腿|膝|肩|臂|胳膊|脸|侧|上|下)"
        r"|\bleft (?:eye|ear|hand|foot|leg|knee|shoulder|arm|ankle|wrist|hip|lung)\b",
        "right": r"右(?:眼|耳|手|脚|腿|膝|肩|臂|胳膊|脸|侧|上|下)"
        r"|\bright (?:eye|ear|hand|foot|leg|knee|shoulder|arm|ankle|wrist|hip|lung)\b",
    },
    "age": {
        "adults": r"成人(?!礼)|成年人|大人|\badults?\b|\bgrown-?ups?\b",
        "children": r"儿童|小朋友|学龄|未成年|\bchild(?:ren)?\b|\bkids\b|\bunder-?\w+s\b|\bminors\b",
        "seniors": r"老人|长者|老年人|\bseniors\b|\bpensioners?\b|\bthe elderly\b",
        "students": r"学生(?!证)|\bstudents?\b",
    },
    "part of a payment": {
        "deposit": r"定金|订金|押金|质保金|\b(?:deposit|down payment|retention)\b",
        "rest": r"尾款|余款|\b(?:balance|final payment|remainder)\b",
        "instalment": r"首期|首付|\bfirst instal?lment\b",
    },
    "year at school": {
        "lower": r"小班|低年级|初一|高一|大一|\b(?:freshmen|first-years?|lower school)\b",
        "middle": r"中班|中年级|初二|高二|大二|大三|\b(?:sophomores|second-years?)\b",
        "upper": r"大班|高年级|初三|高三|大四|毕业班|\b(?:final-years?|upper school)\b",
    },
    "person": {
        "user": r"用户|\b(?:the )?user\b|(?<![\u4e00-\u9fff])我(?!们)|\b(?:I|my)\b",
        "mother": r"妈妈|母亲|我妈|他妈|她妈|\b(?:mother|mum|mom)\b",
        "father": r"爸爸|父亲|我爸|他爸|她爸|\b(?:father|dad)\b",
        "grandmother": r"外婆|奶奶|姥姥|祖母|\b(?:grandma|grandmother)\b",
        "grandfather": r"外公|爷爷|姥爷|祖父|\b(?:grandpa|grandfather)\b",
        "wife": r"妻子|老婆|太太|\bwife\b",
        "husband": r"丈夫|老公|先生(?=的|在|是|喜)|\bhusband\b",
        "partner": r"对象|伴侣|女朋友|男朋友|\b(?:partner|girlfriend|boyfriend)\b",
        "sister": r"姐姐|妹妹|\bsister\b",
        "brother": r"哥哥|弟弟|\bbrother\b",
        "cousin": r"表[哥弟姐妹]|堂[哥弟姐妹]|\bcousin\b",
        "son": r"儿子|\bson\b",
        "daughter": r"女儿|闺女|\bdaughter\b",
        "child": r"孩子|小孩|\b(?:kid|child)\b",
        "landlord": r"房东|\bland(?:lord|lady)\b",
        "flatmate": r"室友|舍友|\b(?:flat|room)mate\b",
        "neighbour": r"邻居|\bneighbou?r\b",
        "colleague": r"同事|\b(?:colleague|co-?worker)\b",
        "boss": r"老板|上司|领导|\b(?:boss|manager)\b",
        "client": r"客户(?!端)|\b(?:customer|client)s?\b(?!-)",
    },
}


@dataclass(frozen=True, slots=True)
class Scope:
    """One scope that a text names: its group, which of the group it is, and where it stands."""

    group: str
    member: str
    span: Span


def scopes(folded: FoldedText) -> tuple[Scope, ...]:
    """Return the scopes that a text names, in the order of the table."""
    found: list[Scope] = []
    for group, members in _patterns().items():
        for member, pattern in members.items():
            if match := pattern.search(folded.text):
                found.append(Scope(group, member, folded.span(match.start(), match.end())))
    return tuple(found)


def differing_scopes(a: tuple[Scope, ...], b: tuple[Scope, ...]) -> tuple[tuple[Scope, Scope], ...]:
    """Return the pairs of scopes of one group of which each text names another and none of the other's."""
    pairs: list[tuple[Scope, Scope]] = []
    for group in dict.fromkeys(scope.group for scope in a):
        of_a = {scope.member: scope for scope in a if scope.group == group}
        of_b = {scope.member: scope for scope in b if scope.group == group}
        if of_b and not of_a.keys() & of_b.keys():
            pairs.append((next(iter(of_a.values())), next(iter(of_b.values()))))
    return tuple(pairs)


@cache
def _patterns() -> Mapping[str, Mapping[str, re.Pattern[str]]]:
    return {
        group: {member: re.compile(pattern, re.IGNORECASE) for member, pattern in members.items()}
        for group, members in _SCOPES.items()
    }
