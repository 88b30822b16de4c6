"""Hashes of the default lines in the templates of OpenClaw.

Written by `scripts/hash_template_lines.py` from the templates themselves; see `template_lines.py`.
"""

TEMPLATE_LINE_HASHES = frozenset(
    {
        "08c4d943793538d1",
        "1d7ab3de2bcd3eb6",
        "1f7f7e112e0b239e",
        "2487bd074ceff362",
        "411d59569b102127",
        "476026d95a6e7bcf",
        "4883df74a6258b7a",
        "635ba8b3087e7937",
        "7a9ac0e45c810d2a",
        "7aff4f1a42bb1dbe",
        "8753357ddb23ab2c",
        "87b976311e5aaad1",
        "8b1b556d3bea645f",
        "8e035deda8797fff",
        "a1bdc9d5dffaf9a5",
        "a48f54c89b45d876",
        "a9290d7ab9734823",
        "ab6349e70b7915d3",
        "bf6796817b486018",
        "ca53c5f7bc8da425",
        "cdde4ce2f64f38bd",
        "d68e05e1d3c7cf8e",
        "d6b764185ab7de91",
        "dda10c374ea941c5",
        "ee0ac351fddf562d",
        "f5d92df86270191b",
        "fa893b57f69229aa",
        "fe1764a557cb34d1",
    }
)
