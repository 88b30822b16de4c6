"""The words by which the grain of an instruction is known, Chinese and English."""

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


VAGUE = _any(
    r"多(?:想|问|听|体谅|体会|理解|站在|留意|留心|关心|替|为|陪|做实事|一[点些份])|想一想|想清楚|小心|谨慎"
    r"|慎重|体贴|靠谱|友好|友善|和气|和善|谦虚|虚心|谦逊|尊重",
    r"用心|走心|上心|认真|为先|为本|为重|为上|至上|第一位|实事求是|空洞|空话|灵活|合理|适当|适度|适可而止"
    r"|得体|优雅|简洁|简单点|清晰|清楚一点|讲清楚|细心|细致|耐心|真诚|诚实",
    r"诚恳|坦诚|透明|高效|专业(?!课|词|术|人)|换位|角度|尽量|尽力|尽心|全力|重视|注意(?:一下|点|分寸|态度"
    r"|语气|方式|影响|形象)|更好|做好|冷静|克制|分寸|温和|温柔|礼貌|客气|包容",
    r"保持(?:冷静|清醒|乐观|好奇|谦|开放|平|初心|克制|热情|礼貌|友|警|专|低调|简|真|中立|客观|理性|联系"
    r"|学习|敬畏)|宽容|善良|善待|善意|与人为善|公平|公正|公道|担当|负责任?(?!人)|精益求精",
    r"追求|热情|积极|乐观|从容|踏实|诚信|守信|以人|以客户|以用户|为中心|大局|好好|仔细|量力|三思|因地制宜"
    r"|随机应变|见机|酌情|看情况|视情况|急躁|浮躁|着急|较真|心眼|余地|韧性",
    r"别(?:急|慌|着急|太)|沉住气|稳一点|稳妥|稳重|质量(?=$|优先|第一|[，,。]| )|当朋友|经得起|推敲|初心"
    r"|心态|情商|共情|同理|感恩|信任|责任感|主动性|大胆|勇于|敢于|善于|不忘|少说|美感|品味|常识"
    r"|理性|客观|中立|(?<![本每上下这])周到|周全|体面|低调|自然一点|人性化|有温度|有态度|有原则|长远|本质"
    r"|初衷|价值|体验(?=$|为|优先|第一)|言之有物|留有|以身作则|脚踏实地|循序渐进|对得起|将心比心|设身处地"
    r"|力求|务实|虚怀",
    r"\bclean(?:er|ly)?\b(?! (?:up|the|out|room|install|all|old))|\bcare(?:ful|fully)?\b(?! (?:home|plan"
    r"|team|of the))|\bkind(?:ly|ness)?\b(?! of)|\btransparen\w+|\bthoughtful\w*|\bhelpful\w*",
    r"\bhonest\w*|\bpolite\w*|\bbetter\b|\bquality\b(?= *$|[.,]| over| first)|\bthink (?:as|about|twice"
    r"|hard|carefully|before|of|like|long|first)\b|\bmindful\w*|\bpatien(?:t|ce)\b(?! (?:is|has|asks|under"
    r"|list|record|\w+s)\b)",
    r"\bflexib\w+|\bsensibl[ey]\b|\brespect(?:ful|fully)?\b|\bfair(?:ly|ness)?\b|\bcalm(?:ly)?\b"
    r"|\bgentl[ey]\b|\bhumble\b|\bhumility\b|\bcurious\b|\bcuriosity\b|\bempath\w+|\btact(?:ful|fully)?\b"
    r"|\bgenerous\w*",
    r"\bopen-minded\b|\bcommon sense\b|\bjudge?ment\b|\bprofessional\w*|\bconsiderate\b"
    r"|\bappropriate(?:ly)?\b|\breasonabl[ey]\b|\bwise(?:ly)?\b|\bsimpl(?:e|y|icity)\b|\belegan\w+"
    r"|\bwarm(?:ly|th)?\b(?! up)|\bgrace(?:ful|fully)?\b",
    r"\bdo your best\b|\b(?:do|choose) the right thing\b|\btry (?:hard|to understand|to be|your best)\b"
    r"|\btake (?:it easy|care|your time|responsibility|ownership|pride)\b|\bput yourself\b|\bshoes\b"
    r"|\bbest interests?\b",
    r"\bbe (?:good|nice|brave|careful|clear|concise|fair|ready|aware|proactive|quick|kind|direct|open"
    r"|present|bold|pragmatic|precise|consistent)\b|\bdon['’]t (?:panic|rush|worry|overthink)\b"
    r"|\bstay (?:calm|positive|focused|curious|humble|neutral)\b",
    r"\blisten (?:well|more|carefully|first|before)\b|\btrust\w*\b|\bmoderation\b|\bwith (?:care|respect"
    r"|empathy|intent)\b|\bresponsib\w+|\bclarity\b|\bother side\b|\bintegrity\b|\bexcellence\b"
    r"|\bbig picture\b|\blong term\b|\bcommon ground\b"
    r"|\bfor humans\b|\bempower\b|\bthe user first\b|\bbrevity\b|\bconcise(?:ly)?\b|\bassume good\b"
    r"|\bgood (?:faith|taste|manners|sense|citizen|neighbou?r)\b|\bover (?:speed|cleverness|perfection"
    r"|process|quantity|form)\b|\bnobody (?:looks|watches)\b"
    r"|\b(?:learn|grow) from\b|\bembrace\b|\bstrive\b|\bdeliberate(?:ly)?\b|\bintuiti\w+\b"
    r"|\bnatural(?:ly)?\b|\bfriend(?:ly|liness)\b|\btone\b(?= light)|\bsense of\b|\bsweat the\b"
    r"|\bmatters?\b(?= most)|\bcommunicat\w+ (?:early|openly|clearly|well)\b",
)
"""Demands that nobody can check."""

