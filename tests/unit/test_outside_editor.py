"""An editor that fails, empties the file or leaves it as it was changes nothing."""

import signal
import stat

import pytest

from palace.domain.errors import PalaceError, Refused
from palace.files.outside_editor import edited_in_editor


@pytest.fixture
def editor(tmp_path):
    def make(script):
        path = tmp_path / "an editor"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IEXEC)
        return f"'{path}'"

    return make


def test_what_the_editor_wrote_comes_back(editor):
    assert edited_in_editor("before", editor('printf "after\\n" > "$1"')) == "after"


def test_the_text_reaches_the_editor_byte_for_byte(editor, tmp_path):
    text = "\x1b[31m 记忆 \udc80\r\n"
    copy = tmp_path / "copy"
    edited = edited_in_editor(text, editor(f'cp "$1" "{copy}"; printf x >> "$1"'))
    assert copy.read_bytes() == text.encode("utf-8", "surrogatepass")
    assert edited == text + "x"


def test_a_newline_that_the_editor_adds_at_the_end_is_no_change(editor):
    with pytest.raises(Refused, match="unchanged"):
        edited_in_editor("before", editor('printf "before\\n" > "$1"'))


def test_an_unchanged_file_changes_nothing(editor):
    with pytest.raises(Refused, match="unchanged"):
        edited_in_editor("before", editor("true"))


@pytest.mark.parametrize("script", [': > "$1"', 'printf "  \\n\\n" > "$1"'])
def test_an_emptied_file_changes_nothing(editor, script):
    with pytest.raises(Refused, match="empty"):
        edited_in_editor("before", editor(script))


def test_an_editor_that_fails_changes_nothing_and_is_named(editor):
    with pytest.raises(PalaceError, match="ended with status 3"):
        edited_in_editor("before", editor('printf after > "$1"; exit 3'))


def test_an_editor_that_deletes_the_file_or_does_not_exist_is_named(editor):
    with pytest.raises(PalaceError, match="did not work"):
        edited_in_editor("before", editor('rm "$1"'))
    with pytest.raises(PalaceError, match="no-such-editor"):
        edited_in_editor("before", "no-such-editor")


def test_a_file_that_is_no_longer_utf_8_changes_nothing(editor):
    with pytest.raises(PalaceError, match="did not work"):
        edited_in_editor("before", editor("printf '\\377\\376' > \"$1\""))


def test_visual_goes_before_editor(editor, monkeypatch):
    monkeypatch.setenv("EDITOR", "no-such-editor")
    monkeypatch.setenv("VISUAL", editor('printf after > "$1"'))
    assert edited_in_editor("before", "") == "after"


def test_an_interrupt_while_the_editor_is_open_belongs_to_the_editor(editor):
    interrupting = 'trap "printf interrupted > \\"$1\\"" INT; kill -INT $PPID; kill -INT $$'
    handler = signal.getsignal(signal.SIGINT)
    assert edited_in_editor("before", editor(interrupting)) == "interrupted"
    assert signal.getsignal(signal.SIGINT) is handler
