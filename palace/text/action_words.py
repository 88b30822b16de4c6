"""Whether words give an order or tell what was so, in Chinese and English.

Neither language marks an order, so it is known by how it begins: with a verb that instructions use, with a
word that commands (always, 必须, 不要), or with a subject that is told to (“the agent must”).
"""

import re

_ENGLISH_VERBS_LISTED = """
abort accept acknowledge activate adapt add adjust alert allow announce answer append apologise apologize
apply approve archive arrange ask assign assume attach avoid back bake ban batch be begin bill block boil
book break bring build buy calculate call cancel carry change charge check chill choose cite clarify clean
clear click close collect combine commit compare compile compress confirm contact continue convert cook cool
copy correct count cover create cross-check cut debug decline deduct defer defrost delay delete deliver deny
deploy describe disable discard disconnect discuss display divide document double double-check download
draft drain drink drive drop dry eat email e-mail empty enable encrypt end enter escalate evacuate exclude
exit explain export extend fall feed fetch file fill filter find finish fix flag flush fold follow forward
freeze generate get give go greet halve hand handle heat help hide hold hydrate ignore import include inform
insert inspect install interrupt invite invoke issue join keep knead label leave let limit link list listen
load lock log look lower mail make mark measure mention merge mind mix monitor move mute name note notify
offer omit open order output pack page park pass paste pause pay phone pick ping place plan plant play
postpone pour prefer prepare present preserve press print prioritise prioritize proceed process prompt
propose provide publish pull purge push put query quote raise re-read re-run re-test read rebase reboot
rebook rebuild recheck recommend record recount redact redeploy redirect reduce refer refill refresh refund
refuse refuel register reindex reject release reload remind remove rename renew reopen reorder repeat
replace reply report repost reproduce request rerun reschedule resend reserve reset resolve respond rest
restart restore resume retry return reuse review revert revoke rewrite rinse roll rotate round route run
save say scale scan schedule seal search season send separate serve set share shorten show shut sign silence
skip slow snapshot sort split stage start state stay step stir stop store strip submit subtract suggest
summarise summarize suspend swap switch sync tag take tell terminate test text thank think throttle throw
top trace transfer translate treat trigger trim truncate try turn type undo unlock unplug unsubscribe update
upgrade upload use validate verify wait wake walk warm warn wash watch water weigh wipe withdraw withhold
work wrap write
"""
ENGLISH_VERBS = frozenset(_ENGLISH_VERBS_LISTED.split())
"""Verbs with which instructions begin."""

COMMANDING = (
    r"(?:always|never|please|do not|don['’]t|make sure|be sure|remember to|you must|must|only ever"
    r"|immediately"
    r"|automatically)"
)
"""Words that begin an order whatever verb follows."""

_ADVERBS = re.compile(
    r"^(?:(?:and|then|so|just|first|first of all|also|simply|immediately|instead|at once|promptly"
    r"|automatically"
    r"|please|kindly|always|never|only|either|carefully|quickly|quietly|manually|silently|politely|gently"
    r"|briefly"
    r"|explicitly|do|don['’]t|do not)\b[,:]?\s+)+",
    re.IGNORECASE,
)
_NO_VERBS_LISTED = """
the a an i we he she it they you this that these those my our his her its their there nobody somebody
everyone someone everybody nothing something everything was were is are am had has have did does would could
might may can will shall one two three both most many some all every each no what which who whose why how
where when if whether because but or as at in on of with without from by to for than not more less very too
quite so such even still flew went met took came got made saw sent told wrote bought brought built began ran
drove ate left won sold spent taught fell rode sang swam found heard held kept paid gave knew thought slept
stood sat lost woke broke
"""
_NO_VERBS = frozenset(_NO_VERBS_LISTED.split())
_TOLD_TO = re.compile(
    r"^(?:[\w'’-]+\s+){1,5}?(?:must(?: not|n['’]t)?|should(?: not|n['’]t)?|shall(?: not)?|needs? to|ha(?:s"
    r"|ve) to"
    r"|may not|may only|can only|cannot|are to|is to)\s+(?!have\b|be being\b)",
    re.IGNORECASE,
)
_NO_BASE_FORM = re.compile(
    r"(?:(?<!^n)(?<!^f)(?<!^s)(?<!proc)(?<!exc)(?<!succ)(?<!emb)ed|[^aeious]s|es|ing)$"
)
_DETERMINERS_LISTED = """
the a an my our your his her its their this that these those any all every each no both it them him me us
one two three at least most more only up down out off back over in on to from with for and
"""
_DETERMINERS = frozenset(_DETERMINERS_LISTED.split())