MEASURE = _any(
    r"\d|[一二两三四五六七八九十](?:[个条次行句天周月年分秒页人份倍级遍轮%％]|小时)|\b(?:one|two|three"
    r"|four|five|six|seven|eight|nine|ten|twice|half)\b"
)
"""What makes even a soft word checkable."""

NORM = _any(
    r"必须|务必|一律|不得|禁止|严禁|不能|不可(?!思)|不许|不准|不超过|不多于|不少于|至少|至多|最多|以内"
    r"|以上|每次都|都要|都得|都必须|应当|应该|只能|只准|只许",
    r"不要|别再|绝不|决不|永不|从不|统一|需要?(?:有|经|先|由|在|写|标|附)|须|不再|为准",
    r"\bmust\b|\bnever\b|\balways\b|\bat most\b|\bat least\b|\bno (?:more|less|fewer|later|longer"
    r"|earlier) than\b|\bonly\b(?! (?:yesterday|then))|\bdo not\b|\bdon['’]t\b",
    r"\bshould\b|\bmay not\b|\bare required\b|\bis required\b|\bha(?:s|ve) to be\b|\bneeds? to be\b"
    r"|\bcannot\b|\bnot allowed\b|\bforbidden\b|\bmandatory\b|\bwithin \w+ (?:day|hour|week|minute)s?\b",
)
"""Words of a rule that can be checked afterwards."""

FOR_EACH = _any(
    r"^(?:every|each|all|no|any) [\w -]+? (?:has|have|gets?|goes|go|carr(?:y|ies)|ends?|begins?|starts?"
    r"|leaves?|comes?|needs?|lasts?"
    r"|contains?|includes?|stays?|stands?|uses?|is|are|names?|lists?|shows?)\b",
    r"^(?:每个|每份|每条|每次|每位|每笔|每封|所有|任何|全部).{1,20}?(?:都|均|不|只)(?!是|没)",
    r"^(?:文件名|变量名?|函数名?|标题|日期|金额|数字|时间|代码|注释|提交信息|报告|正文|分支名?|接口|邮件"
    r"|回答|回复|文档|表名|字段|图片|菜单|发票|缩进|单位)\S{0,6}?(?:用|写|以|按|不超过|保留|精确到|带|加"
    r"|放在|控制在|统一)",
)
"""What holds for each thing of a kind."""

