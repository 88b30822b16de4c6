"""The units in which memories give amounts, in Chinese and English, with their value in a base unit.

Base units: second, metre, gram, byte, byte per second where only a rate is named, degree Celsius, hundredth
(percent), square metre, litre, metre per second, kilocalorie, watt, watt-hour, volt, milliampere-hour, hertz,
pascal, decibel, pixel, year (age), one unit of the currency. Months and years are kept exact towards each
other (a year has twelve months) and rest on the mean Gregorian year of 365.2425 days towards days.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

DAY = 86_400
YEAR = Fraction("365.2425") * DAY
MONTH = YEAR / 12


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `value` of it in the base unit of its dimension, after `zero` has been added to the number.

    `calendar` tells that its length varies (months, years), so that towards days it holds only about.
    """

    dimension: str
    value: Fraction
    zero: Fraction = Fraction(0)
    calendar: bool = False


_DURATION: tuple[tuple[str, Fraction | int | str], ...] = (
    ("ns|nanosecond|nanoseconds|纳秒", "0.000000001"),
    ("μs|us|microsecond|microseconds|微秒", "0.000001"),
    ("ms|msec|msecs|millisecond|milliseconds|毫秒", "0.001"),
    ("s|sec|secs|second|seconds|秒钟|秒", 1),
    ("min|mins|minute|minutes|分钟", 60),
    ("h|hr|hrs|hour|hours|小时|个小时|钟头|个钟头|个钟", 3600),
    ("d|day|days|天|个昼夜|昼夜|整天", DAY),
    ("wk|wks|week|weeks|周|个星期|星期|个礼拜|礼拜", 7 * DAY),
    ("fortnight|fortnights", 14 * DAY),
    ("刻钟", 900),
)
_CALENDAR_DURATION: tuple[tuple[str, int], ...] = (
    ("mo|mos|mth|mths|month|months|个月|个多月", 1),
    ("quarter|quarters|个季度|季度", 3),
    ("y|yr|yrs|year|years|年|周年|整年", 12),
    ("decade|decades", 120),
    ("century|centuries|个世纪|世纪", 1200),
)
_LINEAR: dict[str, tuple[tuple[str, Fraction | int | str], ...]] = {
    "working_days": (
        ("个工作日|工作日|个交易日|working day|working days|business day|business days|workday|workdays", 1),
    ),
    "age": (("岁|周岁|虚岁|years old|year old|year-old|years of age|yo", 1),),
    "length": (
        ("nm|nanometer|nanometers|nanometre|nanometres|纳米", "0.000000001"),
        ("μm|um|micron|microns|微米", "0.000001"),
        ("mm|millimeter|millimeters|millimetre|millimetres|毫米", "0.001"),
        ("cm|centimeter|centimeters|centimetre|centimetres|厘米|公分", "0.01"),
        ("dm|分米", "0.1"),
        ("m|meter|meters|metre|metres|米|公尺", 1),
        ("km|kms|kilometer|kilometers|kilometre|kilometres|公里|千米", 1000),
        ("里地|里路|华里", 500),
        ("mi|mile|miles|英里|英哩", "1609.344"),
        ("nautical mile|nautical miles|nmi|海里", 1852),
        ("ft|foot|feet|英尺|英呎", "0.3048"),
        ("inch|inches|英寸|英吋|寸", "0.0254"),
        ("yd|yds|yard|yards", "0.9144"),
        ("尺", Fraction(1, 3)),
    ),
    "mass": (
        ("μg|ug|mcg|microgram|micrograms|微克", "0.000001"),
        ("mg|milligram|milligrams|毫克", "0.001"),
        ("g|gram|grams|gramme|grammes|克", 1),
        ("kg|kgs|kilo|kilos|kilogram|kilograms|公斤|千克", 1000),
        ("斤|市斤", 500),
        ("两重", 50),
        ("t|ton|tons|tonne|tonnes|吨|公吨", 1_000_000),
        ("lb|lbs|pound|pounds|磅", "453.59237"),
        ("oz|ounce|ounces|盎司", "28.349523125"),
        ("stone", "6350.29318"),
        ("克拉|carat|carats", "0.2"),
    ),
    "area": (
        ("m²|m2|sqm|sq m|square meter|square meters|square metre|square metres|平方米|平米|平方", 1),
        ("km²|km2|square kilometers|square kilometres|平方公里|平方千米", 1_000_000),
        ("ft²|ft2|sqft|sq ft|square foot|square feet|平方英尺", "0.09290304"),
        ("cm²|cm2|平方厘米", "0.0001"),
        ("亩", Fraction(2000, 3)),
        ("ha|hectare|hectares|公顷", 10_000),
        ("acre|acres|英亩", "4046.8564224"),
    ),
    "volume": (
        ("ml|mL|cc|milliliter|milliliters|millilitre|millilitres|毫升", "0.001"),
        ("cl", "0.01"),
        ("dl|dL|分升", "0.1"),
        ("l|L|liter|liters|litre|litres|升|公升", 1),
        ("m³|m3|cubic meter|cubic meters|cubic metre|cubic metres|立方米|立方", 1000),
        ("gal|gallon|gallons|加仑", "3.785411784"),
        ("pint|pints|品脱", "0.473176473"),
        ("tsp|teaspoon|teaspoons|茶匙", "0.00492892159375"),
        ("tbsp|tablespoon|tablespoons|汤匙", "0.01478676478125"),
    ),
    "speed": (
        ("m/s|米/秒|米每秒", 1),
        ("km/h|kmh|kph|公里/小时|公里每小时|迈每小时|码每小时", Fraction(1000, 3600)),
        ("mph|英里/小时|迈", "0.44704"),
    ),
    "energy": (("kcal|大卡|千卡|calories|calorie|Cal", 1), ("kJ|千焦", Fraction(1000, 4184))),
    "power": (("mW", "0.001"), ("W|watt|watts|瓦|瓦特", 1), ("kW|千瓦", 1000), ("MW|兆瓦", 1_000_000)),
    "electricity": (("Wh|瓦时", 1), ("kWh|度电|千瓦时", 1000)),
    "voltage": (("V|volt|volts|伏|伏特", 1), ("kV|千伏", 1000), ("mV|毫伏", "0.001")),
    "current": (("mA", "0.001"), ("amp|amps|安培", 1)),
    "charge": (("mAh|毫安时|毫安", 1), ("Ah|安时", 1000)),
    "frequency": (
        ("Hz|hz|赫兹|赫", 1),
        ("kHz|khz|千赫", 1000),
        ("MHz|Mhz|兆赫", 10**6),
        ("GHz|Ghz|ghz|吉赫", 10**9),
    ),
    "event_rate": (("qps|QPS|tps|TPS|rps|RPS|req/s|requests/s|requests per second", 1),),
    "frame_rate": (("fps|FPS|帧每秒|帧/秒", 1),),
    "turns": (("rpm|RPM|转每分|转/分", 1),),
    "heart_rate": (("bpm|BPM|beats per minute", 1),),
    "pressure": (
        ("mmHg|毫米汞柱", "133.322387415"),
        ("hPa|百帕", 100),
        ("kPa|千帕", 1000),
        ("MPa|兆帕", 10**6),
        ("Pa|帕", 1),
        ("bar|巴", 100_000),
        ("psi|PSI", "6894.757293168"),
    ),
    "concentration": (("ppm", 1), ("ppb", "0.001")),
    "loudness": (("dB|db|decibel|decibels|分贝", 1),),
    "screen": (("px|pixel|pixels|像素", 1), ("dp", 1)),
    "type_size": (("pt|pts", 1),),
    "type_width": (("em|rem", 1),),
    "resolution": (("dpi|ppi|DPI|PPI", 1),),
    "megapixel": (("MP|megapixel|megapixels|万像素", 1),),
    "substance_density": (("μmol/L|umol/L|微摩尔每升|微摩尔/升", 1), ("mmol/L|毫摩尔每升|毫摩尔/升", 1000)),
    "mass_density": (("mg/dL|毫克/分升", 10), ("mg/L|毫克/升", 1), ("g/L|克/升", 1000), ("ng/mL", "0.001")),
    "dioptre": (("度近视|屈光度|diopters|dioptres|diopter", 1),),
    "angle": (("rad", "57.29577951308232"),),
    "percent_points": (("percentage point|percentage points|个百分点|百分点|pp", 1),),
    "percent": (
        ("%|percent|per cent|pct|﹪", 1),
        ("成", 10),
        ("‰|permille|per mille", "0.1"),
        ("basis point|basis points|个基点|基点", "0.01"),
    ),
    "multiple": (("x|X|×|times as|倍|-fold|fold", 1),),
}
_DATA_PREFIXES = (
    ("", "", 0),
    ("k", "千", 1),
    ("m", "兆", 2),
    ("g", "吉", 3),
    ("t", "太", 4),
)
_CURRENCIES = {
    "CNY": "元|块钱|块|圆|元钱|元人民币|人民币|CNY|RMB|rmb|cny|yuan|kuai|renminbi",
    "USD": "美元|美金|刀|USD|usd|dollar|dollars|US dollar|US dollars|bucks|buck",
    "EUR": "欧元|欧|EUR|eur|euro|euros",
    "GBP": "英镑|镑|GBP|gbp|quid|pounds sterling",
    "JPY": "日元|日圆|円|JPY|jpy|yen",
    "HKD": "港币|港元|港纸|HKD|hkd|Hong Kong dollars",
    "TWD": "新台币|台币|TWD|NTD",
    "KRW": "韩元|韩币|KRW|won",
    "SGD": "新币|新加坡元|新元|SGD",
    "AUD": "澳元|澳币|AUD",
    "CAD": "加元|加币|CAD",
    "CHF": "瑞士法郎|瑞郎|CHF|francs",
    "INR": "卢比|INR|rupees",
    "RUB": "卢布|RUB|roubles|rubles",
    "THB": "泰铢|THB|baht",
    "SEK": "瑞典克朗|SEK",
    "NOK": "挪威克朗|NOK",
    "DKK": "丹麦克朗|DKK",
    "BTC": "比特币|BTC|bitcoin|bitcoins",
}
_SMALL_COINS = {
    "CNY": (("角|毛|毛钱", Fraction(1, 10)), ("分钱", Fraction(1, 100))),
    "USD": (("cents|cent|美分", Fraction(1, 100)),),
    "GBP": (("pence|便士", Fraction(1, 100)),),
}
CURRENCY_SIGNS = {
    "HK$": "HKD",
    "US$": "USD",
    "NT$": "TWD",
    "A$": "AUD",
    "AU$": "AUD",
    "C$": "CAD",
    "CA$": "CAD",
    "S$": "SGD",
    "R$": "BRL",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "CNY",
    "₩": "KRW",
    "₹": "INR",
    "₽": "RUB",
    "฿": "THB",
}
"""What may stand before an amount of money; a letter code such as `EUR` may too."""