def orders_in_english(words: str, *, certain: bool = False) -> bool:
    """Whether English words give an order.

    Without `certain` any base form of a verb will do, as after “When …,”; with it the verb must be known
    or have an object, as at the start of a sentence, where “Prices rise” stands too.
    """
    if _TOLD_TO.match(words):
        return True
    plain = _ADVERBS.sub("", words)
    if plain != words and re.match(rf"^(?:\w+ )?{COMMANDING}\b", words, re.IGNORECASE):
        return re.match(r"^(?:never|always) (?:\w+ed|was|were|had)\b", words, re.IGNORECASE) is None
    parts = re.findall(r"[A-Za-z][\w'’-]*", plain)
    if not parts or not re.match(r"[A-Za-z`\"“]", plain):
        return False
    first = parts[0].lower()
    if first in ENGLISH_VERBS:
        return not _is_noun_before_verb(plain, parts)
    if first in _NO_VERBS or _NO_BASE_FORM.search(first) or "'" in first or "’" in first:
        return False
    if parts[0][0].isupper() and not parts[0].isupper() and plain == words and not certain:
        return False
    if any(re.search(r"(?:[^e]ed|^is|^are|^was|^were)$", word) for word in parts[1:3]):
        return False
    return not certain or (len(parts) > 1 and parts[1].lower() in _DETERMINERS)


def _is_noun_before_verb(plain: str, parts: list[str]) -> bool:
    """Whether the first word, though a verb elsewhere, is what the sentence is about: “Water boils”."""
    if len(parts) < 2:
        return False
    second = parts[1].lower()
    return second in {"is", "are", "was", "were", "has", "had", "will", "would", "can", "of"} or (
        len(parts) == 2 and re.search(r"[^aeious]s$", second) is not None and second[:-1] in ENGLISH_VERBS
    )


_CHINESE_COMMANDS = (
    r"自动|必须|务必|一律|统一|先|立刻|立即|马上|及时|尽快|尽量|主动|直接|优先|同时|要(?!是|不是|求|点|素)"
    r"|都要|都不|都得"
    r"|都必须|都应|应当|应该|应|须|需要|需|得(?!到|了|分|出|知)|把(?!握)|将(?!来|军)|给(?!了)|向(?!来)"
    r"|对(?!方|象|此|不)|用(?!户|于|途|量|了)|按|以(?!后|前|及|为)|从(?!不|来|未|前)|在(?!线|场|于)|不要"
    r"|不能|不可|不得"
    r"|不准|不许|不再|不用|别|勿|禁止|严禁|绝不|绝对不|决不|千万|(?<!申)(?<!邀)请(?!求|示|柬|帖|病假|事假)"
    r"|再|记得|只(?!是|有|见)|最多|至少|多|少|改(?!了)"
    r"|默认|暂时|强制|重新|额外|逐|全部|系统自动|默默|轻声|耐心|认真|小心|谨慎|换个|多花|花"
)
_CHINESE_VERBS = (
    r"检查|检测|确认|核对|核实|核查|验证|校验|测试|运行|执行|跑|通知|告知|告诉|提醒|更新|升级|重启|重试"
    r"|重发|备份|恢复|还原"
    r"|关闭|关掉|关|打开|打|开启|开|清理|清空|清洗|清|写|记录|记|记下|登记|填写|填|问|询问|追问|请教|联系"
    r"|联络|打电话|拨打"
    r"|发送|发布|发|寄|回复|回|答复|转发|转交|转|转账|汇报|上报|报告|报警|报|取消|撤销|撤回|撤|停止|停"
    r"|暂停|中止|终止|继续"
    r"|启动|切换|切|换成|换|改成|改用|改签|改期|替换|删除|删掉|删|移除|移动|移|添加|加上|加|附上|附|放|装"
    r"|安装|卸载|拔掉"
    r"|拔|插|带上|带|拿|取|取出|买|购买|采购|补货|补|补充|订|预订|预约|约|退|退款|退回|付|支付|扣|扣除|收"
    r"|收取|存|保存|存入"
    r"|导出|导入|上传|下载|同步|拉取|推送|推|提交|合并|回滚|部署|构建|编译|生成|输出|返回|返工|压缩|归档"
    r"|整理|汇总|总结"
    r"|统计|计算|算|标记|标注|标|标为|列出|列|列清单|引用|注明|说明|解释|展示|显示|隐藏|遮盖|打码|脱敏"
    r"|加密|锁定|锁|解锁|冻结"
    r"|拒绝|拒收|忽略|跳过|略过|避免|避开|保留|保持|限制|降低|降级|降|提高|提升|增加|减少|减半|减|调整"
    r"|调低|调高|调|设置|设为"
    r"|设|安排|延后|推迟|延长|提前|提交|申请|审批|审核|复核|复查|复习|批准|看|查看|查|查询|翻|读|听|看看"
    r"|想|想想|想一想|考虑"
    r"|分析|比较|对比|拆|拆分|拆成|分|分成|分批|分开|分段|选择|选|挑|使用|采用|启用|禁用|引导|推荐|建议"
    r"|提出|提供|提|给出|送"
    r"|送去|送医|叫|呼叫|召集|组织|召开|请|请假|洗|洗手|擦|擦干|煮|炒|蒸|烤|腌|切|切片|倒|倒掉|盖|搅拌"
    r"|翻面|关火|熄火|出锅"
    r"|浇水|施肥|消毒|隔离|量|测|测量|称|吃药|服药|休息|睡|就医|就诊|撤离|疏散|签字|签|盖章|拍照|截图|录音"
    r"|录屏|静音|刷新"
    r"|清点|盘点|对账|开票|开具|索要|归还|还|交|交给|上交|上锁|套|戴|戴上|穿|铺|扫|扫描|打印|复印|翻译"
    r"|校对|润色|放弃|等|等待|道歉|致谢|感谢|表扬|鼓励|倾听|深呼吸|站在|换位|尊重|坚持|守住|弹出|弹窗|注明"
    r"|点亮|封禁|拉黑|抓取|提取|解析|缩小|放大|裁剪|打上|追加"
    r"|扩容|缩容|轮换|续订|续期|续费|播放|分配|指派|创建|新建|调用|触发|拦截|屏蔽|打包|发版|直说|说清|给"
    r"|喂|浇|熬|炖|泡|冲|抹|涂|贴|系|握|扶|喝"
)
CHINESE_ORDER = rf"(?:{_CHINESE_COMMANDS}|{_CHINESE_VERBS})"
"""How a Chinese order begins."""

