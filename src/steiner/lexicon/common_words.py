"""What everyday words have to do with each other: the little that no graph's own names tell."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PEOPLE = frozenset(
    {"who", "whom", "people", "person", "persons", "individual", "individuals", "folks"}
    | {some + end for some in ("some", "every", "any", "no") for end in ("one", "body")}
)
"""Words for a person, whatever label persons have."""

ROLES = _words(
    "person people human individual employee worker staff colleague manager director boss leader "
    "doctor nurse patient surgeon physician therapist pharmacist dentist student pupil teacher "
    "professor lecturer instructor tutor trainer coach author writer poet editor journalist "
    "reviewer critic artist painter sculptor actor actress singer musician composer player athlete "
    "captain referee driver pilot passenger traveller guest tenant landlord owner buyer seller "
    "customer client shopper subscriber member user borrower reader visitor donor volunteer "
    "engineer developer technician mechanic scientist researcher analyst consultant agent broker "
    "lawyer attorney judge plaintiff defendant witness victim suspect officer detective policeman "
    "soldier politician minister president mayor king queen citizen inhabitant resident keeper "
    "farmer cook chef baker waiter librarian curator clerk cashier secretary assistant intern "
    "accountant banker founder inventor parent child sibling friend contact character voter "
    "translator interpreter linguist contributor speaker attendee participant applicant candidate"
)
"""What people are: words of labels whose nodes are persons."""

PERSONAL = _words(
    "born birth birthday birthdate dob gender sex surname firstname lastname forename nickname "
    "salary wage wages income hire hired joined occupation profession nationality citizenship age "
    "died email spouse"
)
"""Words of properties that persons have."""

SHORT = {
    "avg": "average",
    "max": "maximum",
    "min": "minimum",
    "num": "number",
    "nr": "number",
    "no": "number",
    "qty": "quantity",
    "amt": "amount",
    "pct": "percent",
    "yr": "year",
    "dob": "birth",
    "tel": "phone",
    "addr": "address",
    "dept": "department",
    "mgr": "manager",
    "emp": "employee",
    "cust": "customer",
    "acct": "account",
    "acc": "account",
    "org": "organisation",
    "desc": "description",
    "lang": "language",
    "sqm": "area",
    "sqft": "area",
    "lvl": "level",
    "prio": "priority",
    "ref": "reference",
    "loc": "location",
    "txn": "transaction",
}
"""Short forms in names of properties, and the words that people say."""

AMOUNTS_OF_MONEY = _words(
    "amount amt total price cost fee fare value sum spend revenue budget payment premium balance"
)
"""Words of properties that hold money, or how much of it."""

LARGE_SUMS = _words("amount amt total value sum payment balance principal revenue")
"""Words of money of which what has more is larger: a payment, not a team with its budget."""

_CURRENCIES = "eur usd gbp chf euro euros dollar dollars"
PRICES = _words(f"price cost fee fare amount rent rate value budget {_CURRENCIES} pounds")
"""Words of properties that say what something costs: a unit of money may be the only one."""
MONEY = AMOUNTS_OF_MONEY | PRICES
"""Words of properties that hold money of whatever kind."""

_PAID = "salary wage pay income price cost fee fare amount rent"
_MEASURED = {
    **dict.fromkeys(("paid", "pays", "pay", "paying"), _PAID),
    **dict.fromkeys(("earn", "earns", "earning", "earned", "makes"), "salary wage pay income"),
    **dict.fromkeys(("cost", "costs", "costing"), "price cost fee fare amount rent"),
    **dict.fromkeys(("weigh", "weighs"), "weight mass"),
    **dict.fromkeys(("last", "lasts", "lasted", "take", "takes"), "duration length runtime"),
    **dict.fromkeys(("spent", "spend", "spends"), "total amount price fare fee cost paid"),
    **dict.fromkeys(("born", "birthday", "age"), "born birth dob"),
    "died": "died death",
    "stars": "stars rating score",
    "rated": "rating stars score",
    "joined": "joined hired since start",
    "old": "born birth dob age",
    "payroll": "salary wage pay",
    "headcount": "employees staff",
    "money": f"amount paid price cost total {_CURRENCIES}",
    "worth": "value price worth",
    **dict.fromkeys(("revenue", "sales", "turnover"), "total amount price revenue sales value"),
    **dict.fromkeys(("funding", "funds"), "amount budget funding value"),
}
"""What verbs and nouns say is measured, by words of the properties that hold it."""
_OF_MEASURED = {word: _words(properties) for word, properties in _MEASURED.items()}
_NOTHING: frozenset[str] = frozenset()


def measured(word: str) -> frozenset[str]:
    """Return the words of properties that hold what a word says is measured: of "died" death."""
    return _OF_MEASURED.get(word.casefold(), _NOTHING)


CONVERSES = (
    (
        "report reports reporting reported subordinate subordinates under below beneath",
        "manager managers boss bosses manages managed manage supervisor supervisors supervises "
        "supervised superior superiors leader leaders chief",
    ),
    ("parent parents mother father", "child children son daughter offspring descendant kid kids"),
    ("employs employed employer employers hires", "works worked working employee employees staff"),
    ("buys bought buy purchased purchases", "sells sold sell seller sellers vendor"),
    ("teaches taught teacher teachers", "student students pupil pupils"),
    ("subsidiary subsidiaries daughter", "parent owner"),
    ("lends lent lend lender", "borrows borrowed borrow borrower"),
    ("owns own owned owner", "belongs belong belonging"),
    ("eats feeds feed predator predators", "eaten"),
    ("leads led", "reports"),
    ("sequel sequels", "original originals prequel predecessor"),
)
"""Words for the two ends of one relationship, whichever of them its type is called by."""

OPPOSITES = (
    ("amateur", "professional"),
    ("closed shut", "open"),
    ("dead deceased", "alive living"),
    ("private", "public"),
    ("offline", "online"),
    ("disabled", "enabled"),
    ("hidden", "visible"),
    ("temporary", "permanent"),
    ("foreign", "domestic native local"),
    ("optional", "required mandatory compulsory"),
    ("manual", "automatic"),
    ("single", "married"),
    ("part", "full"),
    ("free", "paid"),
    ("wild", "captive"),
    ("guilty", "innocent"),
    ("failed fail failure", "successful success succeeded passed"),
    ("absent", "present"),
    ("vacant", "occupied"),
    ("wrong incorrect", "correct"),
)
"""Words of which one denies what the other says of a yes or no; "unpaid" needs no pair."""

MEMBERSHIP = _words(
    "member members membership belongs works employs employed employee employees staff enrolled "
    "plays registered"
)
"""Words of types that lead from people to what they are part of."""

PLACES = frozenset(
    "place city country location town address region state venue birthplace".split()  # noqa: SIM905
)
"""Words of properties that tell where something is."""
PLAIN = _words(
    "in at of has have part located based contains contain belongs belong member hosted host "
    "situated includes include within from on for with category"
)
"""Words of types that need no word of their own in a question: "airports of Germany"."""

AMOUNTS = _words("quantity amount count units total qty number volume")
"""Words of properties that say how many pieces of something there are."""

OPERATING = _words(
    "after before under over below above single long known well order sort date day days year "
    "minutes hours seconds months years went going made make take takes taken look looking down "
    "out up around later earlier bigger older only just"
)
"""Words of orders, times and light verbs: what computes explains them, where anything does."""

TIME_TAKEN = (
    "duration",
    "runtime",
    "minutes",
    "min",
    "mins",
    "seconds",
    "sec",
    "secs",
    "hours",
    "hrs",
)
"""Words of properties that say how long something takes."""

BEGINNINGS = frozenset({
    "from", "origin", "source", "start", "starts", "begin", "begins", "departure", "departs",
    "departed", "originates", "leaves", "sender",
})  # fmt: skip
GOALS = frozenset({
    "to", "destination", "target", "end", "ends", "arrival", "arrives", "arrived", "goal",
    "receiver", "recipient", "towards",
})  # fmt: skip
"""Words of types that lead to where something comes from, and to where it goes."""

STARTS = _words(
    "start started starts begin began begun open opened opening found founded founding created "
    "creation launch launched launched hired hire joined placed ordered signed admitted born birth "
    "established built release released since from first reported issued registered listed posted "
    "formed"
)
ENDS = _words(
    "end ended ends close closed finish finished died death dissolved due until to last left "
    "resolved discharged completed expires expiry expired shipped delivered returned "
    "cancelled disbanded retired terminated demolished"
)
"""Words of properties that say when something began, and when it was over."""