_TEMPERATURE = (
    ("°C|摄氏度|度C|degrees Celsius|degrees celsius|degree Celsius|celsius|Celsius|°c", 1, 0),
    ("°F|华氏度|degrees Fahrenheit|fahrenheit|Fahrenheit|华氏|°f", Fraction(5, 9), -32),
    ("开尔文|kelvin|Kelvin", 1, Fraction("-273.15")),
)
DEGREES = "degrees|degree|deg|度|°"
"""Words for a degree of anything; what it is a degree of is told by the text around it."""


@cache
def units() -> dict[str, Unit]:
    """Return every unit by its written form, in the case in which it is written."""
    table: dict[str, Unit] = {}
    for dimension, rows in {"duration": _DURATION, **_LINEAR}.items():
        for forms, value in rows:
            _enter(table, forms, Unit(dimension, Fraction(value)))
    for forms, months in _CALENDAR_DURATION:
        _enter(table, forms, Unit("duration", MONTH * months, calendar=True))
    for forms, factor, zero in _TEMPERATURE:
        _enter(table, forms, Unit("temperature", Fraction(factor), Fraction(zero)))
    for code, forms in _CURRENCIES.items():
        _enter(table, forms, Unit(f"money:{code}", Fraction(1)))
    for code, coins in _SMALL_COINS.items():
        for forms, value in coins:
            _enter(table, forms, Unit(f"money:{code}", value))
    _enter_data(table)
    return table


