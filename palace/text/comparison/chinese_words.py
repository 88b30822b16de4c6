"""Which runs of Chinese characters are words, how common they are, and of what class.

`chinese_words.txt` is made by scripts/build_chinese_words.py from the word list of jieba (MIT licence, Sun
Junyi). Words of working life that a corpus of newspapers and novels hardly knows are added here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from palace.text.comparison.stance_words import look_alikes

TABLE = "chinese_words.txt"

ADDED_FREQUENCY = 9
"""The power of two that stands for how common an added word is."""

_DICTIONARIES = ("bilingual.toml", "synonyms.toml")
"""What has a translation or a synonym is a word."""

_RUN = re.compile("(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{2,5}(?![\u4e00-\u9fff])")

_ADDED = """
noun 入职 离职 转正 评审 评审会 周会 例会 晨会 站会 纪要 待办 看板 工位 组长 队友 甲方 乙方 外包 团建
noun 工单 需求 排期 预发 灰度 线上 线下 冒烟测试 单测 单元测试 集成测试 压测 回归测试 用例 网关 接口
noun 微服务 中间件 容器 镜像 集群 节点 主库 从库 索引 分片 分区 缓存 队列 死信 日志 埋点 监控 告警 看门狗
noun 端口 域名 证书 令牌 密钥 密码 口令 白名单 黑名单 权限 账号 账单 发票 报销 报销单 工资条 年终奖
noun 公积金 社保 体检 牙医 疫苗 过敏 乳糖 麸质 素食 忌口 药片 处方 客户端 服务端 前端 后端 仓库 分支 主干
noun 提交 合并 变基 推送 拉取 代码 脚本 依赖 框架 组件 插件 模型 嵌入 向量 维度 训练集 测试集 验证集
noun 学习率 批次 显存 显卡 深色 浅色 主题 字号 缩进 空格 制表符 快捷键 鼠标 键盘 屏幕 耳机 麦克风 摄像头
noun 路由器 宽带 网盘 云盘 硬盘 固态 内存 博客 公众号 播客 短视频 流媒体 会员 续费 猫粮 猫砂 狗粮 英短
noun 布偶 柯基 遛狗 铲屎 绿萝 多肉 健身卡 健身房 私教 瑜伽 普拉提 骑行 徒步 露营 自驾 高铁 动车 机票
noun 登机口 靠窗 过道 民宿 行程 签证 护照 奶茶 拿铁 美式 乌龙 普洱 燕麦 豆浆 香菜 海鲜 内脏 火锅 外卖
noun 食堂 早餐 午餐 晚餐 宵夜 房租 物业费 水电 押金 房东 室友 车位 快递 取件码 阿姨 外婆 外公 夜间 凌晨
noun 工作日 节假日 月底 月初 年底 年初 季报 周报 日报 月报 年报 时区 夏令时 农历 公历 阴历 阳历 邮箱 邮件
noun 短信 微信 钉钉 飞书 群聊 语音 视频 快照 虚拟机 服务器 数据库 数据集 数据组 平台组 运维组 安全组
noun 前端组 后端组 客服 市场部 销售部 人事部 财务部 法务部 用户 负责人 联系人 接班人 检查单 清单 条目
noun 记忆库 向量库
verb 上线 下线 发版 发布 回滚 部署 重启 重试 限流 熔断 降级 扩容 缩容 迁移 备份 恢复 归档 同步 脱敏 加密
verb 解密 监听 订阅 打卡 请假 加班 出差 值班 交接 汇报 对接 评审 审批 签发 改签 退改 报销 续租 退租 起夜
verb 早睡 早起 熬夜 忌口 绝育 铲屎 遛狗 晨跑 夜跑 报到 复查 复盘 抽查 摸鱼 调休 轮岗 转岗 搬到 改成 换成
verb 改为 换到 挪到 改约 改到 改期 延期 推迟 提前 拖到 调到 定在 设成 设为 设在 用于 只读 上报 下单 退款
verb 催收 拉黑 静音 录音 截图 投屏 开着 关掉 停掉 停用 启用 弃用 禁用 打烊 营业 强推 变基 合入 推到 直推
verb 跑通 跑完 修好 修完 治好 养好 喂食 住在 坐在 放在 写在 存在 装在 跑在 开在
"""


_DENYING = re.compile("[不没别勿未](?=.)")
"""Denials are words of their own (不 吃), but for those that only look like one (不错)."""


@dataclass(frozen=True, slots=True)
class ChineseWord:
    """A word of the table: its class (noun, verb, adjective, place, time …) and how common it is (log 2)."""

    word_class: str
    power: int


def chinese_word(piece: str) -> ChineseWord | None:
    """Return what the table says of a run of characters; None where it is no word."""
    return _words().get(piece)


@cache
def _words() -> Mapping[str, ChineseWord]:
    found: dict[str, ChineseWord] = {}
    table = (files("palace.text.comparison") / TABLE).read_text("utf-8")
    for line in table.splitlines():
        word_class, power, *words = line.split()
        entry = ChineseWord(word_class, int(power))
        for word in words:
            if not _DENYING.match(word) or look_alikes().fullmatch(word):
                found[word] = entry
    for name in _DICTIONARIES:
        dictionary = (files("palace.text.comparison") / name).read_text("utf-8")
        for word in _RUN.findall(dictionary):
            if not _DENYING.match(word):
                found.setdefault(word, ChineseWord("noun", ADDED_FREQUENCY))
    for line in _ADDED.split("\n"):
        word_class, *words = line.split() or [""]
        entry = ChineseWord(word_class, ADDED_FREQUENCY)
        for word in words:
            if word not in found or found[word].power < ADDED_FREQUENCY:
                found[word] = entry
    return found