_NUMBER = (
    r"(?:\d+|[一二两三四五六七八九十百千半]+|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|twelve|fifteen|twenty|thirty|fifty|sixty)\b)"
)
_UNIT = (
    r"(?:秒|分钟|小时|天|日|周|个?月|年|(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?)\b)"
)
_OPERATION = (
    r"(?:启动|开机|关机|登录|登出|注册|签到|打卡|重启|保存|提交(?!人)|合并|推送|部署|发布|发版|上线|下线"
    r"|构建|编译|打包|测试(?!成绩)|上传|下载|导入|导出|同步|备份|归档|迁移|升级|回滚|转码|扫描|索引"
    r"|下单|付款|支付|退款|发货|到货|签收|入库|出库|预订|开票|交班|换班|盘点|对账|结算|结束|完成|生成|创建"
    r"|新建|新增|修改|变更|打开|关闭|插入|连接|训练|推理|渲染|安装|卸载|切换|拉取|抓取|调用|写入|删除"
    r"|清空)"
)
_OPERATION_EN = (
    r"(?:back-?ups?|deploy\w*|releas\w+|build(?:s|ing)?|commit\w*|merg\w+|push\w*|pull(?:s|ing|ed)?"
    r"|sync\w*|imports?|importing|exports?|exporting|upload\w*|download\w*|payments?|migrat\w+|re-?starts?"
    r"|restarting|reboots?"
    r"|log-?ins?|logs? (?:in|out)|sign-?ups?|signs? up|check-?(?:ins?|outs?)|checks (?:in|out)|bookings?"
    r"|sessions?|shutdown|startup|start-?ups?|installs?|installing|upgrad\w+|updat(?:e|es|ed|ing)|sav(?:e"
    r"|es|ed|ing)|crawls?|scans?|renders?|training runs?"
    r"|rotat\w+|rollbacks?|publish\w*|archiv\w+|creat\w+|delet\w+|rebas\w+|tagging|transcod\w+|indexing"
    r"|snapshots?|standup|stand-up|shift|purchases?|checkouts?|refunds?|hands? in|submit\w*|submission)"
)
STRONG_EVENT = _any(
    r"\d{1,2}[:：]\d{2}|(?<![\d一二三四五六七八九十])[\d一二三四五六七八九十]++\s*+点(?:半|钟|整|\d|[一二三四五]|$|前|后|把|给)|每(?:隔"
    r"|天|日|周|月|晚|早|夜|小时|年|季|个?工作日|逢)|[\d一二三四五六七八九十]+\s*[号日](?=$|之?[前后]|早"
    r"|上|下|晚)",
    r"月底|月初|月末|年底|季末|周末|工作日|节假日|午夜|凌晨|整点|到期|过期|截止",
    r"\bevery (?:\d+ )?(?:day|night|week|month|hour|minute|morning|evening|quarter|year|\w+day|other)s?\b"
    r"|\b(?:daily|hourly|weekly|nightly|monthly)\b|\bnoon\b|\bmidnight\b|\b\d+ ?(?:am|pm|a\.m\.|p\.m\.)",
    r"\b(?:end|start|beginning) of (?:the |each |every |a )?\w+|\bon the \d+(?:st|nd|rd|th)\b"
    r"|\b(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bexpir\w+|\bdeadline\b|\b(?:over)?due\b",
    rf"(?:低于|高于|超过|超出|少于|多于|大于|小于|不足|不到|达到|满|降到|升到|跌破|跌到|涨到|早于|晚于"
    rf"|[<>≥≤]=?|连续|还剩|只剩|剩余).{{0,8}}?{_NUMBER}|{_NUMBER}\s*{_UNIT}(?:都|内|以上|以内|后|没|未|仍"
    rf"|还|前)?|[%％]",
    r"\b(?:exceeds?|exceeded|below|above|under|over|beyond|past|reach(?:es|ed)?|hits?|more than|less than"
    r"|fewer than|at least|at most|later? (?:by|than)|longer than|older than|within|for|in less than"
    r"|larger than|bigger than|smaller than|greater than|behind by)"
    rf"\s+(?:the |a |an )?\S{{0,3}}{_NUMBER}",
    r"收到|接到|收件|来信|新(?:邮件|消息|订单|工单|文件|用户|成员|请求)|入群|进群|退群|加好友|\bwebhook\b"
    r"|\bincoming\b|\breceiv\w+|\barriv\w+|\blands?\b|\bcomes? in\b"
    r"|\bnew (?:message|mail|e-?mail|order|ticket|file|row|booking|invoice|user|member|version|issue"
    r"|comment|release|lead|subscriber)\b",
    rf"{_OPERATION}.{{0,4}}?(?:[之以]?[前后]|时|完成|结束|成功|失败|完毕|$)|(?:每次|每当"
    rf"|一旦)\S{{0,6}}{_OPERATION}",
    rf"\b(?:before|after|on|upon|during|each|every|once|while)\b.{{0,24}}?\b{_OPERATION_EN}\b",
    r"报错|超时|失败|成功|告警|报警|警报|错误码|[45]\d\d(?=\s|$|错|，|,|响应)|[45]xx|崩溃|宕机|死机|卡死"
    r"|无响应|没响应|不通|掉线|离线|断开|断电|断网|停电|没电|没网|断线|异常退出|变红|变绿|红了|空了|满了"
    r"|触发|心跳|跑完|延误|取消",
    r"\bfails?\b|\bfailed\b|\bfailures?\b|\bfailing\b|\bsucceeds?\b|\bpass(?:es|ed)\b|\bcrash\w*"
    r"|\berrors?\b|\btime(?:s|d)? ?out\b|\breturns? \d|\bexits?\b|\bexited\b|\bcron\b|\bdeclined\b"
    r"|\bcancel(?:l?ed|s|lation)\b|\bdelayed\b|\bunreachable\b|\bunresponsive\b",
    r"\bpower (?:cut|outage|failure)\b|\boffline\b|\bdisconnect\w*|\bruns out\b|\bheartbeat\b"
    r"|\bturns? (?:red|green)\b|\b(?:is|goes|went|are) (?:red|green|down|up|full|empty|idle|stale|over"
    r"|missing|silent|dead|live|low)\b|\bstops?\b|\bstopped\b|\bfinish\w*|\bcompletes?d?\b|\bends?\b"
    r"|\bended\b|\bstarts?\b|\bstarted\b|\btriggers?\b|\btriggered\b",
)
"""An event that a machine certainly sees: a time, a threshold, a message, a step, a result."""

