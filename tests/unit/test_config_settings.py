import re
import tomllib
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from palace.config.rule_tables import parse_rules, rule_lines
from palace.config.settings import Settings, example_config, load_settings
from palace.config.zone import local_zone, zone_named
from palace.domain.errors import InvalidInput
from palace.domain.rules import Rules
from palace.domain.vocabulary import Kind, SourceKind


def load(folder: Path, text: str) -> Settings:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    settings = load(tmp_path, "")
    assert settings.rules == Rules()
    assert (settings.language, settings.theme, settings.mouse) == ("auto", "night", True)


def test_every_setting_can_be_set(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        """
        palace = "~/p.db"
        language = "zh"
        zone = "Asia/Shanghai"
        theme = "day"
        ambiguous_width = 2
        mouse = false
        model = "/models/e5"
        editor = "vi"
        [review]
        auto_promote = true
        [keys]
        preset = "vim"
        "review.approve" = "a"
        review.reject = ["x", "f9"]
        [rules.bands]
        hot_lines = 60
        heating_window = "12 h"
        [rules.weight]
        protected_kinds = ["skill"]
        boost_per_hit = 2
        [rules.weight.half_life]
        fact = "never"
        event = "2.5 d"
        [rules.importance.source_quality]
        agent = 0.2
        [rules.pipeline]
        checks = ["1 d", "2 d"]
        [rules.search]
        agent_limit = 4
        """,
    )
    assert settings.palace == "~/p.db"
    assert (settings.language, settings.theme, settings.ambiguous_width, settings.mouse) == (
        "zh",
        "day",
        2,
        False,
    )
    assert (settings.model, settings.editor, settings.key_preset) == ("/models/e5", "vi", "vim")
    assert settings.keys == {"review.approve": ("a",), "review.reject": ("x", "f9")}
    assert datetime(2026, 1, 1, tzinfo=settings.zone_info).utcoffset() == timedelta(hours=8)
    rules = settings.rules
    assert rules.pipeline.auto_promote
    assert rules.pipeline.checks == (timedelta(days=1), timedelta(days=2))
    assert (rules.bands.hot_lines, rules.bands.heating_window) == (60, timedelta(hours=12))
    assert rules.weight.protected_kinds == {Kind.SKILL}
    assert rules.weight.half_life[Kind.FACT] is None
    assert rules.weight.half_life[Kind.EVENT] == timedelta(hours=60)
    assert rules.weight.half_life[Kind.SUMMARY] == Rules().weight.half_life[Kind.SUMMARY]
    assert rules.importance.source_quality[SourceKind.AGENT] == 0.2
    assert rules.search.agent_limit == 4
    assert isinstance(rules.weight.boost_per_hit, float)


