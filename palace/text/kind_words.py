"""The words that tell, or only hint at, the kind of a statement, Chinese and English.

They are matched against folded text (lower case, half width, simplified characters).
"""

import re

from palace.domain.vocabulary import Kind
from palace.text.word_patterns import PERSON, USER, any_of

_TOOL = (
    r"(?:工具|接口|插件|驱动|打印机|连接池|数据库|小程序后台|应用商店|日历同步|语音识别|同步服务|命令|脚本"
    r"|查询|检索|转写|识别|合成|推送服务|云服务|在线服务|后端|调用"
    r"|请求|服务器|网关|抓取|检索器|爬虫|浏览器|扩展|解析器|编译器|客户端|终端"
    r"|(?<![a-z])(?:api|mcp|sdk|cli|tools?|plug-?ins?|endpoint|webhook|server|shell|script"
    r"|command|request|parser"
    r"|browser|fetch(?:er)?|crawler|query|connector|curl|wget|grep|sed|awk|git|npm|pnpm|yarn|npx"
    r"|pip|uv|docker"
    r"|login|sign-in|widget|json|kubectl|helm|make|cargo|pytest|jest|ffmpeg|ssh|rsync|psql|sqlite|redis"
    r"|terraform|ansible"
    r"|playwright|linter"
    r"|ruff|mypy|gcc|node|python|bash|brew|apt|rg|jq|tar|scp|gh|aws|gcloud|pandoc|latex|gradle"
    r"|maven|provider|proxy|search|ocr|sdk|playwright|selenium|service|(?:tool|api|search"
    r"|function) call|host|upload|download|[a-z0-9]{1,40}+(?:_{1,2}[a-z0-9]{1,40}+){1,8}+)(?![a-z]))"
)
_ERROR = (
    r"(?:报错|出错|抛(?:出|错|异常)|异常|超时|限流|崩溃|闪退|断开|断线|拒绝|连不上|无响应|没响应"
    r"|卡死|挂(?:了|掉)|打不开|连不通|握手|配额|找不到|失败|不可达|不可用"
    r"|没成功|装不上|无效|失效|解析报错|权限不足|无权限|无权|没权限|耗尽|乱码|截断|掉线|失联|段错误"
    r"|返回(?:空|错误)|错误码|解析错误|过期"
    r"|(?<![a-z])(?:tim(?:ed?|ing) ?out|timeouts?|no space left"
    r"|(?:returned|gave|returns) (?:an? )?(?:empty|blank|null)|index out of|errors?|exceptions?|crash(?:ed"
    r"|es)?|refused|denied"
    r"|fail(?:ed|s|ure)?"
    r"|not found|unreachable|unavailable|rate.?limit(?:ed)?|threw|throws|raised|exited"
    r"|segfault(?:ed)?|traceback"
    r"|hung|disconnected|invalid|could not|couldn't|unauthori[sz]ed|forbidden|aborted"
    r"|no such file|broken pipe"
    r"|empty (?:response|result)|malformed|killed|dropped|stalled|rejected|expired|too many"
    r"|ran out|out of (?:memory|disk|space|quota)|no response|unresponsive|(?:black|blank|garbled"
    r"|truncated) \w+|quota|unsupported|reset|bounced|came back (?:empty|blank)|net::\w+|e(?:rofs"
    r"|perm|pipe|busy|nospc))(?![a-z]))"
)

