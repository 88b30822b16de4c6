"""Wires the layers together; the only place that knows them all. Heavy parts are loaded when asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from palace.config.paths import (
    bundled,
    default_config_file,
    default_palace_file,
    path_named,
)
from palace.config.settings import Settings, load_settings
from palace.domain.clock import Clock
from palace.domain.errors import NotFound, PalaceError
from palace.domain.identifiers import uuid7
from palace.domain.journal import Actor
from palace.services.surroundings import Surroundings

if TYPE_CHECKING:
    from palace.embedding.close_reading import CloseReader
    from palace.embedding.encoder import OnnxEncoder
    from palace.embedding.loading import Loading
    from palace.embedding.pair_reading import PairReading
    from palace.embedding.semantic_index import SemanticMemories
    from palace.services.meaning_ports import MemoryVectors
    from palace.storage.palace_file import PalaceFile


def now() -> datetime:
    """Return the present instant, in UTC."""
    return datetime.now(UTC)


def new_uid() -> str:
    """Return a new version 7 UUID."""
    return uuid7(now(), os.urandom(10))


def read_settings(named: str | None, environ: Mapping[str, str]) -> Settings:
    """Return the settings of the file that is named, else of the default one if it exists.

    Raises NotFound for a named file that does not exist, InvalidInput naming file and key.
    """
    if named is not None:
        path = path_named(named)
        if not os.path.lexists(path):
            raise NotFound(
                "there is no configuration file {path}",
                next_step="palace config example prints one",
                path=str(path),
            )
        return load_settings(path)
    path = default_config_file(environ)
    return load_settings(path) if os.path.lexists(path) else Settings()


def clock_from(start: datetime) -> Clock:
    """Return a clock that began at `start` when it was made and goes on from there."""
    made = now()
    return lambda: start + (now() - made)


def clock_of(palace: PalaceFile) -> Clock:
    """Return the clock of a palace: the sample is told at one instant, and its clock goes on from there."""
    try:
        told_at = datetime.fromisoformat(palace.meta("told_at") or "")
    except ValueError:
        return now
    return clock_from(told_at if told_at.tzinfo else told_at.replace(tzinfo=UTC))


def surroundings(settings: Settings, clock: Clock = now) -> Surroundings:
    """Return the surroundings of a running program: its clock, and the configured zone."""
    return Surroundings(clock=clock, zone=settings.zone_info, rules=settings.rules, new_uid=new_uid)


def palace_path(named: str | None, settings: Settings, environ: Mapping[str, str]) -> Path:
    """Return the palace file: as named, else PALACE, else the setting, else the default place."""
    chosen = named or environ.get("PALACE") or settings.palace
    return path_named(chosen) if chosen else default_palace_file(environ)


def open_palace(path: Path, settings: Settings, clock: Clock = now) -> PalaceFile:
    """Open a palace; raises NotFound, InvalidInput or PalaceUnavailable saying what is wrong with it."""
    from palace.storage.palace_file import PalaceFile

    return PalaceFile.open(path, clock=clock, new_uid=new_uid, rules=settings.rules, zone=settings.zone_info)


def open_palace_to_read(path: Path, settings: Settings) -> PalaceFile:
    """Open a palace that nothing is written to; raises as `open_palace` does."""
    from palace.storage.palace_file import PalaceFile

    return PalaceFile.open(
        path,
        clock=now,
        new_uid=new_uid,
        rules=settings.rules,
        zone=settings.zone_info,
        read_only=True,
    )


def create_palace(path: Path, settings: Settings) -> PalaceFile:
    """Make a new, empty palace; raises Refused when something is there already."""
    from palace.storage.palace_file import PalaceFile

    return PalaceFile.create(path, clock=now, new_uid=new_uid, rules=settings.rules, zone=settings.zone_info)


def expect_encoder(settings: Settings) -> None:
    """Begin to load the model beside what is done next; what is wrong with it `load_encoder` will tell."""
    with suppress(PalaceError):
        _loading_at(_model_folder(settings))


def load_encoder(settings: Settings) -> OnnxEncoder:
    """Load the model, once for the whole process; raises ModelMissing or ModelDamaged."""
    try:
        return _encoder_at(_model_folder(settings), settings.embedding_threads)
    except PalaceError:
        _loading_at.cache_clear()
        raise


def model_id(settings: Settings) -> str | None:
    """Return the id of the model without loading it; None where its folder describes none."""
    from palace.embedding.model_folder import describe_model_folder

    try:
        return describe_model_folder(_model_folder(settings)).model_id
    except PalaceError:
        return None


def _model_folder(settings: Settings) -> Path:
    folder = path_named(settings.model) if settings.model else bundled("models/multilingual-e5-small")
    return folder.absolute()


@cache
def _encoder_at(folder: Path, threads: int) -> OnnxEncoder:
    encoder = _loading_at(folder).encoder()
    encoder.use_threads(threads)
    return encoder


@cache
def _loading_at(folder: Path) -> Loading:
    from palace.embedding.loading import Loading

    return Loading(folder)


def load_semantic(palace: MemoryVectors, settings: Settings) -> SemanticMemories:
    """Load the model and the palace's vectors; raises ModelMissing, ModelDamaged."""
    encoder = load_encoder(settings)
    from palace.embedding.semantic_index import SemanticMemories

    return SemanticMemories(encoder, palace, _close_reader_of(encoder))


@cache
def _close_reader_of(encoder: OnnxEncoder) -> CloseReader | None:
    from palace.embedding.close_reading import CloseReader, read_sight

    sight = read_sight(encoder.folder)
    return None if sight is None else CloseReader(encoder, sight)


def load_pair_reader(settings: Settings) -> PairReading:
    """Load the model to compare texts with; raises ModelMissing, ModelDamaged."""
    encoder = load_encoder(settings)
    from palace.embedding.pair_network import read_pair_network
    from palace.embedding.pair_reading import PairReading

    return PairReading(encoder, read_pair_network(encoder.folder))


def person_or_agent(environ: Mapping[str, str]) -> Actor:
    """Return who is calling: an agent says so by PALACE_ACTOR=agent."""
    return Actor.AGENT if environ.get("PALACE_ACTOR") == "agent" else Actor.PERSON