@pytest.mark.parametrize(
    ("text", "key", "near"),
    [
        ("langage = 'zh'", "langage", "language"),
        ("[rule.bands]\nhot_lines = 1", "rule", "rules"),
        ("[rules.band]\nhot_lines = 1", "rules.band", "rules.bands"),
        ("[rules.bands]\nhot_line = 1", "rules.bands.hot_line", "rules.bands.hot_lines"),
        ("[rules.weight.half_life]\nfacts = '1 d'", "facts", "fact"),
        ("[rules.weight]\nprotected_kinds = ['skil']", "skil", "skill"),
        ("[review]\nautopromote = true", "review.autopromote", "review.auto_promote"),
        ("[rules.pipeline]\nauto_promote = true", "rules.pipeline.auto_promote", "review.auto_promote"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(
    tmp_path: Path, text: str, key: str, near: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path, text)
    assert str(tmp_path / "config.toml") in caught.value.message
    assert key in caught.value.message
    assert near in caught.value.next_step


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("language = 'fr'", "language"),
        ("language = 1", "language"),
        ("zone = 'Mars/Olympus'", "zone"),
        ("zone = '../../etc/passwd'", "zone"),
        ("zone = ''", "zone"),
        ("mouse = 'yes'", "mouse"),
        ("ambiguous_width = 3", "ambiguous_width"),
        ("ambiguous_width = true", "ambiguous_width"),
        ("embedding_threads = -1", "embedding_threads"),
        ("embedding_threads = 65", "embedding_threads"),
        ("embedding_threads = true", "embedding_threads"),
        ("embedding_threads = 1.5", "embedding_threads"),
        ("palace = 3", "palace"),
        ("keys = 1", "keys"),
        ("[keys]\npreset = 'emacs'", "keys.preset"),
        ("[keys]\n'review.approve' = 1", "keys.review.approve"),
        ("[keys]\n'review.approve' = ['two words']", "keys.review.approve"),
        ("rules = []", "rules"),
        ("[rules]\nbands = 1", "rules.bands"),
        ("[rules.bands]\nhot_lines = 0", "rules.bands.hot_lines"),
        ("[rules.bands]\nhot_lines = 1.5", "rules.bands.hot_lines"),
        ("[rules.bands]\nhot_lines = true", "rules.bands.hot_lines"),
        ("[rules.bands]\npressure_from = 1.1", "rules.bands.pressure_from"),
        ("[rules.bands]\npressure_from = nan", "rules.bands.pressure_from"),
        ("[rules.bands]\nheating_window = 7", "rules.bands.heating_window"),
        ("[rules.bands]\nheating_window = '7 weeks'", "rules.bands.heating_window"),
        ("[rules.bands]\nheating_window = '99999999999999 d'", "rules.bands.heating_window"),
        ("[rules.pipeline]\nchecks = ['7 d', '3 d']", "rules.pipeline.checks"),
        ("[rules.pipeline]\nchecks = '7 d'", "rules.pipeline.checks"),
        ("[rules.weight]\nhalf_life = 'x'", "rules.weight.half_life"),
        ("[rules.importance.source_quality]\nuser = 2", "rules.importance.source_quality.user"),
        ("[rules.similarity]\nworth_showing = 0.9", "rules.similarity.worth_showing"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_file(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path, text)
    assert str(tmp_path / "config.toml") in caught.value.message
    assert f"“{key}”" in caught.value.message
    assert caught.value.exit_status == 2


def test_what_is_no_toml_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="line 2"):
        load(tmp_path, "theme = 'day'\nzone =\n")
    (tmp_path / "config.toml").write_bytes(b"theme = '\xff'")
    with pytest.raises(InvalidInput, match="not UTF-8"):
        load_settings(tmp_path / "config.toml")
    with pytest.raises(InvalidInput, match="cannot be read"):
        load_settings(tmp_path)


def test_a_byte_order_mark_and_crlf_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbftheme = 'day'\r\nmouse = false\r\n")
    assert load_settings(path).theme == "day"


def test_the_file_is_never_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("theme = 'day' # mine\n", encoding="utf-8")
    path.chmod(0o444)
    load_settings(path)
    assert path.read_text(encoding="utf-8") == "theme = 'day' # mine\n"


def test_the_example_changes_nothing_and_uncommented_sets_every_default(tmp_path: Path) -> None:
    as_printed = load(tmp_path, example_config())
    uncommented = load(tmp_path, re.sub(r"(?m)^#(?=\S)", "", example_config()))
    for settings in (as_printed, uncommented):
        assert settings == load(tmp_path, "")
    for line in example_config().splitlines():
        assert not line or line.startswith(("#", "["))


def test_the_example_names_every_setting() -> None:
    example = example_config()
    for name in ("palace", "language", "zone", "theme", "ambiguous_width", "mouse", "model", "editor"):
        assert f"\n#{name} = " in example
    for line in rule_lines(Rules()):
        assert line in example


def test_rules_survive_being_written_and_read() -> None:
    rules = parse_rules({"weight": {"half_life": {"fact": "90 min"}}, "bands": {"hot_lines": 7}}, "x")
    written = tomllib.loads("\n".join(rule_lines(rules)))
    assert parse_rules(written["rules"], "x") == rules


def test_the_local_zone_knows_summer_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    offsets = {datetime(2026, month, 1, tzinfo=local_zone()).utcoffset() for month in (1, 7)}
    assert offsets == {timedelta(hours=1), timedelta(hours=2)}
    monkeypatch.delenv("TZ")
    (tmp_path / "zoneinfo" / "Asia").mkdir(parents=True)
    (tmp_path / "zoneinfo" / "Asia" / "Tokyo").write_bytes(b"")
    (tmp_path / "localtime").symlink_to(tmp_path / "zoneinfo" / "Asia" / "Tokyo")
    assert local_zone(tmp_path / "localtime") == zone_named("Asia/Tokyo")
    assert datetime(2026, 1, 1, tzinfo=local_zone(tmp_path / "missing")).utcoffset() is not None
