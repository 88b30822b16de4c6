"""An editor that fails, empties the file or leaves it as it was changes nothing."""

import signal
import stat
from pathlib import Path

import pytest

from palace.domain.errors import PalaceError, Refused
from palace.files.outside_editor import edited_in_editor as edited_keeping_in


@pytest.fixture
def editor(tmp_path):
    def make(script):
        path = tmp_path / "an editor"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IEXEC)
        return f"'{path}'"

    return make


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state"


@pytest.fixture
def edited_in_editor(state):
    return lambda text, configured: edited_keeping_in(text, configured, state)


def test_what_the_editor_wrote_comes_back(editor, edited_in_editor):
    assert edited_in_editor("before", editor('printf "after\\n" > "$1"')) == "after"


def test_the_text_reaches_the_editor_byte_for_byte(editor, tmp_path, edited_in_editor):
    text = "\x1b[31m 记忆 \udc80\r\n"
    copy = tmp_path / "copy"
    edited = edited_in_editor(text, editor(f'cp "$1" "{copy}"; printf x >> "$1"'))
    assert copy.read_bytes() == text.encode("utf-8", "surrogatepass")
    assert edited == text + "x"


def test_a_newline_that_the_editor_adds_at_the_end_is_no_change(editor, edited_in_editor):
    with pytest.raises(Refused, match="unchanged"):
        edited_in_editor("before", editor('printf "before\\n" > "$1"'))


def test_an_unchanged_file_changes_nothing(editor, edited_in_editor):
    with pytest.raises(Refused, match="unchanged"):
        edited_in_editor("before", editor("true"))


@pytest.mark.parametrize("script", [': > "$1"', 'printf "  \\n\\n" > "$1"'])
def test_an_emptied_file_changes_nothing(editor, script, edited_in_editor):
    with pytest.raises(Refused, match="empty"):
        edited_in_editor("before", editor(script))


def test_an_editor_that_fails_changes_nothing_and_is_named(editor, edited_in_editor):
    with pytest.raises(PalaceError, match="ended with status 3"):
        edited_in_editor("before", editor('printf after > "$1"; exit 3'))


def test_what_a_failing_editor_saved_is_kept_and_the_path_is_told(editor, edited_in_editor, state):
    with pytest.raises(PalaceError, match="ended with status 3; what it saved is kept in") as refused:
        edited_in_editor("before", editor('printf "an hour of work" > "$1"; exit 3'))
    kept = Path(refused.value.values["path"])
    assert kept.read_text() == "an hour of work"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert str(kept) in refused.value.message


@pytest.mark.parametrize("script", ["exit 1", ': > "$1"; exit 1', "kill -TERM $$"])
def test_a_failing_editor_that_saved_nothing_leaves_no_file(editor, edited_in_editor, state, script):
    with pytest.raises(PalaceError, match=r"ended with status -?\d+; nothing was changed"):
        edited_in_editor("before", editor(script))
    assert list(state.rglob("*.md")) == []


def test_where_the_text_of_a_failing_editor_cannot_be_kept_the_error_says_so(editor, edited_in_editor, state):
    state.write_text("a file stands where the folder would be")
    with pytest.raises(PalaceError, match="ended with status 1, and what it saved could not be kept"):
        edited_in_editor("before", editor('printf after > "$1"; exit 1'))


def test_an_editor_that_deletes_the_file_or_does_not_exist_is_named(editor, edited_in_editor):
    with pytest.raises(PalaceError, match="did not work"):
        edited_in_editor("before", editor('rm "$1"'))
    with pytest.raises(PalaceError, match="no-such-editor"):
        edited_in_editor("before", "no-such-editor")


def test_what_was_saved_in_another_encoding_is_kept_and_the_path_is_told(editor, edited_in_editor, state):
    for place in (1, 2):
        with pytest.raises(PalaceError, match="did not save UTF-8") as refused:
            edited_in_editor("before", editor(f"printf '\\377\\376{place}' > \"$1\""))
        kept = Path(refused.value.values["path"])
        assert kept.read_bytes() == b"\xff\xfe" + str(place).encode()
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert str(kept) in refused.value.message
    assert len(list(state.rglob("*.md"))) == 2


def test_where_nothing_can_be_kept_the_error_says_so(editor, edited_in_editor, state):
    state.write_text("a file stands where the folder would be")
    with pytest.raises(PalaceError, match="could not be kept"):
        edited_in_editor("before", editor("printf '\\377' > \"$1\""))


@pytest.mark.parametrize("blank", ["", " ", "\t \n"])
def test_a_blank_editor_counts_as_not_set(editor, edited_in_editor, monkeypatch, tmp_path, blank):
    monkeypatch.setenv("VISUAL", blank)
    monkeypatch.setenv("EDITOR", editor('printf after > "$1"'))
    assert edited_in_editor("before", blank) == "after"
    monkeypatch.setenv("EDITOR", blank)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PalaceError, match="“vi” did not work"):
        edited_in_editor("before", blank)


def test_visual_goes_before_editor(editor, monkeypatch, edited_in_editor):
    monkeypatch.setenv("EDITOR", "no-such-editor")
    monkeypatch.setenv("VISUAL", editor('printf after > "$1"'))
    assert edited_in_editor("before", "") == "after"


def test_an_interrupt_while_the_editor_is_open_belongs_to_the_editor(editor, edited_in_editor):
    interrupting = 'trap "printf interrupted > \\"$1\\"" INT; kill -INT $PPID; kill -INT $$'
    handler = signal.getsignal(signal.SIGINT)
    assert edited_in_editor("before", editor(interrupting)) == "interrupted"
    assert signal.getsignal(signal.SIGINT) is handler
