"""Only a key pressed on purpose, at an item that was seen, decides; accidents are told apart by time."""

from hypothesis import given
from hypothesis import strategies as st

from palace.tui.presenters.key_guard import Accident, GuardTimes, KeyGuard

TIMES = GuardTimes()


class Desk:
    """Plays a screen against the guard: presses arrive at their times, waits end, verdicts take 20 ms."""

    WRITING = 0.02

    def __init__(self):
        self.guard = KeyGuard()
        self.guard.painted(0.0)
        self.decided = []
        self.decided_at = []
        self.accidents = []

    def type(self, *presses):
        events = sorted(presses, key=lambda press: press[1])
        for place, (key, at) in enumerate(events):
            press = self.guard.press(key, at)
            if press is None:
                self.accidents.append(self.guard.accident)
                continue
            following = events[place + 1][1] if place + 1 < len(events) else float("inf")
            if following < at + press.wait:
                continue
            if self.guard.confirm(press):
                self.decided.append(key)
                self.decided_at.append(at)
                self.guard.begin()
                self.guard.painted(at + press.wait + self.WRITING)
        return self


def test_a_single_key_decides():
    assert Desk().type(("y", 1.0)).decided == ["y"]


def test_a_person_who_reads_decides_item_after_item_with_the_same_key():
    assert Desk().type(("y", 1.0), ("y", 2.0), ("y", 2.9)).decided == ["y", "y", "y"]


def test_a_quick_person_may_use_the_same_key_again_within_half_a_second():
    assert Desk().type(("y", 1.0), ("y", 1.4), ("y", 1.6)).decided == ["y", "y", "y"]


def test_different_keys_need_no_pause():
    assert Desk().type(("y", 1.0), ("n", 1.1), ("s", 1.2), ("1", 1.3)).decided == ["y", "n", "s", "1"]


def test_a_key_held_down_decides_one_item_only():
    for delay in (0.2, 0.25, 0.375, 0.5, 0.66):
        for every in (0.015, 0.025, 0.033, 0.04, 0.09):
            held = [("y", 1.0)] + [("y", 1.0 + delay + every * count) for count in range(200)]
            desk = Desk().type(*held)
            assert desk.decided == ["y"], (delay, every)
            assert Accident.HELD in desk.accidents


def test_after_a_held_key_a_pause_makes_it_count_again():
    held = [("y", 1.0)] + [("y", 1.5 + 0.03 * count) for count in range(20)]
    assert Desk().type(*held, ("y", 4.0)).decided == ["y", "y"]


def test_a_key_typed_before_the_item_was_painted_decides_nothing():
    guard = KeyGuard()
    guard.painted(5.0)
    assert guard.press("y", 4.9) is None
    assert guard.accident is Accident.UNSEEN


def test_a_key_typed_while_a_verdict_is_written_decides_nothing():
    guard = KeyGuard()
    guard.painted(0.0)
    assert guard.confirm(guard.press("y", 1.0))
    guard.begin()
    assert guard.press("n", 1.2) is None
    assert guard.accident is Accident.BUSY


def test_text_pasted_as_keys_decides_nothing():
    text = "yes, this is only a note about n and s"
    desk = Desk().type(*[(character, 1.0 + 0.0002 * place) for place, character in enumerate(text)])
    assert desk.decided == []
    assert Accident.BURST in desk.accidents


def test_a_burst_is_noticed_whether_or_not_its_other_keys_are_verbs():
    guard = KeyGuard()
    guard.painted(0.0)
    press = guard.press("y", 1.0)
    guard.other("e", 1.001)
    assert not guard.confirm(press)
    guard = KeyGuard()
    guard.painted(0.0)
    guard.other("x", 1.0)
    assert guard.press("y", 1.001) is None
    assert guard.accident is Accident.BURST


def test_a_press_stands_only_for_the_item_that_was_painted_when_it_was_made():
    guard = KeyGuard()
    guard.painted(0.0)
    press = guard.press("y", 1.0)
    guard.begin()
    guard.painted(1.001)
    assert not guard.confirm(press)


def test_a_patient_key_pressed_while_something_is_written_counts_once_that_is_done():
    guard = KeyGuard()
    guard.painted(0.0)
    assert guard.confirm(guard.press("u", 1.0, patient=True))
    guard.begin()
    second, third = guard.press("u", 1.2, patient=True), guard.press("u", 1.4, patient=True)
    assert second is not None
    assert third is not None
    assert guard.waits(second)
    assert not guard.idle
    guard.painted(1.5)
    assert not guard.waits(second)
    assert guard.waits(third)
    assert guard.confirm(second)
    guard.begin()
    assert guard.waits(third)
    guard.painted(1.6)
    assert guard.confirm(third)
    assert guard.idle


def test_a_patient_key_that_is_held_down_or_stands_in_a_burst_does_nothing_more():
    for key, gap, accident in (("u", 0.03, Accident.HELD), ("U", 0.001, Accident.BURST)):
        guard = KeyGuard()
        guard.painted(0.0)
        guard.begin()
        press = guard.press("u", 1.0, patient=True)
        assert guard.press(key, 1.0 + gap, patient=True) is None
        assert guard.accident is accident
        guard.painted(1.1)
        assert not guard.waits(press)
        assert not guard.confirm(press)


def test_a_patient_key_is_not_a_verdict_on_what_it_was_not_pressed_at():
    guard = KeyGuard()
    guard.painted(0.0)
    guard.begin()
    assert guard.press("y", 1.0) is None
    assert guard.accident is Accident.BUSY


@given(st.lists(st.tuples(st.sampled_from("yns123x"), st.floats(0.0001, 1.0)), max_size=60))
def test_no_verdict_ever_comes_from_a_key_that_stands_in_a_burst_or_is_being_repeated(gaps):
    at, presses = 0.5, []
    for key, gap in gaps:
        at += gap
        presses.append((key, at))
    desk = Desk().type(*presses)
    assert len(desk.decided) + len(desk.accidents) <= len(presses)
    for decided in desk.decided_at:
        before = [press for press in presses if press[1] < decided]
        after = [press for press in presses if press[1] > decided]
        key = next(press[0] for press in presses if press[1] == decided)
        assert not before or decided - before[-1][1] >= TIMES.burst_gap - 1e-9
        assert not after or after[0][1] - decided >= TIMES.burst_gap - 1e-9
        earlier = [other for other in desk.decided_at if other < decided]
        if earlier and before[-1] == (key, earlier[-1]):
            assert decided - earlier[-1] >= TIMES.repeats_every - 1e-9


def test_what_changed_under_the_eyes_is_decided_only_once_it_can_have_been_read():
    guard = KeyGuard(TIMES)
    guard.painted(10.0, (7, 1))
    guard.painted(20.0, (7, 2), changed=True)
    assert guard.press("y", 20.05) is None
    assert guard.accident is Accident.CHANGED
    guard.painted(20.1, (7, 2))
    assert guard.press("y", 20.0 + TIMES.reading - 0.01) is None
    press = guard.press("y", 20.0 + TIMES.reading + TIMES.quiet)
    assert press is not None
    assert guard.confirm(press)


def test_another_item_does_not_wait_for_the_one_that_changed():
    guard = KeyGuard(TIMES)
    guard.painted(10.0, (7, 1))
    guard.painted(20.0, (7, 2), changed=True)
    guard.painted(20.1, (8, 1))
    assert guard.press("y", 20.2) is not None
