"""Values that exclude each other, steps in the other order, numbered places, facets and parts."""

import pytest

from palace.domain.vocabulary import Axis
from palace.text.comparison.designators import designators_differ
from palace.text.comparison.exclusive_values import exclusive_clash
from palace.text.comparison.facets import facets_apart, shared_facet
from palace.text.comparison.folded_text import folded_text
from palace.text.comparison.laying import Laid, laid_beside
from palace.text.comparison.quantities import quantities, same_quantity
from palace.text.comparison.reading import readings_of
from palace.text.comparison.scopes import differing_parts, scopes
from palace.text.comparison.step_order import order_kept, order_turned_round


def _laid(a: str, b: str) -> Laid:
    return laid_beside(*readings_of(a, b), None)


@pytest.mark.parametrize(
    ("a", "b", "axis"),
    [
        ("弟弟属虎", "弟弟是属兔的", Axis.ENTITY),
        ("他是左撇子", "他惯用右手", Axis.ENTITY),
        ("他学的是临床医学", "他在读法律专业", Axis.ENTITY),
        ("She studies law.", "She is majoring in economics.", Axis.ENTITY),
        ("The shop is rented.", "We own the shop.", Axis.STATE),
        ("合同写明货到付款", "合同约定款到发货", Axis.DATE),
        ("He always takes a window seat.", "He always takes the aisle.", Axis.PREFERENCE),
    ],
)
def test_values_that_exclude_each_other_are_found(a: str, b: str, axis: Axis) -> None:
    for one, other in ((a, b), (b, a)):
        found = exclusive_clash(_laid(one, other))
        assert found is not None
        assert found.axis is axis


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("他是左撇子", "他弟弟惯用右手"),
        ("He is not left-handed.", "He is right-handed."),
        ("She used to study law.", "She studies economics."),
        ("The cottage is rented.", "They own the shop by the sea."),
        ("她喜欢热的豆浆", "弟弟喜欢冰的可乐"),
    ],
)
def test_values_of_others_denied_or_past_ones_do_not_exclude(a: str, b: str) -> None:
    assert exclusive_clash(_laid(a, b)) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Peel the potatoes first, then boil them.", "Boil the potatoes first, then peel them."),
        ("Rinse the rice before soaking it.", "Soak the rice before rinsing it."),
        ("We eat after we swim.", "We swim after we eat."),
        ("先焊接再喷漆", "先喷漆再焊接"),
        ("签合同之前先验房", "先签合同再验房"),
    ],
)
def test_steps_in_the_other_order_are_found(a: str, b: str) -> None:
    assert order_turned_round(_laid(a, b)) is not None
    assert order_turned_round(_laid(b, a)) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Peel the potatoes, then boil them.", "Boil the potatoes after peeling them."),
        ("Rinse the rice before soaking it.", "Soak the rice after rinsing it."),
        ("先焊接再喷漆", "喷漆之前先焊接"),
    ],
)
def test_one_order_in_other_words_is_kept(a: str, b: str) -> None:
    assert order_turned_round(_laid(a, b)) is None
    assert order_kept(_laid(a, b))


def test_one_thing_at_two_numbered_places_differs() -> None:
    assert designators_differ(_laid("The train leaves from platform 3.", "The train leaves from platform 7."))
    assert designators_differ(_laid("行李存在三号柜", "行李存在 5 号柜"))
    assert designators_differ(_laid("行李存在三号柜", "行李存在 3 号柜")) is None
    assert designators_differ(_laid("Room 4 has a projector.", "Room 7 has a whiteboard.")) is None
    assert (
        designators_differ(_laid("The X-ray machine is in room 3.", "The ultrasound is in room 5.")) is None
    )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The boat is 9 metres long.", "The boat weighs four tonnes."),
        ("吊车自重 24 吨", "吊车限重 8 吨"),
        ("展馆周一闭馆", "展馆九点开门"),
        ("The museum is closed on Tuesdays.", "The museum opens at ten."),
        ("他们评估过两家", "他们选了一家"),
        ("The rent is 900.", "The deposit is 1,800."),
    ],
)
def test_other_facets_of_a_thing_are_told_apart(a: str, b: str) -> None:
    assert facets_apart(a, b) is not None
    assert shared_facet(a, b) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("泳池水深 1.4 米", "泳池深 1.2 米"),
        ("The trailer's load limit is 750 kg.", "The trailer may carry up to 570 kg."),
        ("The licence is valid for four years.", "驾照有效期五年"),
    ],
)
def test_one_facet_in_other_words_is_shared(a: str, b: str) -> None:
    assert facets_apart(a, b) is None
    assert shared_facet(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The lift in block A is broken.", "The lift in block B works."),
        ("头一批瓷砖到港了", "第二批瓷砖还在海上"),
        ("The left burner is fine.", "The right burner is dead."),
        ("首演的票卖光了", "加演的票还有"),
        ("普通票 50", "学生票 25"),
        ("On weekdays it opens at nine.", "It opens at ten on Saturdays."),
    ],
)
def test_parts_of_one_kind_are_told_apart(a: str, b: str) -> None:
    assert differing_parts(scopes(folded_text(a)), scopes(folded_text(b)))


def test_one_part_in_other_words_is_one() -> None:
    assert not differing_parts(scopes(folded_text("头一批到了")), scopes(folded_text("第一批还没到")))
    assert not differing_parts(scopes(folded_text("tell us at once")), scopes(folded_text("in Europe")))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("版税是一成二", "版税 12%"),
        ("利润三成半", "利润 35%"),
        ("一小时零一刻钟", "75 分钟"),
        ("All but two of the twelve windows are sealed.", "Ten windows are sealed."),
        ("Nobody under 16 is allowed in.", "You have to be at least 16."),
        ("People aged 16 and over.", "At least 16."),
        ("Receipts below 30 euros need no signature.", "Sign only if it is €30 or more."),
        ("It cannot go any higher than 100 metres.", "At most 100 metres."),
    ],
)
def test_one_amount_in_other_words_is_the_same(a: str, b: str) -> None:
    assert any(same_quantity(one, other) for one in quantities(a) for other in quantities(b))
