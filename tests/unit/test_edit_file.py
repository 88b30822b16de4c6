"""What an editor is given comes back as it was, and what it changed is understood or refused by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.domain.errors import InvalidInput
from palace.domain.memory import Binding
from palace.domain.vocabulary import Band, Kind, Priority, Wing
from palace.services.review import Approval
from palace.tui.presenters.edit_file import as_edit_file, from_edit_file, parted_scenes

FORM = Approval(
    text="升级后先确认旧服务进程已退出\n再验证搜索 [/]",
    wing=Wing.REFLECTION,
    band=Band.WARM,
    priority=Priority.P1,
    kind=Kind.FAILURE,
    scenes=("deploy", "部署"),
    binding=Binding("服务升级完成时", "检查旧进程", ""),
)


def test_an_unchanged_file_says_the_same():
    assert from_edit_file(as_edit_file(FORM), FORM) == FORM


line = st.text(st.characters(blacklist_characters="\r\n", blacklist_categories=("Cs",)), max_size=30).map(
    str.strip
)
several_lines = st.lists(line.filter(bool), max_size=3).map("\n".join)


@given(
    st.text(max_size=200),
    several_lines,
    several_lines,
    several_lines,
    st.lists(line.filter(lambda scene: scene and not set(scene) & set(",，、")), unique=True, max_size=3),
)
def test_any_text_and_any_binding_comes_back_as_it_was(text, when, do, unless, scenes):
    form = Approval(
        text, Wing.SOCIAL, Band.HOT, Priority.P2, Kind.FACT, tuple(scenes), Binding(when, do, unless)
    )
    assert from_edit_file(as_edit_file(form), form) == form


def test_a_text_that_looks_like_fields_and_separators_stays_text():
    form = Approval("---\nwing: nowhere\n---\n", Wing.SOCIAL, Band.HOT, Priority.P2, Kind.FACT, (), Binding())
    assert from_edit_file(as_edit_file(form), form) == form


def test_every_field_can_be_changed():
    content = (
        "Wing： knowledge\nband: COLD\npriority: 2\nkind: fact\nscenes: a，b、 c,a\n"
        "when: x\n  and y\ndo: z\nunless: never\n---\nanother text"
    )
    assert from_edit_file(content, FORM) == Approval(
        "another text",
        Wing.KNOWLEDGE,
        Band.COLD,
        Priority.P2,
        Kind.FACT,
        ("a", "b", "c"),
        Binding("x\nand y", "z", "never"),
    )


def test_a_field_that_was_left_out_stays_and_one_that_was_emptied_is_empty():
    edited = from_edit_file("scenes:\nwhen:\n---\ntext", FORM)
    assert edited.wing is Wing.REFLECTION
    assert edited.scenes == ()
    assert edited.binding == Binding("", "检查旧进程", "")


def test_an_unknown_value_is_refused_with_the_nearest_word():
    with pytest.raises(InvalidInput) as refused:
        from_edit_file(as_edit_file(FORM).replace("reflection", "reflexion"), FORM)
    assert "reflection" in refused.value.next_step


def test_a_line_that_is_no_field_is_named():
    with pytest.raises(InvalidInput, match="line 2 is no field: “hello”"):
        from_edit_file("wing: social\nhello\n---\ntext", FORM)


def test_a_missing_separator_is_named():
    with pytest.raises(InvalidInput, match="---"):
        from_edit_file("wing: social\ntext", FORM)


def test_scenes_are_parted_by_commas_of_any_width():
    assert parted_scenes(" deploy , 部署，健康、 ,deploy") == ("deploy", "部署", "健康")