WEAK_EVENT = _any(
    _OPERATION,
    rf"\b{_OPERATION_EN}\b",
    r"文件|目录|日志|分支|标签|证书|缓存|队列|进程|服务|接口|端口|数据库|索引|镜像|容器|任务|订单|邮件"
    r"|消息|短信|账单|库存|余额|流量|延迟|占用|传感器|温度|湿度|体温|血压|血糖|心率|电池|电量|设备|打印机"
    r"|门磁|摄像头|磁盘|内存|发来|语音|航班|账户|余票|周报|来电|链接|路径|版本|依赖|密钥",
    r"\bPRs?\b|\bpull request\b|\bbranch\b|\bdisk\b|\bmemory usage\b|\bCPU\b|\bqueue\b|\bCI\b|\btests?\b"
    r"|\blint\w*|\bcoverage\b|\bfiles?\b|\bfolder\b|\binbox\b|\bcertificate\b|\bcache\b|\bserver\b"
    r"|\bservice\b|\bprocess\b|\bprinter\b|\bsensor\b|\bbattery\b"
    r"|\bstock\b|\bbalance\b|\btemperature\b|\bhumidity\b|\balarm\b|\balert\b|\bstatus\b|\bflight\b"
    r"|\btrain\b|\brecording\b|\bvideo\b|\bport\b|\btoken\b|\bcontainer\b|\bimage\b|\bjob\b|\bpipeline\b"
    r"|\border\b|\binvoice\b|\baccount\b|\bdatabase\b|\bconnection\b|\bdependenc\w+|\bmissing\b"
    r"|\bholiday\b"
    r"|\bcard\b|\bmissing\b|\bmessage\b|\bform\b|\brepl(?:y|ies)\b|\bmodel\b|\bGPU\b|\bcalendar\b"
    r"|\bwebsite\b|\bpage loads\b|\block\b|\bopened\b|\bclosed\b|\bopens\b|\bcloses\b|\bchanges\b",
)
"""An event that a machine may see: it counts where the operation is a program's beyond doubt."""