def _enter(table: dict[str, Unit], forms: str, unit: Unit) -> None:
    for form in forms.split("|"):
        table.setdefault(form, unit)


def _enter_data(table: dict[str, Unit]) -> None:
    """Enter amounts and rates of data: bits count an eighth of a byte; `M` and 兆 alone mean megabytes."""
    for prefix, han, power in _DATA_PREFIXES:
        large, decimal, binary = prefix.upper(), Fraction(1000) ** power, Fraction(1024) ** power
        byte, bit = Unit("data", decimal), Unit("data", decimal / 8)
        rate_byte, rate_bit = Unit("data_rate", decimal), Unit("data_rate", decimal / 8)
        for letter in {prefix, large}:
            if power:
                _enter(table, f"{letter}B|{letter}b", byte)
                _enter(table, f"{letter}iB|{letter.upper()}ib", Unit("data", binary))
            _enter(table, f"{letter}B/s|{letter}Bps", rate_byte)
            _enter(table, f"{letter}bps|{letter}bit/s|{letter}b/s|{letter}bits/s", rate_bit)
        if power >= 2:
            _enter(table, large, byte)
        names = ("byte", "kilobyte", "megabyte", "gigabyte", "terabyte")
        _enter(table, f"{names[power]}|{names[power]}s|{han}字节|个{han}字节", byte)
        _enter(table, f"{han}比特|{prefix}bit|{prefix}bits", bit)
    _enter(table, "兆", Unit("data", Fraction(10) ** 6))
    _enter(table, "个G|G内存", Unit("data", Fraction(10) ** 9))