TELLING_WORDS: tuple[tuple[Kind, str, re.Pattern[str]], ...] = (
    (
        Kind.CORRECTION,
        "corrected",
        any_of(
            r"纠正|更正|勘误|订正了?(?:我|说法)|指正",
            r"(?:之前|上次|先前|原来|我|用户说.{0,4})(?:都|把.{1,8})?(?:记|写|说|弄|搞|听|看|认"
            r"|叫|拼|算|理解)(?:错|混|反|岔)",
            r"(?:记|写|说|弄|搞|听|算|理解)(?:错|混|反|岔)了|被用户(?:说|批|指|纠)|改(?:过来"
            r"|正过来)|有误|(?:记录|笔记|信息)(?:错|不对)|用户.{0,6}(?:指出[:,]|澄清|嫌(?=我)"
            r"|指出我|(?:不满|嫌弃?|怪)(?:意)?我)|用户说(?:他|她)不.{1,12}[,，].{1,12}",
            r"\bactually\b.{1,60}, not\b|\b(?:note|record|entry|memory)s? (?:was|were|is) (?:off"
            r"|wrong|out of date|mistaken)\b|\b(?:annoyed|unhappy|displeased|upset) (?:that|with"
            r"|because)\b|\btold (?:me )?(?:not )?to\b|\basked (?:me )?(?:not to|to stop)\b"
            r"|\bwants me to stop\b",
            r"(?:指出|批评|埋怨|责怪|抱怨|投诉|提醒|说|告诉|警告|反馈)(?:了)?(?:我|助手)"
            r".{0,4}(?:又|老是|总是?|一直|太|没有?|不该|不应|搞|弄|记|错|别|不要|以后|下次|不能|漏|忘)",
            rf"{USER}(?:说|反馈|指出|澄清|强调)?.{{0,6}}(?:不是.{{1,20}}而是|其实是"
            rf"|应该是.{{1,20}}(?:不是|而非))",
            r"\bcorrect(?:ed|s) (?:me|us|my|him|her|the|his)\b|\bcorrection\b|\bstand corrected\b",
            r"\b(?:pointed out|complained|objected|told me off|scolded)\b",
            r"\b(?:i|we|notes?|memory) (?:had|was|were|have|got|made)\b.{0,30}\b(?:wrong|mistaken"
            r"|mistake|incorrect)\b",
            r"\b(?:i|we) (?:misunderstood|misheard|misspelled|misread|mixed up|confused|mistook)\b",
            r"\bi had (?:noted|written|recorded|said|put)\b|\bpreviously (?:noted|recorded) as\b"
            r"|\bnot .{1,40} as (?:i|we|noted)\b",
            rf"{USER} (?:said|says|clarified|noted|told me).{{0,20}}\b(?:wrong|not .{{1,20}} but|actually)\b",
        ),
    ),
    (
        Kind.FAILURE,
        "lesson",
        any_of(
            r"教训|踩坑|踩了.{0,4}坑|吃一堑|吃(?:了)?(?:大)?亏|事后(?:看|想|发现)|才(?:导致|造成"
            r"|酿成)|要是当初|根(?:本原)?因(?:是|在|为)|根源(?:是|在)|归根结底|早知道|本该|本应"
            r"|怪(?:我|自己)",
            r"(?:失败|出错|出事|宕机|故障|事故|返工|冻死|坏|丢|崩|延期|没成).{0,8}(?:原因|是因为"
            r"|因为没|是由于)",
            r"\blessons?\b|\broot cause\b|\bnever again\b|\bshould have\b|\bin hindsight\b"
            r"|\bthe hard way\b|\bpost-?mortem\b",
            r"\b(?:failed|broke|crashed|lost|went down|was down)\b.{0,40}\b(?:because|since"
            r"|as) (?:nobody|no one|none of us|we|i) (?:had|did|was|were|watched|checked|never"
            r"|forgot|only|\w+ed)\b",
        ),
    ),
    (
        Kind.TOOL_ERROR,
        "status_code",
        any_of(
            r"(?:返回|报|响应|状态码?|收到|遇到|http(?:/\d(?:\.\d)?)?|error|status|code|returned"
            r"|responded(?: with)?|got(?: a| an)?|gave(?: a)?)"
            r"\s*(?:了|码|错误|http|status|code|:)*\s*[45]\d\d(?!\d)",
            r"\bexit(?:ed)?\b.{0,12}\b(?:code|status)\b|退出码|非零退出|\b[a-z]+(?:error"
            r"|exception)\b(?<!\berror)(?<!\bexception)",
            r"\b(?:econn\w+|etimedout|enoent|eacces|sigkill|sigsegv|oomkilled)\b|\btraceback\b"
            r"|\bsegfault\w*\b"
            r"|\b(?:connection|permission) (?:refused|denied|reset|timed out)\b",
        ),
    ),
    (
        Kind.TOOL_ERROR,
        "tool_and_error",
        any_of(
            rf"{_TOOL}[^。;；]{{0,40}}?{_ERROR}",
            rf"{_ERROR}[^。;；,，]{{0,24}}?{_TOOL}",
            r"\btool call failed\b",
            r"服务[^,，。]{0,12}(?:没响应|无响应|不响应|超时|报错|连不上|打不开|不可用|挂了|中断|断开|拒绝)",
        ),
    ),
    (
        Kind.DECISION,
        "decided",
        any_of(
            r"决定|决议|拍板|敲定|选定|选用|定案|商定|议定|谈定|说定|一致(?:同意|认为|决定|通过)"
            r"|达成一致|商量(?:好|下来|定|后)|表决|投票(?:结果|通过|决定)|胜出|就(?:用|选|定"
            r"|按)(?=.)|(?:这事|此事|这个)?不再(?:讨论|争论|考虑)|(?:方案|版本|选项).{0,4}(?:中选"
            r"|入选|通过)",
            r"(?:最终|最后|还是|于是)(?:选|用|定|采)|定(?:为|在)(?=.)|定(?:了|下来)(?=[:,由用走]"
            r"|[。.!]?$)|放弃.{1,16}(?:方案|改|选|用)",
            r"确定(?:用|采用|由|改用|以|走|不)|改用|换用|采用|沿用|弃用|统一(?:用|为|成|采用|使用"
            r"|译)|不再(?:用|支持|做|比较|考虑|维护)",
            r"从.{1,12}改(?:为|成)|改(?:为|成).{1,16}(?:生效|执行|起)|(?:下月|下周|明年"
            r"|[一二三四五六七八九十\d]+[月号日])(?:起|开始)?(?:生效|执行|实行)",
            r"从(?:今|现在|此|下周|下个?月|明天|本周).{0,4}(?:起|开始|以后|以往)|红线|底线|铁律",
            r"\bwe settled\b|\bdecided?\b|\bdecision\b|\b(?:we|team|they|all|everyone) agreed\b"
            r"|\bagreed (?:to"
            r"|on|that|with|not)\b|\bsettled (?:on|for)\b",
            r"\b(?:chose|chosen)\b|\bopt(?:ed|ing) (?:for|to|out)\b|\b(?:going|went|go|sticking"
            r"|stick) with\b|\bresolved (?:to|that)\b"
            r"|\bsigned off on\b|\bruled out\b|\bfrom now on\b|\bstandardi[sz]ed? on\b"
            r"|\bcommitted to\b|\bred line\b"
            r"|\b(?:voted (?:for|to|against)|after the vote|by vote)\b|\bapproved\b|\bno more \w+"
            r"|^(?:dropping|switching (?:to|from)|moving (?:to|away)|keeping|replacing|sunsetting"
            r"|retiring|adopting) |\bpicked .{1,40}(?:over|instead|as|for)\b|\bno longer (?:use"
            r"|support|ship)\b"
            r"|\bwe(?:'ll| will| are going to) (?:use|keep|drop|adopt|stay|not|only|go|store"
            r"|move)\b|\b(?:is|are|was) to (?:be|stay)\b|\bwill (?:live|be|run|stay|use|go|remain"
            r"|stand|sit)\b.{1,60}(?:, not|instead of|rather than)\b",
        ),
    ),
    (
        Kind.PREFERENCE,
        "prefers",
        any_of(
            r"喜欢|偏好|偏爱|偏向|倾向|讨厌|反感|厌恶|受不了|宁可|宁愿|更愿|不愿|不爱|爱(?:吃|喝"
            r"|看|听|用|穿|玩)|更爱|最爱|介意|忌讳|嫌|不感冒|执念|洁癖|看重|在意|(?:觉得|认为"
            r"|感觉).{1,14}(?:舒服|顺眼|顺手|好看|好用|烦|吵|刺眼|别扭)",
            rf"{PERSON}.{{0,8}}(?:习惯(?!了)|要求|希望|强调|叮嘱|交代|嘱咐|想要|只(?:喝|吃|看|用"
            rf"|听|接受|要|肯|住|坐|订|穿|买|走|选|读|玩|回|给)|(?:总是?|一向|一般|通常|每次都)(?:选|要|点"
            rf"|用|喝|吃|看|先)|不(?:吃"
            rf"|喝|看|用|接|想(?:听|看|收|被))|不要(?!是))",
            r"\bprefer(?:s|red|ence)?\b|\b(?:dis)?likes\b|\b(?:user|he|she"
            r"|they) (?:really )?(?:dis)?like\b|\bhates?\b|\bloves?\b|\benjoys?\b"
            r"|\bfavou?rs?\b|\bfavou?rite\b|\bwould rather\b|\bwould like (?!to (?:learn|go|visit"
            r"|buy|build|start|try|finish))|\bover \w+, .{1,40}\bover\b|\bcan(?:no|')t stand\b"
            r"|\binsists?\b|\bis (?:fond|tired|sick) of\b|\bkeen on\b|\b(?:says|said|asks"
            r"|asked) the user\b|, the user (?:says|said|asks|asked|insists)\b",
            rf"{USER} (?:\w+ly )?(?:wants|expects|asks|asked|requires|demands|finds|appreciates"
            rf"|wishes|never wants|does(?: not|n't) (?:want|like|care)|always (?:wants|picks"
            rf"|takes|orders|asks|reads))\b"
            r"(?! to (?:learn|go|visit|buy|build|start|try|finish|move|write|become|run|get|make|do))",
            rf"^(?:{USER})[:,]?\s*(?:please )?(?:never|do not|don't|no)\b",
        ),
    ),
    (
        Kind.PREFERENCE,
        "forbids",
        any_of(
            r"(?:绝|决)(?:对)?(?:不要|别|不能|不可以|不许|不得)|永远(?:不要|别|不许)|千万(?:别"
            r"|不要)|(?:任何(?:时候|情况)|无论如何|不管怎样|说什么).{0,4}(?:不|别)(?:要|许|能"
            r"|得)?",
            r"^(?:please )?(?:never|under no circumstances|on no account|don't ever|do not ever"
            r"|at no time|no one may ever)\b",
        ),
    ),
    (
        Kind.SKILL,
        "learned",
        any_of(
            r"学会|掌握了|摸(?:索出|清)|琢磨出|总结出.{0,10}(?:办法|方法|规律|套路|步骤|经验)"
            r"|(?:搞|弄)(?:清楚|懂|明白)(?:了)?(?:怎么|如何)|学到(?:了)?(?:一|个|怎么|如何|用)"
            r"|小窍门|套路|窍门|诀窍|秘诀|口诀",
            r"\blearn(?:ed|t) (?:how )?(?:to|that you can)\b|\bfigured out how\b"
            r"|\bworked out how\b|\bhow to\b|\bneat trick\b|\bthe trick (?:is|to)\b"
            r"|\bworkflow for\b|\bprocedure for\b|\brecipe for\b|\bsteps (?:to|for)\b"
            r"|\btechnique for\b|\b(?:reliable|quick|best) way to\b|\bmastered\b|\bknow how to\b"
            r"|\b(?:good|neat|clever) way to\b",
        ),
    ),
    (
        Kind.SKILL,
        "steps",
        any_of(
            r"(?:→|->|=>|⇒|➜).+?(?:→|->|=>|⇒|➜)",
            r"先.{1,40}(?:再|然后|接着|后).{1,60}(?:最后|再|然后)",
            r"(?:^|\D)1[.、):)\s](?>.+?\D2[.、):)\s])(?>.+?\D3[.、):)\s])|①.+②|第一步|\bstep 1\b",
            r"\bfirst\b.{2,80}\bthen\b.{2,}|\bfirst\b.{2,120}\bfinally\b"
            r"|^to [a-z]+ .{3,60}[:,] ?\w+.{2,60}, (?:then |and )?\w+",
        ),
    ),
    (
        Kind.SUMMARY,
        "sums_up",
        any_of(
            r"^(?:这|整)(?:一|两|三|几|个)?(?:天|周|个?月|学期|年|上午|下午)(?:里|来|下来|内"
            r"|共)?[,，]?.{0,4}(?:做|完|处理|写|看|开|共|主要|跑|走)"
            r"|总的来说|总而言之|总之|一天下来|一周下来|(?:今天|今日|本日|这周|本周|上周|全天"
            r"|这个?月|本月).{0,3}(?:总?共|一共|合计|累计)",
            r"\b(?:to sum up|in short|in brief|all in all|summary of|recap of|wrap-?up)\b"
            r"|\boverall,|\blooking back\b|\bsumming up\b|\ball told\b|\bin all,|\bthe (?:session"
            r"|meeting|call|talk|day|week) (?:covered|was about|went through|in short)\b|(?:会议"
            r"|会上|本次|这次|通话|对话|会话).{0,6}(?:讨论了|谈了|聊了|涉及|主要)",
        ),
    ),
    (
        Kind.INTENT,
        "intends",
        any_of(
            r"待办|打算|想(?:学|去|做|买|换|试|报|找|写|搬|养|考|把|要(?:学|去|做|买|换))"
            r"|(?:正)?(?:计划|准备)(?:在|去|把|下|明|今|年|于|用|给|做|学|写|搬|买|换|开|参|申"
            r"|年底)",
            r"记得|别忘|不要忘|目标|争取|力争|希望能|下一步|接下来|还没(?:想|定|决)|还不(?:确定"
            r"|清楚)|不确定(?:是否|要)|悬而未决|(?:今年|本月|这周|本周|这个月|本季度|年内)(?:内"
            r"|底前)?(?:要|得|想|争取|必须)|集中(?:攻克|精力)|专注于|改(?:天|日)|[有得]空|抽空"
            r"|年底前|要不要|是不是要|有待",
            r"(?:明[天早晚日年]|后天|下(?:个)?(?:周|月|季|学期|礼拜|星期|半年|一步)"
            r"|周[一二三四五六日末]前|月底前|年底前|稍后|回头|改天|过几天)"
            r"(?![^,，。]*了)",
            r"\bto-?do\b|\b(?:plan(?:s|ning)?|intend(?:s|ing)?|aim(?:s|ing)?|hop(?:e|es|ing)"
            r"|want(?:s)?|need(?:s)?|have|has|going|remember|due|looking) to\b"
            r"|\bwill (?:check|call|send|write|try|ask|look|review|start|finish|buy|visit|book"
            r"|draft|prepare|follow|test|fix|do|move|read|update|measure)\b"
            r"|\b(?:goals?|objective)\b|\bopen question\b|\bundecided\b|\b(?:this"
            r"|next) (?:quarter|year|season|term|month|sprint) is about\b|\bbig question\b"
            r"|\b(?:still )?(?:unclear|unsure|not sure) (?:whether|if|how|which)\b"
            r"|\bnot (?:yet )?decided\b|\bshould we\b|\bnext step\b|\bfollow up (?:on|with)\b"
            r"|\bdon't forget\b|\b(?:thinking|dreaming) (?:of|about)\b|\bconsidering\b",
        ),
    ),
    (
        Kind.FAILURE,
        "failed",
        any_of(
            r"被(?:拒|退(?!休)|驳回|打回|取消资格)|(?:填|买|订|寄|发|拿|坐|走|选|接|装|放|输|贴|印|付|带"
            r"|剪|切|配)错|失败|(?:没|未|不)(?:有)?(?:能)?(?:成功|通过|赶上|办成|做成|跑通|完成)"
            r"|没成(?!功)"
            r"|没能|未能|搞砸|行不通|走不通|白费|作废|泡汤|告吹|黄了|没(?:做|写|跑|办|买|赶|抢|调"
            r"|配|谈|等|过|考|救|搞|装)(?:完|成|过|上|到|通|拢|妥|下来|好|[,，。]|$)|又(?:漏|坏"
            r"|崩|断|堵|挂|丢|卡|烂)了|没(?:及格|合格|录取|中标|选上|入围|达标)|不及格|落选|落榜"
            r"|长霉|发霉|倒掉|放弃(?:了)?(?:$|[,，。])|白[付跑等做干忙]|(?:降|升|连|打|装|修|取"
            r"|退|取消|启动|导入)不(?:了|上|下|成|开|动)|一直不(?:降|动|升|收敛|通)",
            r"\b(?:application|request|claim|visa|proposal|paper|bid|offer|appeal|order|manuscript|draft"
            r"|loan|complaint)\b.{0,24}"
            r"\b(?:was|were|got|been) (?:rejected|declined|denied|refused|turned down|returned)\b"
            r"|\bfail(?:ed|s|ure)\b|\bcould(?: not|n't)\b|\bunable to\b|\bdid(?: not"
            r"|n't) (?:\w+ )?(?:work|succeed|help|fit|pass|hold|make|rise|start|arrive|finish"
            r"|converge|compile|survive|boot|win)\b"
            r"|\bunusable\b|\bwithout success\b|\bin vain\b|\bto no avail\b|\bgave up\b"
            r"|\babandoned\b|\bdead end\b|\boutage\b|\bdied\b|\bfell (?:through|apart|over)\b"
            r"|\b(?:turned|shot|voted) down\b|\bdid not get (?:the|in)\b|\brefused by\b"
            r"|\bcrashed (?:in|during|on|at)\b",
        ),
    ),
)
"""Words that name a kind wherever they stand, in the order in which they are believed."""

