"""The words by which a statement of a known kind gets its wing and priority, Chinese and English.

They are matched against folded text (lower case, half width, simplified characters).
"""

import re

from palace.text.kind_words import TELLING_WORDS
from palace.text.word_patterns import USER, any_of

RED_LINE = any_of(
    r"红线|底线|铁律|(?:绝|决)(?:对)?不|绝(?:对)?(?:禁止|别)|永远(?:不|别)|永不|千万(?:别|不)"
    r"|严禁|(?:任何(?:时候|情况)|无论如何|不管怎样|说什么)[^,，。]{0,4}(?:不|别)|没有例外"
    r"|无一例外|一概不(?:许|准|得)|对(?:谁|任何人)都不|铁规|不许|不准",
    r"\bred lines?\b|\bnever\b|\bunder no circumstances\b|\bon no account\b|\bhard (?:rule"
    r"|limit)\b|\bno exceptions?\b|\bno \w+ ever\b|\bnot ever\b|\bat no time\b|\bmust not\b"
    r"|\bnon-negotiable\b",
)
"""What nobody may ever do."""

HEALTH = any_of(
    r"过敏(?!原(?:检|筛|报|测))|荨麻疹|湿疹|支架|透析|轮椅|义肢|助听器|阿司匹林|不能(?:吃|喝|碰|闻)"
    r"|每天(?:吃|服).{0,6}[药林片素]|哮喘|糖尿病|高血压|低血糖|癫痫|心脏病|心律|贫血|偏头痛|抑郁|乳糖不耐"
    r"|乳糜泻|色盲|色弱"
    r"|近视|怀孕|孕期|慢性|血型|不耐受|忌口|胰岛素|长期服|在吃.{0,6}药|服用|耳聋|听力"
    r"|起搏器|失眠|痛风|甲亢|甲减|胃病|晕车|恐高|关节炎|中耳炎|甲状腺|肾结石|颈椎病|腰椎|幽闭恐惧"
    r"|做过.{0,6}手术",
    r"\ballerg\w+|\basthma\w*|\bdiabet\w+|\bepilep\w+|\bco?eliac\b|\binsulin\b|\bblood (?:type"
    r"|pressure|group)\b|\bmedication\b|\bpregnan\w+|\bmigraines?\b|\blactose\b|\bgluten\b"
    r"|\bcolou?r-?blind\w*|\bdeaf\b|\bhearing (?:aid|loss)\b|\bpacemaker\b|\bintoleran\w+"
    r"|\bchronic\b|\bheart condition\b|\bdyslexi\w+|\badhd\b|\bautis\w+|\binsomnia\b|\bhives\b|\bstents?\b"
    r"|\bdialysis\b|\bwheelchair\b|\barthritis\b|\bepi-?pen\b|\binhaler\b"
    r"|\banaphyla\w+|\bcannot eat\b|\bcan[\'’]t eat\b|\bthyroid\b|\bprosthe\w+|\b(?:takes"
    r"|is on) (?:\w+ )?(?:pills|tablets|statins|warfarin|beta)\b|\banaemi\w+"
    r"|\banemi\w+",
)
"""What a person's health is about."""

IDENTITY = any_of(
    r"(?:全名|姓名|名字|本名|昵称|生日|出生|年龄|岁|属相|星座|母语|国籍|籍贯|老家|家乡|时区|职业"
    r"|工作单位|学历|专业|毕业|信仰|身高|体重|左撇子|素食|吃素|手机号|邮箱地址)",
    r"(?:叫|姓|常住|定居|住在|住|现居|生于|从事|任职|就职|(?:在|于).{1,14}(?:做|当|任|上班|工作|读|念|教))",
    r"\bhome (?:base|town|country|address)\b|\bis (?:\d\d(?![:.,]?\d|%| ?(?:km|kg|cm|mm|percent|min|hour"
    r"|day|week|degree|euro|dollar|pages|seats|MB|GB))|an? \w+(?:er|ist|or|ian|ant|se)"
    r"|left-handed|right-handed)(?: by trade| by training)?\b|\b(?:cet|wet|eet|gmt|pst|est|jst"
    r"|cst)\b|\b(?:names?|named|called|surname|nickname|born|birthday|birth ?date|years old|aged?"
    r"|native|mother tongue|nationality|citizen|lives? in|based in|resides|moved to|time ?zone"
    r"|profession|vegan|vegetarian"
    r"|left-handed|pronouns?|speaks?|spelled|spelt|works? (?:as|at|for|in|night|shifts|part)"
    r"|studies|married|single|retired)\b|\b(?:utc|gmt)\b|\b(?:utc|gmt)[+-]\d",
)
"""What tells who somebody is."""