@cache
def unit_pattern() -> re.Pattern[str]:
    """Return a pattern that matches a unit's written form, longest first; Latin units end with their word."""
    forms = sorted(units(), key=lambda form: (-len(form), form))
    latin = "|".join(re.escape(form) for form in forms if form[-1].isascii() and form[-1].isalpha())
    other = "|".join(re.escape(form) for form in forms if not (form[-1].isascii() and form[-1].isalpha()))
    return re.compile(rf"(?:({latin})(?![A-Za-z0-9_])|(?:h|hr|hrs|d|min)(?=\d)|({other}))")


def unit_at(text: str, place: int) -> tuple[Unit, int] | None:
    """Return the unit whose written form stands at `place` of a folded text, and where it ends.

    A longer Latin form is also found in another case (`Minutes`, `KM`); letters of one or two are not.
    """
    found = unit_pattern().match(text, place)
    if found:
        return units()[found[0]], found.end()
    word = _LATIN_WORD.match(text, place)
    if word and (len(word[0]) > 2 or word[0].lower() in _ANY_CASE):
        unit = units().get(word[0].lower())
        if unit:
            return unit, word.end()
    return None


_ANY_CASE = frozenset(["km", "kg", "cm", "mm", "ml", "h", "d"])
_LATIN_WORD = re.compile(r"[A-Za-z]+(?![A-Za-z0-9_])")
