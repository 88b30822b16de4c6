"""A queue keeps its person's place, its verdicts and its counts, whatever happens to its items."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from palace.domain.journal import Verb
from palace.services.queue import ReviewQueue, Row


def queue_of(*ids: int, at: int | None = None) -> ReviewQueue[str]:
    return ReviewQueue.of([Row(id=row_id, version=1, item=f"item {row_id}") for row_id in ids], at=at)


def decide(queue: ReviewQueue[str], verb: Verb = Verb.APPROVE, decision_id: int = 100) -> ReviewQueue[str]:
    return queue.decided({row.id: decision_id + row.id for row in queue.subjects()}, verb)


def test_it_begins_at_the_first_row_that_waits():
    rows = [Row(1, 1, "a", verdict=Verb.SKIP), Row(2, 1, "b"), Row(3, 1, "c")]
    assert ReviewQueue.of(rows).current_id == 2
    assert ReviewQueue.of(rows, at=3).current_id == 3
    assert ReviewQueue.of(rows, at=99).current_id == 2


def test_an_empty_queue_is_finished_and_answers_every_question():
    queue = queue_of()
    assert queue.finished
    assert queue.current is None
    assert queue.place is None
    assert queue.subjects() == ()
    assert queue.walk(1).current_id is None
    assert queue.next_waiting().current_id is None


def test_a_verdict_leaves_the_row_in_its_place_and_goes_on_to_the_next_that_waits():
    queue = decide(queue_of(1, 2, 3))
    assert queue.current_id == 2
    assert [row.verdict for row in queue.rows] == [Verb.APPROVE, None, None]
    assert queue.place == 2
    assert queue.left == 2


def test_after_the_last_row_it_comes_back_to_one_that_was_passed_over():
    queue = queue_of(1, 2, 3).walk(1).walk(1)
    assert decide(queue).current_id == 1


def test_when_nothing_waits_it_stands_nowhere_and_says_it_is_finished():
    queue = decide(decide(queue_of(1, 2)), Verb.REJECT)
    assert queue.finished
    assert queue.current is None
    assert dict(queue.counts) == {Verb.APPROVE: 1, Verb.REJECT: 1}
    assert queue.walk(-1).current_id == 2
    assert queue.walk(1).current_id == 1


def test_walking_goes_over_decided_rows_too_and_stops_at_the_ends():
    queue = decide(queue_of(1, 2, 3))
    assert queue.walk(-1).current_id == 1
    assert queue.walk(-5).current_id == 1
    assert queue.walk(7).current_id == 3


def test_a_decided_row_is_not_decided_again_but_a_skipped_one_may_be():
    approved = decide(queue_of(1, 2)).go_to(1)
    assert approved.subjects() == ()
    skipped = decide(queue_of(1, 2), Verb.SKIP).go_to(1)
    assert [row.id for row in skipped.subjects()] == [1]


def test_what_was_skipped_earlier_neither_waits_nor_counts():
    queue = ReviewQueue.of([Row(1, 1, "a"), Row(2, 1, "b", verdict=Verb.SKIP)])
    assert queue.left == 1
    assert dict(queue.counts) == {}


def test_marks_make_a_verb_act_on_all_of_them_in_the_order_of_the_queue():
    queue = queue_of(1, 2, 3, 4).toggle_mark(3).toggle_mark(1)
    assert [row.id for row in queue.subjects()] == [1, 3]
    queue = queue.decided({1: 10, 3: 11}, Verb.REJECT)
    assert queue.marked == frozenset()
    assert queue.current_id == 2
    assert queue.left == 2


def test_whoever_stands_at_a_row_outside_the_batch_keeps_standing_there():
    queue = queue_of(1, 2, 3).go_to(2).toggle_mark(1).toggle_mark(3).decided({1: 10, 3: 11}, Verb.APPROVE)
    assert queue.current_id == 2


def test_a_mark_is_taken_away_by_the_same_key_and_never_put_on_a_decided_row():
    assert queue_of(1).toggle_mark(1).toggle_mark(1).marked == frozenset()
    assert decide(queue_of(1, 2)).toggle_mark(1).marked == frozenset()
    assert queue_of(1).toggle_mark(99).marked == frozenset()


def test_a_range_marks_the_waiting_rows_between_two_in_either_direction():
    queue = decide(queue_of(1, 2, 3, 4, 5).go_to(3))
    assert queue.mark_between(5, 2).marked == {2, 4, 5}
    assert queue.mark_between(2, 5).marked == {2, 4, 5}
    assert queue.mark_between(2, 99).marked == frozenset()
    assert queue.mark_all().marked == {1, 2, 4, 5}
    assert queue.mark_all().unmark().marked == frozenset()


def test_a_filter_shows_fewer_rows_and_keeps_the_person_on_a_row_that_is_shown():
    queue = queue_of(1, 2, 3, 4).toggle_mark(1).toggle_mark(2)
    even = queue.showing(lambda item: int(item.split()[1]) % 2 == 0)
    assert [row.id for row in even.shown] == [2, 4]
    assert even.current_id == 2
    assert even.marked == {2}
    assert even.go_to(4).showing(None).current_id == 4
    assert decide(even).current_id == 4


def test_rows_to_read_ahead_are_the_next_ones_that_wait():
    queue = decide(queue_of(1, 2, 3, 4).go_to(2)).go_to(1)
    assert queue.following(2) == (3, 4)
    assert queue.go_to(4).following(5) == (1, 3)


@given(st.data())
def test_the_row_to_stand_at_next_is_known_before_it_is_decided(data: st.DataObject):
    queue = queue_of(*range(1, 9))
    for number in data.draw(st.lists(st.integers(1, 8), max_size=6)):
        queue = decide(queue.go_to(number))
    odd_only = data.draw(st.booleans())
    queue = queue.showing((lambda item: item[-1] in "1357") if odd_only else None)
    for number in data.draw(st.lists(st.integers(1, 8), max_size=3)):
        queue = queue.toggle_mark(number)
    decided = {row.id: 1 for row in queue.subjects()}
    if decided:
        assert queue.next_beside(decided) == queue.decided(decided, Verb.REJECT).current_id


def test_a_row_is_found_in_its_place_whatever_was_done_to_the_queue():
    queue = decide(queue_of(1, 2, 3)).replaced(Row(9, 1, "item 9")).arranged([9, 3, 2, 1])
    assert [row.id for row in queue.rows] == [9, 3, 2, 1]
    queue = decide(queue.go_to(3)).refreshed([Row(4, 1, "item 4"), Row(9, 2, "again"), Row(2, 1, "item 2")])
    assert [queue.row(row.id) for row in queue.rows] == list(queue.rows)
    assert [(queue.go_to(row.id).place, row.id) for row in queue.rows] == [
        (1, 9),
        (2, 3),
        (3, 2),
        (4, 1),
        (5, 4),
    ]
    assert queue.row(9) == Row(9, 2, "again")


def test_what_others_change_keeps_its_place_and_gets_its_new_version():
    queue = decide(queue_of(1, 2, 3))
    fresh = [Row(4, 1, "new"), Row(3, 2, "item 3 changed"), Row(2, 1, "item 2")]
    queue = queue.refreshed(fresh)
    assert [(row.id, row.version) for row in queue.rows] == [(1, 1), (2, 1), (3, 2), (4, 1)]
    assert queue.row(1).verdict is Verb.APPROVE
    assert queue.current_id == 2


def test_what_somebody_else_decided_is_marked_gone_and_cannot_be_decided():
    queue = queue_of(1, 2).toggle_mark(1).refreshed([Row(2, 1, "item 2")])
    assert queue.current_id == 1
    assert queue.current.gone
    assert queue.subjects() == ()
    assert queue.left == 1


def test_a_decision_that_was_undone_elsewhere_waits_again_and_is_not_counted():
    queue = decide(queue_of(1, 2))
    queue = queue.refreshed([Row(1, 3, "item 1"), Row(2, 1, "item 2")])
    assert queue.row(1).waiting
    assert dict(queue.counts) == {}


def test_a_skipped_item_waits_again_when_its_text_has_changed():
    queue = decide(queue_of(1, 2), Verb.SKIP)
    unchanged = queue.refreshed([Row(1, 2, "item 1", verdict=Verb.SKIP), Row(2, 1, "item 2")])
    assert unchanged.left == 1
    assert dict(unchanged.counts) == {Verb.SKIP: 1}
    changed = queue.refreshed([Row(1, 3, "another text"), Row(2, 1, "item 2")])
    assert changed.left == 2
    assert dict(changed.counts) == {}


def test_recent_decisions_come_newest_first():
    queue = decide(decide(queue_of(1, 2, 3)), Verb.REJECT)
    assert [row.id for row in queue.recent] == [2, 1]


verdicts = st.sampled_from([Verb.APPROVE, Verb.REJECT, Verb.SKIP, Verb.SNOOZE, Verb.REPLACE])
steps = st.lists(
    st.one_of(
        verdicts,
        st.sampled_from(
            ["walk on", "walk back", "mark", "mark all", "unmark", "undo", "even", "all", "gone"]
        ),
    ),
    max_size=40,
)


@given(st.integers(0, 12), steps)
def test_counts_rows_and_place_always_agree(size, path):
    queue = queue_of(*range(1, size + 1))
    journal = {}
    for number, step in enumerate(path):
        match step:
            case Verb():
                decided = {row.id: 1000 * (number + 1) + row.id for row in queue.subjects()}
                journal.update({row_id: (step, decision) for row_id, decision in decided.items()})
                queue = queue.decided(decided, step)
            case "walk on" | "walk back":
                queue = queue.walk(1 if step == "walk on" else -1)
            case "mark":
                queue = queue.toggle_mark(queue.current_id)
            case "mark all":
                queue = queue.mark_all()
            case "unmark":
                queue = queue.unmark()
            case "even":
                queue = queue.showing(lambda item: int(item.split()[1]) % 2 == 0)
            case "all":
                queue = queue.showing(None)
            case "undo" if queue.recent:
                newest = queue.recent[0]
                del journal[newest.id]
                again = replace(newest, version=newest.version + 1, verdict=None, decision_id=None)
                queue = queue.replaced(again).go_to(newest.id)
            case "gone" if queue.current is not None and queue.current.waiting:
                keep = [row for row in queue.rows if row.id != queue.current_id and row.decidable]
                queue = queue.refreshed(keep)
        assert [row.id for row in queue.rows] == list(range(1, size + 1))
        assert sum(queue.counts.values()) == len(journal)
        assert {row.id: (row.verdict, row.decision_id) for row in queue.rows if row.decision_id} == journal
        assert queue.left == sum(row.waiting for row in queue.shown)
        assert queue.current_id is None or queue.current is not None
        assert all(queue.row(row_id).decidable for row_id in queue.marked)
        assert all(row.decidable for row in queue.subjects())
        if queue.finished:
            assert queue.left == 0