STANDING = re.compile(
    r"^[a-z0-9'./ -]{2,48}?\b(?:is|are|has|have|means?|goes|contains?|returns?)\b(?! (?:been|down|broken"
    r"|failing|stuck"
    r"|lost|wrong|late|not|still|now|gone|missing|unreachable|offline|closed|dead|full))(?!.*\b(?:today"
    r"|yesterday"
    r"|tonight|this (?:morning|week)|last|ago|just|again|because)\b)"
    r"|^(?!.*了)(?:[^,，。]{1,14}的)[^,，。]{1,10}?(?:会|将|由|默认|最多|至少|放在|存在|保存在|位于|有|是)"
)
"""What is always so, whatever words of failing or summing up stand in it: “Failed payments are retried”."""

SOMEBODY_IS = re.compile(
    r"^(?:the )?user's (?:\w+ ){1,3}(?:is|are) (?!allergic|\d)[a-z]+\b"
    rf"|^{USER}的[\u4e00-\u9fff]{{1,4}}(?:是|叫)(?!\d)"
    r"|(?:对接人|负责人|联系人|班主任|经理|主管|组长|接口人|房东)(?:换成|改为|变成|现在是|改成)"
)
"""Who somebody is to the user, whatever is told of that person beside it."""

ROLE = any_of(
    r"负责|同事|同学|朋友|经理|主管|上司|上级|下属|老板|组长|队友|队长|导师|老师|教练|师傅|师兄"
    r"|师姐|房东|邻居|室友|客户(?!端)|家人|妈|母亲|爸|父亲|爷爷|奶奶|外公|外婆|姥|妻子|太太|老婆"
    r"|丈夫|老公|女友|男友|女儿|儿子|孩子|哥|弟|姐|妹|叔|姑|舅|姨|侄|外甥|搭档|助理|实习生|接口人"
    r"|对接人|联系人|汇报|手下|向.{1,5}报告|创始人|合伙人|总监|主任|院长|校长|团长|指挥|主编"
    r"|[由归] ?[a-z]+ ?(?:带|管|对接|处理)|合伙人|律师|前妻|前夫|岳父|岳母|公公|婆婆|嫂|婶|伯父|伯母"
    r"|表[哥弟姐妹]|堂[哥弟姐妹]|亲家|儿媳|女婿|孙子|孙女|未婚[夫妻]"
    r"|伴侣|保姆|月嫂|医生|护士|司机|班主任|中介|管家|会计(?!师事|科目|准则)|编辑(?!器)|店长|厨师"
    r"|前台(?=是|叫)",
    r"\b(?:manager|boss|colleague|co-?worker|teammate|mentor|teacher|coach|land(?:lord|lady)"
    r"|neighbou?r|(?:room|flat|house)-?mate|friend|wife|husband|spouse|partner|mother(?! tongue)|father|mum"
    r"|mom|dad|parents?|sons?"
    r"|daughters?|sisters?|brothers?|siblings?|cousin|uncle|aunt|niece|nephew|grand(?:mother"
    r"|father|ma|pa|son|daughter|parents)|reports? to|in charge of|head of|responsible for"
    r"|contact (?:for|person)|point of contact"
    r"|doctor|dentist|supervisor|supervises|director|secretary|intern|founder|accountant|lawyer"
    r"|(?:man|woman|guy|plumber|electrician) is called|nurse|midwife|babysitter|nanny|agent for|landlady"
    r"|editor(?! (?:shows|opens|is open))|driver|team lead(?:er)?|tech lead|looks after"
    r"|takes care of|answers mail|works (?:with|under)|mentors|teaches)\b",
)
"""What somebody is to somebody else."""

CONDUCT = any_of(
    r"(?:别|不要|不能|不可|不准|不许|不该|不应|绝不|决不|少|多)(?!是).{1,}|以后|下次|今后"
    r"|先.{1,20}再|又(?!名)|老是|总是|啰[嗦唆]|太(?:长|多|啰|慢|快|急)|一律|必须|务必|应该先|擅自"
    r"|未经",
    r"\b(?:never|always|stop|don't|do not|next time|instead of|keep(?:s)? \w+ing|kept \w+ing"
    r"|too (?:long|many|much|wordy|fast|often)|should (?:have|not|first)|must|before (?:i|he|she"
    r"|they|the user)|for \w+ing|without asking|(?:told|asked) (?:me )?(?:not )?to)\b",
)
"""How the assistant behaved, or is to behave."""

