"""Opens the app on a palace."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from palace import bootstrap
from palace.cli.due_in_child import due_in_child
from palace.cli.file_doors import file_doors
from palace.cli.health_beside import look_beside
from palace.cli.invocation import Invocation
from palace.cli.workspace_folder import WorkspaceFolder
from palace.config.paths import bundled, state_directory, user_themes_directory
from palace.config.settings import Settings
from palace.config.themes import load_themes
from palace.domain.clock import Clock
from palace.domain.errors import InvalidInput
from palace.files.outside_editor import edited_in_editor, kept_text
from palace.files.place_file import PlaceFile
from palace.files.search_file import SearchFile
from palace.i18n.catalog import Catalog
from palace.services.comparing_arrivals import Arrivals, compare_arrivals
from palace.services.embedding import FEW, EmbeddingRun, Progress
from palace.services.finding_pairs import find_all
from palace.services.meaning_ports import SemanticIndex
from palace.services.pairs_to_judge import Judge, PairsFound
from palace.services.pairs_to_judge import Progress as PairsProgress
from palace.services.ports import Palace
from palace.services.review_queues import QueueKind

FEW_AT_ONCE = 16
"""Texts that the app compares between two looks at whether the person asks for something."""

if TYPE_CHECKING:
    from palace.tui.opened import Doors


def open_app(
    invocation: Invocation, path: Path, *, make_if_missing: bool, mode: Literal["home", "review"] = "home"
) -> int:
    """Run the app until the person leaves it and return its exit status.

    The palace is opened once before the screen is taken, so that what is wrong with it is one plain line.
    Raises InvalidInput where there is no terminal to take.
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InvalidInput(
            "the app needs a terminal, and this is none",
            next_step="palace --help lists what works without one, such as palace review --plain",
        )
    from palace.tui.terminal import check_encoding

    check_encoding(sys.__stderr__)
    if make_if_missing and not os.path.lexists(path):
        bootstrap.create_palace(path, invocation.settings).close()
    from palace.tui.first_page import first_page, first_plan

    settings = invocation.settings
    theme = getattr(invocation.arguments, "theme", None)
    if theme:
        settings = replace(settings, theme=theme)
    with closing(bootstrap.open_palace(path, settings)) as palace:
        name, clock = palace.meta("name") or "", bootstrap.clock_of(palace)
        uid = palace.meta("palace_uid") or ""
        around = bootstrap.surroundings(settings, clock)
        plan = first_plan(palace, around) if mode == "home" else None
    handed = doors(path, settings, invocation.catalog, clock, name or path.stem, uid)
    with first_page(plan, handed) as page:
        from palace.tui.running import run_app

        return run_app(handed, mode=mode, page=page)


def doors(path: Path, settings: Settings, catalog: Catalog, clock: Clock, name: str, uid: str = "") -> Doors:
    """Return what the app is handed: the ways into the palace, and what the person has set."""
    from palace.tui.opened import Doors

    themes = load_themes([bundled("themes"), user_themes_directory(os.environ)])
    actor = bootstrap.person_or_agent(os.environ)
    around = bootstrap.surroundings(settings, clock)

    def load_semantic(palace: Palace) -> SemanticIndex:
        semantic = bootstrap.load_semantic(palace, settings)
        semantic.encoder.use_threads(settings.embedding_threads, make_way=True)
        return semantic

    run: EmbeddingRun | None = None

    def embed(palace: Palace, semantic: SemanticIndex, progress: Progress) -> int:
        nonlocal run
        before, run = run, None
        if before is None or before.palace is not palace or before.encoder is not semantic.encoder:
            before = EmbeddingRun(palace, semantic.encoder, actor, FEW)
        count = before.go_on(progress)
        if not before.finished:
            run = before
        return count

    @cache
    def judge() -> Judge:
        from palace.services.judging_pairs import judge_with

        return judge_with(bootstrap.load_pair_reader(settings), settings.rules.similarity)

    def compare(palace: Palace, semantic: SemanticIndex, arrivals: Arrivals) -> int:
        from palace.embedding.semantic_index import SemanticMemories

        if not isinstance(semantic, SemanticMemories):
            return 0
        return compare_arrivals(palace, around, semantic, judge(), arrivals).changed

    def find_pairs(palace: Palace, semantic: SemanticIndex, told: PairsProgress) -> PairsFound:
        from palace.embedding.semantic_index import SemanticMemories

        if not isinstance(semantic, SemanticMemories):
            return PairsFound()
        return find_all(palace, around, semantic, judge(), told, block=FEW_AT_ONCE)

    return Doors(
        palace_path=path,
        open_palace=lambda: bootstrap.open_palace(path, settings, clock),
        load_semantic=load_semantic,
        embed_missing=embed,
        surroundings=around,
        compare=compare,
        workspace_at=lambda folder: WorkspaceFolder(Path(folder)),
        find_pairs=find_pairs,
        settings=settings,
        catalog=catalog,
        themes=themes.themes,
        theme_faults=themes.faults,
        state_directory=state_directory(os.environ),
        edit_outside=lambda text: edited_in_editor(text, settings.editor, state_directory(os.environ)),
        keep_text=lambda text: kept_text(text, state_directory(os.environ)),
        actor=actor,
        palace_name=name,
        files=file_doors(around),
        review_place=PlaceFile(state_directory(os.environ), path, uid),
        searches=SearchFile(state_directory(os.environ), path, uid),
        look_beside=lambda palace: look_beside(palace, path, settings, around),
        model_id=bootstrap.model_id(settings),
        run_due=due_in_child(path, settings.file, catalog.language),
        pair_places={
            kind: PlaceFile(state_directory(os.environ), path, uid, kind.value)
            for kind in (QueueKind.CONFLICTS, QueueKind.CONTRADICTIONS)
        },
    )
