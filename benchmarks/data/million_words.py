"""The vocabulary of the graph of a million nodes: labels, relationship types, names, hubs."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """A label, its share of the nodes, and the two words that begin a name."""

    name: str
    share: float
    first: tuple[str, ...]
    second: tuple[str, ...]


class Type(NamedTuple):
    """A relationship type, the labels at its ends, and what a question asks of a source."""

    name: str
    source: str
    target: str
    question: str


class Hub(NamedTuple):
    """A node with very many relationships of every type."""

    name: str
    label: str
    degree: int


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GIVEN = _words("""
    Ada Amara Anselm Bela Bruno Carmen Cyril Dalia Dmitri Edda Elias Farah Felix Greta Hana Hugo
    Ines Ivo Jana Jonas Kaia Kofi Lena Luca Mara Milo Nadia Nils Olga Omar Petra Quentin Rosa Ruben
    Selma Tariq Uma Viktor Wanda Yusuf""")
_FAMILY = _words("""
    Abara Albrecht Arslan Bakker Benitez Castellan Cho Darwish Duval Eklund Ferrara Fontaine Garcia
    Haddad Halvorsen Ibarra Ito Jansen Kaplan Kowalski Lindqvist Lopez Marchetti Mbeki Moreau
    Nakamura Novak Okafor Olsen Petrov Quispe Rahman Rossi Santos Sato Silva Tanaka Ueda Vargas
    Weber Yamada Zeller""")
_TRADE = _words("""
    Alpine Amber Baltic Beacon Cedar Cobalt Crescent Delta Ember Falcon Granite Heron Indigo
    Juniper Keystone Lantern Maple Nimbus Orchid Pioneer Quarry Raven Sable Tidal Willow""")
_BUSINESS = _words("""
    Bakeries Breweries Ceramics Chemicals Dairies Foods Foundries Furniture Insurance Logistics
    Mills Motors Optics Paper Pharma Robotics Shipping Software Steel Textiles""")
_PLACE = _words("""
    Bad Castle East Fort Great High Lake Little Lower Mount New North Old Port Saint South Upper
    West""")
_TOWN = _words("""
    Alder Ashby Bremen Calder Dunmore Elstow Fallow Garth Hazel Inver Kelso Larne Marsh Norden
    Oakham Penrith Ripley Selby Thorn Umber Varen Wexley""")
_QUALITY = _words("""
    Brass Compact Copper Digital Electric Folding Garden Hybrid Kitchen Leather Linen Magnetic
    Mobile Portable Silent Solar Travel Vintage Wooden Woollen""")
_THING = _words("""
    Amplifier Backpack Blender Camera Compass Drill Fan Guitar Heater Kettle Lamp Microscope
    Notebook Printer Radio Scooter Speaker Stove Telescope Toaster""")
_MOOD = _words("""
    Bitter Broken Burning Distant Empty Fading Frozen Golden Hidden Hollow Last Lonely Lost Quiet
    Restless Scarlet Second Sleeping Stolen Wandering""")
_SCENE = _words("""
    Bridge Carousel Corridor Dawn Desert Garden Harvest Highway Island Lantern Letter Lighthouse
    Mirror Orchard Passage River Shore Station Summer Winter""")
_STUDY = _words("""
    Annals Atlas Chronicles Diaries Elements Essays Fables Fragments Journal Lectures Letters
    Memoirs Notes Papers Poems Principles Sketches Stories Studies Travels""")
_OF = _words("""
    Apiaries Astronomy Birds Botany Canals Chess Clay Clocks Ferries Fire Forests Glass Harbours
    Iron Maps Music Rain Salt Silk Stone Tea Tides Trains Whales""")
_SEASON = _words("""
    Annual Autumn Biennial Coastal Continental Evening Grand International Midsummer National
    Northern Open Regional Royal Southern Spring Twilight University Winter World""")
_MEETING = _words("""
    Auction Championship Conference Congress Convention Cup Exhibition Festival Forum Marathon Meet
    Olympiad Parade Rally Regatta Seminar Summit Symposium Tournament Workshop""")
_FIELD = _words("""
    Applied Civic Classical Clinical Comparative Computational Cultural Early Ecological
    Experimental Industrial Marine Medical Modern Moral Nuclear Polar Rural Social Urban""")
_SUBJECT = _words("""
    Acoustics Anthropology Architecture Chemistry Dynamics Economics Engineering Ethics Genetics
    Geology History Hydrology Law Linguistics Logic Mechanics Philosophy Physics Poetry
    Statistics""")

LABELS = (
    Label("Person", 0.40, _GIVEN, _FAMILY),
    Label("Product", 0.15, _QUALITY, _THING),
    Label("Company", 0.12, _TRADE, _BUSINESS),
    Label("Film", 0.08, _MOOD, _SCENE),
    Label("Book", 0.07, _STUDY, _OF),
    Label("Event", 0.07, _SEASON, _MEETING),
    Label("City", 0.06, _PLACE, _TOWN),
    Label("Topic", 0.05, _FIELD, _SUBJECT),
)

# From the most to the least frequent.
TYPES = (
    Type("KNOWS", "Person", "Person", "Whom does {} know?"),
    Type("BOUGHT", "Person", "Product", "Which products has {} bought?"),
    Type("WORKS_FOR", "Person", "Company", "Which companies does {} work for?"),
    Type("LIVES_IN", "Person", "City", "In which city does {} live?"),
    Type("PRODUCES", "Company", "Product", "Which products does {} produce?"),
    Type("WATCHED", "Person", "Film", "Which films has {} watched?"),
    Type("LOCATED_IN", "Company", "City", "Where is {} located?"),
    Type("READ", "Person", "Book", "Which books has {} read?"),
    Type("BORN_IN", "Person", "City", "Where was {} born?"),
    Type("ATTENDED", "Person", "Event", "Which events has {} attended?"),
    Type("SUPPLIES", "Company", "Company", "Whom does {} supply?"),
    Type("DISCUSSES", "Book", "Topic", "Which topics does {} discuss?"),
    Type("ACTED_IN", "Person", "Film", "In which films did {} act?"),
    Type("HELD_IN", "Event", "City", "In which city is {} held?"),
    Type("STUDIED", "Person", "Topic", "What has {} studied?"),
    Type("SPONSORS", "Company", "Event", "Which events does {} sponsor?"),
    Type("COVERS", "Event", "Topic", "Which topics does {} cover?"),
    Type("WROTE", "Person", "Book", "Which books did {} write?"),
    Type("FOUNDED", "Person", "Company", "Which companies did {} found?"),
    Type("FILMED_IN", "Film", "City", "Where was {} filmed?"),
    Type("OWNS", "Company", "Company", "Which companies does {} own?"),
    Type("MANAGES", "Person", "Person", "Whom does {} manage?"),
    Type("DIRECTED", "Person", "Film", "Which films did {} direct?"),
    Type("REPLACES", "Product", "Product", "What does {} replace?"),
    Type("INVENTED", "Person", "Product", "What did {} invent?"),
    Type("PUBLISHED", "Company", "Book", "Which books has {} published?"),
    Type("MARRIED_TO", "Person", "Person", "To whom is {} married?"),
    Type("ADAPTED_FROM", "Film", "Book", "From which book is {} adapted?"),
    Type("SEQUEL_OF", "Film", "Film", "Of which film is {} the sequel?"),
    Type("TWINNED_WITH", "City", "City", "With which city is {} twinned?"),
)

# Nodes 0 to 5.
HUBS = (
    Hub("Meridian Capital", "City", 260_000),
    Hub("Panworld Holdings", "Company", 220_000),
    Hub("Perpetual Fair", "Event", 180_000),
    Hub("Everyday Matters", "Topic", 150_000),
    Hub("Common Encyclopaedia", "Book", 130_000),
    Hub("Universal Socket", "Product", 115_000),
)

TENANTS = (0.5, 0.25, 0.12, 0.06, 0.03, 0.02, 0.01, 0.006, 0.003, 0.001)
"""The share of the nodes that each of the tenants t0 to t9 has."""

KNOWN_FOR = ("glass", "kindness", "music", "quick repairs", "rare maps", "salt", "silk", "tea")


def name(label: Label, place: int) -> str:
    """The name of a label's node at this place, unique in the graph."""
    first, second = label.first, label.second
    number, pair = divmod(place, len(first) * len(second))
    return f"{first[pair % len(first)]} {second[pair // len(first)]} {number + 1}"