JUDGES = any_of(
    r"复盘|反思|检讨|回看|没效果|最大的(?:问题|收获|短板|不足|教训|亮点|遗憾)|(?:主要"
    r"|根本)(?:问题|原因)|不足|短板|做得(?:好|不)|可以(?:更|改)|改进|效率(?:低|高)|太(?:晚|少|多"
    r"|慢|急|久)|收获|问题(?:是|在于|出在)|教训|本该",
    r"\bretro(?:spective)?\b|\bpost-?mortem\b|\blooking (?:back|at the)\b|\breflect\w*"
    r"|\bin hindsight\b|\bbiggest (?:problem|win|risk|mistake|lesson|issue)\b|\btoo (?:late|long"
    r"|little|much|many|slow)\b|\bwent (?:well|wrong|badly)\b"
    r"|\bshould have\b|\blessons?\b|\bcould (?:have|be better)\b|\bnext time\b|\bimprove\w*"
    r"|\b(?:faster|slower|slipped|better|worse)\b|\bweak(?:ness|est)\b|\bwhat worked\b",
)
"""A summary that judges."""

AIM = any_of(
    r"目标|方向|重点|愿景|路线|规划|(?:本|这|下|今)(?:个)?(?:季度?|阶段|学期|年|半年|里程碑|版本"
    r"|迭代|sprint)|长期|中期|年内|年底|okr|kpi|[?？]$|问题|要不要|是否|悬而未决|还没(?:想|定|决)"
    r"|待定|力争|\d+年",
    r"\b(?:goals?|aims?|objectives?|targets?|quarter|milestone|roadmap|this (?:year|season|sprint"
    r"|phase|term|release)|by the end of|long-term|vision|open (?:question|issue|point)s?"
    r"|undecided|(?:unclear|unsure|sure|decide|deciding|wondering|know|question) whether|mission"
    r"|priority for)\b|\?$",
)
"""An intent that stays for weeks, rather than one small thing to do."""

MILESTONE = any_of(
    r"正式|全量|里程碑|开业|开张|(?<!未)启用|首(?:次发|发|个正式)|(?:v\d|版本"
    r"|\d\.\d).{0,10}(?:上线|发布)|(?:上线|发布).{0,10}(?:v\d|\d\.\d)|(?:到|发|上)生产|签(?:下|署"
    r"|约)了?.{0,8}合同|获奖|夺冠|毕业|落成|营业执照|许可证|拿到.{0,6}(?:证书|牌照|执照|offer)"
    r"|全校|全公司|停运|关停|挂牌|(?:切换|迁移|搬迁|改造)(?:全部)?完成|录取|录用|晋升|升职",
    r"\bwent live\b|\blaunched\b|\bgeneral availability\b|\bmilestone\b|\b(?:released?|shipped"
    r"|published)\b.{0,20}\b(?:v?\d+\.\d+|version)|\b(?:v?\d{1,6}\.\d{1,6}\S{0,20}"
    r"|version \S{1,30}).{0,20}\b(?:released?|shipped|published|is out|out)\b"
    r"|\b(?:to|in) production\b|\bproduction traffic\b|\bgrand opening\b|\bopened to the public\b"
    r"|\bgraduated\b|\bwon (?:the|first)\b|\bfirst ever\b|\brolled out to (?:all|every)"
    r"|\bopened (?:its|our|the|a|their|his|her) (?:\w+ )?(?:shop|store|branch|office|restaurant|clinic|bakery"
    r"|school|studio|cafe|gallery)\b|\baccepted (?:at|by|for)\b|\bpromoted\b|\bgot the job\b|\bpassed the\b",
)
"""An event that still matters in some weeks."""

SUBJECT_USER = re.compile(rf"(?:{USER}|我(?!们)|(?<![a-z])i(?:'m)?(?= ))")
"""A statement whose first words are the user."""

USER_IS = re.compile(
    rf"^{USER}(?:目前|现在|今年|本人|自己|说他|说她)?(?:是|叫|姓|做|当|任|患|有|对.{{1,10}}过敏"
    rf"|(?:在|于).{{1,14}}(?:做|当|任))(?![^,，。]*的(?:[^,，。]*[^,，。\s])?(?:上级|下属|同事"
    rf"|朋友|老师|经理))"
    rf"|^{USER}(?:的)?(?:全名|姓名|名字|本名|生日|出生|年龄|血型|母语|国籍|籍贯|老家|时区|职业|左"
    rf"|右|听力|视力|身体|正在服用|长期|住|常住)"
    rf"|^{USER}, an? |^{USER} is \d\d\b"
    rf"|^{USER}(?:'s (?:name|birthday|age|native|surname|blood|time|pronouns?))?,? (?:is|was"
    rf"|works|has|lives|speaks|grew up|moved|comes from|holds)\b"
)
"""The user is, has or does something, rather than somebody of theirs."""

