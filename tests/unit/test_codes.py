"""Which values are codes, and which properties hold them."""

from __future__ import annotations

from typing import Any

import pytest

from steiner.graph import Point
from steiner.index.properties.codes import coded_properties, form_of


@pytest.mark.parametrize(
    ("form", "values"),
    [
        (
            "UUIDs",
            ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}"],
        ),
        ("URLs", ["https://x.org/up", "www.x.org", "bolt://localhost:7687"]),
        ("e-mail addresses", ["coliver28@biblegateway.com", "mailto:ann@x.org"]),
        ("hashes", ["0f343b0931126a20f133d67c2b018a3b", "0x151C2F00020000000D000E00"]),
        ("base64", ["aGVsbG8gd29ybGQsIGhlbGxvIHlvdQ==", "ya29A0ARrdaM-k9Vq7xEiHq4_xY2w"]),
        (
            "long numbers",
            ["2-(209)927-6600", "(171) 555-2222", "349-36-6161", "+44 20 7946 0018 ext. 12"],
        ),
        ("long numbers", ["4929-5813-3266-4295", "447911200301", 1_500_000_000_000]),
        ("long numbers", ["85 57 00 07", "1-770-736-8031 x56442"]),
        ("identifiers", ["Q36077986", "tt0114709", "NCT-01234567"]),
        ("long decimals", [53.476341, "-2.232396"]),
        ("coordinates", [Point((12.5, 41.0), 4326), "53.476341, -2.232396"]),
        ("addresses of machines", ["192.168.0.1", "00:1B:44:11:3A:B7"]),
    ],
)
def test_codes(form: str, values: list[Any]) -> None:
    assert [form_of(value) for value in values] == [form] * len(values)
    assert form_of(values) == form


@pytest.mark.parametrize(
    "value",
    [
        *("The Matrix", "Frost/Nixon", "deadbeef", "accessibilities", "1999", "M1 3GF", "DF02 OZQ"),
        *("1/08/2017", "08/08/2017", "2017-08-01", "20170801", "1990-1995", "17:28", "12.10.1999"),
        *("30.96", "1234567.89", "1,234,567", "12 - 500 g pkgs.", "2 x 30", "EC1 4SD"),
        *("Annual-Report-2017-for-All-Shareholders", "ann at x.org", "ACTED_IN", "", "Q42"),
        *(1999, 2_787_965_087, 30.96, 7.25, True, None, [], ["1999", "https://x.org"]),
    ],
)
def test_no_codes(value: Any) -> None:
    assert form_of(value) == ""


def test_a_property_holds_codes_where_most_of_its_values_are() -> None:
    phones = ["349-36-6161", "349-36-6162", "349-36-6163", "349-36-6164", "none"]
    sampled = {
        "phone": phones,
        "fax": [*["NULL"] * 9, phones[0]],
        "note": [*phones, "call Ann", "2017"],
        "rare": [],
    }
    assert coded_properties(sampled) == {"phone": "long numbers", "fax": "long numbers"}