HINTING_WORDS: tuple[tuple[Kind, str, re.Pattern[str]], ...] = (
    (
        Kind.SKILL,
        "list_of_steps",
        any_of(r"^[^,，:、]{2,24}: ?[^,，、;]{1,24}(?:[,，、;] ?[^,，、;。]{1,24}){2,}[.。]?$"),
    ),
    (
        Kind.SUMMARY,
        "sums_up",
        any_of(
            r"总结|小结|摘要|概要|纪要|复盘|回顾|概述",
            r"\bsummar(?:y|ised|ized)\b|\brecap\b|\bretro(?:spective)?\b|\bin total\b",
        ),
    ),
    (
        Kind.FAILURE,
        "went_wrong",
        any_of(
            r"出错|出事|事故|故障|宕机|崩溃|崩了|坏了|坏掉|坏死|丢了|丢失|损坏|泄[漏露]|返工|误删"
            r"|烂了|全烂|死了|撞(?:墙|坏|了)|卡死|卡住|错过|来不及|延误|延期|超支|亏"
            r"|停机|中断|(?:断|堵|漏|塌|裂|漏水|停电)了|跑光|掉了|退化|全(?:部)?重来|(?:精度|速度"
            r"|准确率|质量).{0,8}(?:掉|降|差)",
            r"\bbroke(?:n)?\b|\blost\b|\b(?:was|were|went) down\b|\bcrash(?:ed)?\b|\bspoiled\b"
            r"|\bruined\b|\bmissed\b|\bcorrupt(?:ed)?\b|\bregress\w*"
            r"|\boverwritten\b|\bwiped\b|\bran out\b|\bleak(?:ed|ing)?\b|\bburn(?:t|ed)\b"
            r"|\bwrong\b|\bdelayed\b|\bincident\b|\brolled back\b",
        ),
    ),
    (
        Kind.EVENT,
        "happened",
        any_of(
            r"(?:今天|今早|今晨|今晚|上午|中午|下午|傍晚|晚上|昨天|昨晚|昨日|前天|刚刚|刚才|凌晨"
            r"|早上|周[一二三四五六日末]).*(?:了|到|完|过|出发|开业|启用|上线|入职|离职)",
            r"(?<![不没])(?:收到|参加|出席|拜访|抵达|出发|入职|离职|开业|启用|停用|上线|发布了"
            r"|签(?:了|约|完)|见了|去了|开了|买了|修了|换成了|完成了|搬(?:到|进|家)|通了|合并了)",
            r"\b(?:today|yesterday|this (?:morning|afternoon|evening|week)|last (?:night|week)"
            r"|tonight|at noon|(?:at|around) \d{1,2}:\d\d)\b",
            r"^(?:\w+ )?(?:met|visited|attended|flew|drove|walked|cycled|ran|took|had|went|sent"
            r"|got|received|bought|sold|merged|deployed|released|launched"
            r"|shipped|published|installed|joined|arrived|landed|moved|signed|finished|completed"
            r"|started|opened|closed|called|spoke|picked|dropped|pushed"
            r"|updated|upgraded|migrated|fixed|cleaned|booked|paid|handed|interviewed|presented"
            r"|planted|cooked|recorded|uploaded|restarted)\b",
            r"[^\W\d_a-z](?:了|完(?!全|成度)|好了|到了|过了)(?=[^\W\d_]|\d|[ ,，。]|$)|完成|历时"
            r"|挂牌|举行|进行(?:$|[,，。])|开(?:了|完)会",
            r"\b(?:appointment|ceremony|rehearsal|fire drill)\b",
            r"\b(?:went live|arrived|joined|was (?:installed|delivered|released|merged|published"
            r"|signed|opened)|were (?:installed|delivered))\b",
        ),
    ),
    (
        Kind.FACT,
        "states",
        any_of(
            r"\b(?:is|are|am|has|uses|runs|lives|stores|returns|supports|contains|requires"
            r"|expires|costs|belongs|holds|rotates?|retr(?:y|ies)|accepts|opens|closes|starts|ends|offers"
            r"|charges|sends"
            r"|allows|limits|counts|weighs|covers|lasts|sits|stands|lies|keeps|needs|takes|works|listens"
            r"|reports|serves|arrives|departs|leaves)\b(?! been\b)"
        ),
    ),
    (
        Kind.EVENT,
        "past_tense",
        any_of(
            r"\b(?:\w{2,}ed|came|went|got|gave|took|had|made|met|saw|sent|told|wrote|bought"
            r"|brought|built|began|ran|drove|flew|ate|left|won|sold|spent|taught|fell|rode|sang"
            r"|swam|found|heard|held|kept|paid|put|set"
            r"|shut)\b(?<!\bneed)(?<!\bspeed)(?<!\bseed)(?<!\bhundred)",
        ),
    ),
    (
        Kind.CORRECTION,
        "not_but",
        any_of(r"不是[^,，]{1,14}[,，](?:而)?是", r"\bnot [^,;]{1,24} but\b"),
    ),
    (
        Kind.SKILL,
        "way_of_doing",
        any_of(
            r"步骤|流程|方法|做法|技巧|手法", r"\bworkflow\b|\bprocedure\b|\btrick\b|\bsteps\b|\btechnique\b"
        ),
    ),
    (
        Kind.DECISION,
        "decided",
        any_of(
            r"砍(?:到|掉)|压到|定在|上调|下调|不(?:做|买|去|装|设)(?!了|好|到|成|完)|(?<!不)同意"
            r"|[改换][成为]|退役|定了|约定|一律|规定|统一|必须|不得|禁止",
            r"\bapproved\b|\bagreed\b|\bpicked\b|\binstead of\b|\bmust\b",
        ),
    ),
    (
        Kind.INTENT,
        "intends",
        any_of(
            r"[?？]$|需要|(?:^|[,，])(?:要|得|应)(?=[^求点])|计划|准备(?![好了])|尽快|是否",
            r"\bplan(?:s|ned)?\b|\btomorrow\b|\bnext (?:week|month|year|spring|summer|autumn"
            r"|winter|quarter)\b|\bby (?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
            r"|\bhopes?\b|\bwill\b|^(?:book|ask|buy|call|send|write|check|order|pay|return|renew"
            r"|read|try|fix|review|prepare|draft|finish|clean|visit|update|e-?mail|remind"
            r"|schedule|print|pick up|look into|file|cancel|register|research|test|add|find|get"
            r"|make|move|reply|tell|bring|collect|invite|water|replace|measure)\b(?![-'])",
            r"^(?:去|买|交|约|订|找|联系|回复|预约|报名|续(?:费|租|签)|取|寄|还|看看|跟进"
            r"|给.{1,8}(?:打|发|寄|买|写|做|订|报)|把.{1,12}(?:交|寄|发|送|写|改|补|整理)"
            r"|周[一二三四五六日末]|[一二三四五六七八九十\\d]+号)[^了]*$",
        ),
    ),
    (
        Kind.PREFERENCE,
        "prefers",
        any_of(
            r"习惯|希望|要求|别(?!人|的|名|处)|不要", r"\blikes?\b|\bdon't\b|\bdo not\b|\bplease\b|\bwants\b"
        ),
    ),
    (
        Kind.FACT,
        "states",
        any_of(
            r"是|叫|位于|属于|支持|默认|端口|版本|单位|上限|存放|存在|保留|运行在|依赖|来自|归|住|每",
            r"\b(?:is|are|has|uses|runs|lives|stores?|stored|returns?|supports|contains|requires"
            r"|expires|costs|needs|belongs|listens|takes|holds|keeps)\b",
        ),
    ),
)
"""Words that only hint at a kind: the nearest labelled examples may know better."""