MACHINE_ACTION = _any(
    r"自动|运行|执行|跑|导出|清理|清空|清掉|清缓存|回滚|发送|发给|发到|发一|发(?:出|\S{0,4}(?:提醒|通知"
    r"|邮件|短信|消息))|发布|群发|关闭|关掉|关机|写入|写进|追加|压缩|备份|重启|重试|重发|重跑|再试|拉取"
    r"|同步|通知|提醒|推送|记录|记入|记到|记下|登记|归档|删除|删掉|移除",
    r"加载|附上|返回|生成|停止|停掉|暂停|中止|终止|启动|打开|开启|点亮|切换|切到|限制|限速|降级|锁定|冻结"
    r"|封禁|拉黑|扣|退款|改签|取消|汇总|推迟|延后|静音|调(?:低|高|到|成|暗|亮|回)|缩小|放大|裁剪|标记|标为"
    r"|打标|打上|加上|置顶|移(?:到|动|入)|转(?:发|到|入|存|账|成)|存(?:到|入|成)",
    r"上传|下载|补货|下单|下采购单|刷新|播放|拒绝|拦截|屏蔽|上报|报警|断开|更新|续订|续期|续费|抓取|提取"
    r"|解析|列出|弹出|弹窗|触发|重建|扫描|统计|轮换|释放|回收|杀掉|拉起|扩容|缩容|升级|合并|提交|打包"
    r"|打 ?tag|建(?:分支|工单|群)|创建|新建|分配|指派|调用|导入|校验|设为|设置|重置|恢复|换成|撤回"
    r"|等待?\s*\d",
    r"\b(?:run|load|post|send|close|block|compress|export|rotate|restart|retry|roll back|rollback|revert"
    r"|write|resend|re-?run|append|archive|delete|remove|drop|notify|sync|open|tag|merge|rebase|reload"
    r"|clear|clean up|log|back up|start|stop|fetch|pull|push|remind|transfer",
    r"switch|turn (?:on|off|down|up)|order|reorder|rebook|cancel|text|email|e-mail|alert|pause|resume|mute"
    r"|lock|unlock|freeze|refund|charge|deduct|forward|move|copy|upload|download|import|refresh|renew"
    r"|publish|label|mark|flag|assign|scale|drain|kill|shut down|power off|abort|page|snapshot|purge"
    r"|reject|refuse|play|record|set|reset"
    r"|disable|enable|release|trigger|return|try|store|save|create|generate|print|file|add|attach"
    r"|transcribe|parse|convert|resize|request|suspend|ban|blacklist|invalidate|rebuild|reindex|index"
    r"|encrypt|crop|truncate|unmount|mount|call the api|raise|bump|pin|throttle|queue|enqueue|requeue"
    r"|schedule|lower|increase|decrease|dim|light|ring|replace|update|regenerate|recalculate|test|scan"
    r"|deploy|redeploy|launch|build|install|uninstall|unsubscribe|subscribe|link|unlink|prune|vacuum"
    r"|warm up|ping|wait \d|sleep)\b",
)
"""An operation that a program does."""

_AT_ONCE = "先|再|立刻|立即|马上|直接|及时|主动|就|请|都|要|系统"

TELLS = _any(
    rf"^(?:{_AT_ONCE})*+(?:(?:[给向]\S{{1,10}}?|在\S{{1,12}}?)(?:{_AT_ONCE})*+){{0,3}}(?:提醒|通知|发(?:送|短信|邮件|消息|信|通知|提醒)|推送|播报|弹出)",
    r"^(?:always |first |immediately |please )*(?:remind|notify|alert|send|post|ping|e-?mail|text|page)\b",
)
"""An operation whose object is what somebody else is told: its words say nothing of who does it."""

