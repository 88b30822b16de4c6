"""A generated palace of any size: mixed Chinese and English rows with words of known frequency."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from palace.domain.journal import Actor, Subject, Verb
from palace.domain.memory import Memory, Source
from palace.domain.vocabulary import Band, Kind, Priority, SourceKind, Wing
from palace.storage.palace_file import PalaceFile

START = datetime(2026, 1, 1, tzinfo=UTC)

CHINESE = (
    "用户 早上 体检 睡觉 数据库 部署 失败 成功 咖啡 会议 项目 评审 排期 记忆 宫殿 配置 插件 飞书 微信 读书"
    " 书架 偏好 习惯 作息 训练 跑步 医院 报告 天气 旅行 上海 北京 东京 猫 狗 孩子 老婆 妈妈 生日 礼物"
    " 预算 合同 客户 邮件 回复 代码 测试 上线 回滚 日志 错误 超时 重试 缓存 索引 备份 恢复 安全 密码"
).split()
ENGLISH = (
    "docker kernel deploy rollback timeout cache index backup restore memory palace user project review meeting"
    " coffee morning running sleep report weather travel budget contract client email reply test release log"
    " error retry security password preference habit config plugin script branch merge commit pipeline queue"
).split()
COMMON = ("user", "用户", "the", "记录")


def sentence(dice: random.Random, number: int) -> str:
    """Return one statement of 8 to 40 words; words of the lists follow a steep distribution."""
    words: list[str] = []
    vocabulary = CHINESE if number % 2 else ENGLISH
    for _ in range(dice.randint(8, 40)):
        place = min(int(dice.expovariate(6.0) * len(vocabulary)), len(vocabulary) - 1)
        words.append(vocabulary[place])
        if dice.random() < 0.35:
            words.append(f"{dice.choice(ENGLISH)}{dice.randint(0, 20_000)}")
    if dice.random() < 0.5:
        words.insert(0, dice.choice(COMMON))
    return ("" if number % 2 else " ").join(words) + f" #{number}"


def memories(how_many: int, seed: int = 7) -> Iterator[Memory]:
    """Yield memories of every wing, band, kind and priority."""
    dice = random.Random(seed)
    wings, bands, kinds = list(Wing), list(Band), list(Kind)
    for number in range(how_many):
        yield Memory(
            id=0,
            uid=f"generated-{seed}-{number}",
            text=sentence(dice, number),
            wing=wings[number % 6],
            recorded_at=START + timedelta(minutes=number),
            band=bands[number % 3],
            priority=Priority.P2 if number % 50 else Priority.P1,
            kind=kinds[number % 10],
            scenes=("deploy",) if number % 7 == 0 else (),
            source=Source(SourceKind.AGENT, 0.4, origin=f"memory/{number % 300}.md:{number % 90}"),
        )


def generated_palace(path: Path, how_many: int) -> PalaceFile:
    """Make a palace of so many generated memories, in groups of 5,000."""
    numbers = count()
    palace = PalaceFile.create(path, clock=lambda: START, new_uid=lambda: f"group-{next(numbers)}")
    batch: list[Memory] = []
    for memory in memories(how_many):
        batch.append(memory)
        if len(batch) == 5000:
            _save(palace, batch)
            batch.clear()
    _save(palace, batch)
    return palace


def _save(palace: PalaceFile, batch: list[Memory]) -> None:
    with palace.unit_of_work(Actor.JOB) as work:
        for memory in batch:
            work.save_memory(memory)
        work.record(Verb.IMPORT, Subject.PALACE, 0)
