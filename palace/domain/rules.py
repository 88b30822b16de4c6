"""Every number of the method, each under one name; a user may change any of them in `config.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType

from palace.domain.vocabulary import Kind, SourceKind


def _half_lives() -> Mapping[Kind, timedelta | None]:
    return MappingProxyType(
        {
            Kind.CORRECTION: None,
            Kind.FAILURE: timedelta(hours=72),
            Kind.SKILL: None,
            Kind.DECISION: timedelta(hours=168),
            Kind.EVENT: timedelta(hours=168),
            Kind.INTENT: timedelta(hours=336),
            Kind.FACT: timedelta(hours=720),
            Kind.PREFERENCE: timedelta(hours=2160),
            Kind.SUMMARY: timedelta(hours=24),
            Kind.TOOL_ERROR: timedelta(minutes=30),
        }
    )


def _source_quality() -> Mapping[SourceKind, float]:
    return MappingProxyType(
        {
            SourceKind.USER: 1.0,
            SourceKind.CORRECTION: 1.0,
            SourceKind.TOOL: 0.8,
            SourceKind.FILE: 0.6,
            SourceKind.AGENT: 0.4,
        }
    )


@dataclass(frozen=True, slots=True)
class WeightRules:
    """How a memory's weight fades with its age and grows with its use (`weight.py`)."""

    half_life: Mapping[Kind, timedelta | None] = field(default_factory=_half_lives)
    protected_kinds: frozenset[Kind] = frozenset({Kind.CORRECTION, Kind.FAILURE, Kind.SKILL})
    boost_per_hit: float = 0.35
    boost_per_citation: float = 0.1
    most_citations: int = 5
    most_boost: float = 2.0
    stale_factor: float = 0.8
    stale_after: timedelta = timedelta(days=7)
    protected_floor: float = 0.25


@dataclass(frozen=True, slots=True)
class BandRules:
    """How memories move between hot, warm and cold (`bands.py`)."""

    hot_lines: int = 100
    hits_to_heat: int = 3
    heating_window: timedelta = timedelta(days=7)
    hot_to_warm_after: timedelta = timedelta(days=14)
    warm_to_cold_after: timedelta = timedelta(days=30)
    pressure_from: float = 0.8
    threshold_at_pressure: float = 0.2
    threshold_when_full: float = 0.7


@dataclass(frozen=True, slots=True)
class PipelineRules:
    """What a sighting must go through before it is a memory (`pipeline.py`)."""

    cooling: timedelta = timedelta(hours=1)
    evidences_needed: int = 2
    checks: tuple[timedelta, ...] = (timedelta(days=3), timedelta(days=7), timedelta(days=14))
    replaceable_memories_shown: int = 3
    cases_to_deepen: int = 3
    cases_looked_at: int = 2_000
    auto_promote: bool = False


@dataclass(frozen=True, slots=True)
class ImportanceRules:
    """How important a statement is before anybody used it (`importance.py`)."""

    base: float = 0.5
    said_by_user: float = 0.2
    marked_important: float = 0.3
    failed_tool: float = 0.25
    log_score_to_sight: int = 1
    source_quality: Mapping[SourceKind, float] = field(default_factory=_source_quality)


@dataclass(frozen=True, slots=True)
class SimilarityRules:
    """What a calibrated similarity means."""

    worth_showing: float = 0.35
    worth_comparing: float = 0.45
    worth_comparing_with_core: float = 0.2
    propose_merge: float = 0.85


@dataclass(frozen=True, slots=True)
class ExpiryRules:
    """The three steps out: archived, trashed, purged."""

    archive_p2_after: timedelta = timedelta(days=30)
    archive_p1_after: timedelta = timedelta(days=90)
    trash_after: timedelta = timedelta(days=30)
    purge_after: timedelta = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ConflictRules:
    """How the two sides of a conflict are weighed against each other."""

    margin: float = 0.05
    damping: float = 0.15
    damped_for: timedelta = timedelta(hours=24)
    freshness_half_life: timedelta = timedelta(days=30)
    alarming_density: float = 0.05


@dataclass(frozen=True, slots=True)
class SearchRules:
    """How many hits are given, and how the two lists are joined (`fusion.py`)."""

    page: int = 20
    agent_limit: int = 6
    coverage_weight: float = 0.2
    alike_weight: float = 1.2
    reading_weight: float = 1.3
    read_closely: int = 30
    dated_weight: float = 0.2
    weight_influence: float = 0.04
    scene_influence: float = 0.04
    common_word_share: float = 0.05
    matching_coverage: float = 0.6
    match_confidence: float = 0.19
    least_near: float = 0.32


@dataclass(frozen=True, slots=True)
class BackupRules:
    """How many copies stay: the newest of so many days, and of so many weeks (`backup_rotation.py`)."""

    days: int = 7
    weeks: int = 4


@dataclass(frozen=True, slots=True)
class HealthRules:
    """When the palace is well, and how much each part of a layer counts (`health.py`)."""

    measured_over: timedelta = timedelta(days=30)
    timid_below: float = 0.5
    healthy_from: float = 0.8
    healthy_to: float = 1.5
    obese_above: float = 2.0
    young_until: timedelta = timedelta(days=7)
    middle_until: timedelta = timedelta(days=30)
    young_share: float = 0.2
    middle_share: float = 0.5
    old_share: float = 0.3
    use_expected_after: timedelta = timedelta(days=7)
    used_failures: float = 0.84
    used_summaries: float = 0.61
    used_principles: float = 0.38
    log_days: int = 14
    core_weight: float = 0.5
    binding_weight: float = 0.5
    routing_weight: float = 0.4
    in_step_weight: float = 0.4
    archive_weight: float = 0.2
    log_weight: float = 0.3
    wings_weight: float = 0.3
    scene_weight: float = 0.2
    bullet_weight: float = 0.2


@dataclass(frozen=True, slots=True)
class JobRules:
    """When each job runs, as time passed since local midnight, and how far one may go (`jobs.py`)."""

    daily_at: timedelta = timedelta(hours=22)
    weekly_at: timedelta = timedelta(hours=22, minutes=20)
    monthly_at: timedelta = timedelta(hours=22, minutes=40)
    nightly_at: timedelta = timedelta(hours=23)
    monthly_day: int = 15
    logs_stay: timedelta = timedelta(days=7)
    log_at_rest: timedelta = timedelta(hours=1)
    most_retired: float = 0.2
    most_missed_counted: int = 99
    clock_may_err: timedelta = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rules:
    """All of them together, in the order in which the method tells them."""

    weight: WeightRules = field(default_factory=WeightRules)
    bands: BandRules = field(default_factory=BandRules)
    pipeline: PipelineRules = field(default_factory=PipelineRules)
    importance: ImportanceRules = field(default_factory=ImportanceRules)
    similarity: SimilarityRules = field(default_factory=SimilarityRules)
    expiry: ExpiryRules = field(default_factory=ExpiryRules)
    conflicts: ConflictRules = field(default_factory=ConflictRules)
    search: SearchRules = field(default_factory=SearchRules)
    jobs: JobRules = field(default_factory=JobRules)
    health: HealthRules = field(default_factory=HealthRules)
    backups: BackupRules = field(default_factory=BackupRules)