_CHINESE_STORY = re.compile(
    r"(?:了|过)(?:一?[次遍回顿趟场声眼]|[两三几]次|数据|吗|吧|呢|啊)?$|^(?:已经|还没|正在|我们还|当时"
    r"|就好了|还是)"
    r"|了[^，,。]{1,12}了|了(?:[一二两三四五六七八九十几半\d]|$|[，,])|^[^，,]{0,4}错(?!误|别)|^看[，,]"
    r"|会不会|会怎么样|会怎样|怎么办|多少钱"
)
_CHINESE_SUBJECT = re.compile(
    r"^(?:他们?|她们?|它们?|我们?|咱们|大家|有人|谁|孩子们?|妈妈|爸爸|老板|同事们?|其他人|这[里个些]"
    r"|那[里个些])"
)
_CHINESE_STATE = re.compile(
    r"^(?:都|就|总是?|会|也|往往|常常|一般)?(?:很|非常|特别|十分|有点|比较|更|最|挺|好|会)"
)
_CHINESE_MODAL = re.compile(
    r"^.{1,10}?(?:必须|务必|应当|应该|不得|不能|不要|都要|要先|得先|需要|须|应先|一律|自动)"
)


_CHINESE_NORM = re.compile(
    r"^[^，,了过]{1,8}?(?:必须|务必|应当|应该|不得|不能|不要|不许|不可(?!思)|(?<![重主需首])要(?!求|点|是"
    r"|素|么)|须|一律|至少|最多|不超过)"
)
"""A norm that names what it is about before it orders: “语气要温和”."""


def orders_in_chinese(words: str, *, certain: bool = False) -> bool:
    """Whether Chinese words give an order.

    Without `certain` whatever neither tells a story nor a state will do, as after a condition that is marked;
    with it the words must begin as an order does.
    """
    if _CHINESE_STORY.search(words):
        return False
    if _CHINESE_SUBJECT.match(words):
        return _CHINESE_MODAL.match(words) is not None
    begins = re.match(CHINESE_ORDER, words) is not None
    if certain:
        return len(words) > 1 and (begins or _CHINESE_NORM.match(words) is not None)
    return len(words) > 1 and (begins or not _CHINESE_STATE.match(words))


def gives_an_order(words: str, *, certain: bool = False) -> bool:
    """Whether words, in whichever of the two languages they begin, give an order."""
    first = next((letter for letter in words if letter.isalnum()), "")
    if "\u4e00" <= first <= "\u9fff":
        return orders_in_chinese(words, certain=certain)
    if first.isdigit():
        return False
    if re.search(r"[\u4e00-\u9fff]", words):
        return not certain and not _CHINESE_STORY.search(words)
    return orders_in_english(words, certain=certain)