JUDGES = _any(
    r"检查(?!点)|核对|核实|确认|查看|看(?!板)|问|审|联系|打电话|致电|分析|判断|解释|说明|总结|比较|对比|挑"
    r"|讨论|商量|评估|想|考虑|复核|复查|校对|改写|修改|(?<!候)选(?!项)|安抚|道歉|教|洗|煮|切(?!换|到|回)"
    r"|烤|炒|喂|浇|吃|喝|注明|写(?!入|进|回)|念|读(?!取)|讲|说|直说|用(?!户)|拆成|留|带|买|复印|签|翻译"
    r"|润色|重写|换个|描述|概括|摘要",
    r"\b(?<!before )(?:check(?!point)|review|read|ask|look|verify|confirm|compare|consider|decide|call"
    r"|talk|discuss|explain|summari[sz]e|explore|inspect|examine|judge|choose|think|rewrite|shorten|cut"
    r"|suggest|apologi[sz]e|taste|wash|cook|stir|feed|eat|drink|wear|measure|weigh|count"
    r"|watch|listen|visit|meet|sign|bring|carry|buy|clean(?! up)|pack|greet|thank|offer|quote|cite|name"
    r"|say|state|mention|repeat|keep|prefer|use|halve|punch|double-check|translate|proofread|describe"
    r"|propose|plan|estimate|prioriti[sz]e|investigate|draft|edit|adapt|answer|reply|tell)\b",
)
"""What only somebody who looks and weighs does, or somebody with hands."""

ABOUT_CONTENT = _any(
    r"(?:用户|客[人户]|学生|病人|患者|家长|读者|对方|孩子|老人|顾客|同事|老板).{0,8}(?:说|提到|询问|问"
    r"|抱怨|表示|要求|觉得|看起来|情绪|生气|不满|紧张|难过|指定|同意|拒绝|纠正|想|语气|沉默|犹豫)|涉及"
    r"|语气|内容|意见|观点|矛盾|只差|提到|写着|写明|没有写|看不懂|没把握|不确定|风险|复杂|敏感|有争议|含糊"
    r"|歧义",
    r"\b(?:user|customer|guest|student|patient|client|reader|parent|child|someone|somebody|caller|team"
    r"|reviewer|you|people|they)s? (?:asks?|says?|mentions?|sounds?|feels?|seems?|wants?|complains?|looks?"
    r"|corrects?|disagrees?|insists?|quotes?|writes?|describes?|prefers?|agrees?)\b",
    r"\bunsure\b|\bunclear\b|\bin doubt\b|\bambiguous\b|\bdisagree\b|\bsounds\b|\bseems\b"
    r"|\bcontains? (?:a |an )?(?:password|secret|claim|name)|\bmentions?\b|\btone\b|\brisky\b"
    r"|\bcontradict\w*|\bconflicting\b",
)
"""A condition for which somebody must look at what was said or meant."""

FORBIDS = _any(
    r"^(?:不要|别|不得|不能|禁止|不许|不准|一律不|绝不|不再|不用|必须(?!先)|务必|一律|never\b|do not\b"
    r"|don['’]t\b|always\b|only\b|\w+ (?:must|should)\b)"
)
"""A norm rather than an operation."""

ABSTRACT_START = _any(
    r"^(?:always |never |please |do not |don['’]t )?(?:be|stay|think|act|care|respect|trust|value|treat"
    r"|show|embrace|strive|aim|believe|honou?r|love|seek)\b",
    r"^(?:要|做事|做人|说话|待人|凡事|当然要|\S{1,4}要(?!求|点|是|素|紧))",
)
"""How principles begin."""

SLOGAN = _any(
    r"^\w[\w ]{2,20} (?:first|matters|over \w+)[.!]?$", r"^.{2,8}(?:优先|第一|至上|为先|为王|大于.{2,6})$"
)
"""A principle without any verb: “Quality over speed”."""