LESSON = TELLING_WORDS[1][2]
"""What a failure teaches."""

CORRECTING = re.compile(
    rf"(?:{USER}|我)?(?:再次|又|刚刚?|当场|今天)?(?:纠正|更正|勘误|订正|指正|指出|说|批评"
    rf"|提醒)(?:了)?(?:我(?=[:,，：])|一下|一点)?|(?:我|之前|上次|先前|原来)(?:之前|上次)?(?:都"
    rf"|把.{{1,8}})?(?:记|写|说|弄|搞|听|看|认|叫|拼|算|理解)(?:错|混|反|岔)了?"
    rf"|(?:{USER} )?(?:has )?correct(?:ed|s) me(?= ?[:,]| that\b)"
    rf"|\bcorrection(?: from the user)?\b|\b(?:i|we) (?:had|was|were|misunderstood|misheard"
    rf"|misspelled|misread|mixed up|confused)(?: noted| written| recorded| put)?\b"
)
"""That something is corrected: left out where one asks what it is about."""

ASSISTANT = re.compile(r"我(?!们)|助手|\b(?:me|my|i|the assistant|the agent)\b")
"""Whoever keeps the memories."""

_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎鲁韦昌马苗方俞任袁柳唐罗薛雷贺倪汤滕殷"
    "毕郝邬安常乐于傅齐康伍余顾孟黄穆萧尹姚邵汪祁毛狄贝臧戴宋庞熊纪舒屈项祝董梁杜阮蓝闵季贾路江童颜郭梅林钟徐邱骆高夏蔡田樊董胡凌霍万卢"
    "丁邓郁洪包左石崔龚程陆段侯武叶白卞黎温庄晏柴阎闫文耿关聂曾岳廖欧覃"
)
_NO_NAMES = (
    r"(?!方[案法向式面]|金[额属]|时间|石[油头]|周[期一二三四五六日末报边]|马[达上路]|白[名天色]"
    r"|黄[色金]|程[序度]|项目|任[务何]|高[速度级峰]"
    r"|常[量见用]|文[件档本字章]|关[于键系闭]|于是|路[由径线]|安[全装]|段落|左[边右侧]|林地"
    r"|温[度室]|毛[病利]|雷达|章节|严[格重]|施工|许可"
    r"|顾[客问]|余[额下]|武器|何[时种]|金|江[边河]|包[含括裹装]|应用|叶[片子]|梅雨|田[间地]|华"
    r"|曾经|向|和|万[一]|计)"
)
CHINESE_NAME = re.compile(
    rf"{_NO_NAMES}([{_SURNAMES}][\u4e00-\u9fff]{{1,2}})"
    r"(?=是|在|负责|和|跟|与|住|今年|喜欢|属|管|带|主管|接手|转|会|有|擅长|读|学|教|姓|的(?:生日"
    r"|电话|邮箱|办公|工位|专长|老家|孩子|名字)|只|每|周[一二三四五六日])"
)
"""The name of a person at the start of what is told of them."""

ENGLISH_NAME = re.compile(
    r"((?!The\b|This\b|That\b|User\b|It\b|All\b|We\b|He\b|She\b|They\b"
    r"|Our\b)[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?)(?:'s)?(?:, (?:the|an?|our|my|his|her) [\w ]{2,30},)? "
    r"(?:(?:also|now|only|usually) )?(?:knows|lives?|leads|heads|manages|teaches|studies|reports"
    r"|married|speaks|works (?:at|for|as|in|with|under|from|part)"
    r"|looks after|handles|owns|plays|runs (?:the|our|all)|keeps|decides|signs|approves|drives|covers"
    r"|organi[sz]es|collects"
    r"|maintains|repairs|translates|edits|supervises|coaches|trains|is (?:in charge|responsible|the user"
    r"|our|my|his|her|on (?:leave|holiday)|an? (?:\w+ )?(?:solicitor|barrister|engineer|designer"
    r"|nurse|editor|architect|analyst|translator|developer|consultant|professor|student|chef|vet"
    r"|pilot|journalist|writer|painter|musician|electrician|plumber|carpenter))|moved to|was born"
    r"|birthday|sits|answers)\b"
)
"""The same in English, where only people do such things."""
