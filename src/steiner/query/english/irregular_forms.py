"""English words whose forms differ: "began" is "begin" to a schema that says BEGINS."""

_VERBS = """
admit admission; submit submission; transmit transmission; permit permission; omit omission;
arise arose arisen; bear bore borne; beat beaten; become became; begin began begun; bind bound;
birth born dob; death die dies died; bite bit bitten; bleed bled; blow blew blown;
break broke broken; breed bred;
bring brought; build built; buy bought;
catch caught; choose chose chosen; come came; draw drew drawn; drive drove driven; fall fell
fallen;
feed fed; feel felt; fight fought; fly flew flown; forget forgot forgotten; freeze froze frozen;
give gave given; grow grew grown; hear heard; hide hid hidden; hold held; keep kept;
know knew known; lead led; leave left; lend lent; lose lost; make made; meet met; pay paid;
ride rode ridden;
rise rose risen; run ran; seek sought; sell sold; send sent; shake shook shaken; shoot shot; show
shown; shrink shrank shrunk;
sing sang sung; sink sank sunk; sleep slept; slide slid; spend spent;
speak spoke spoken; stand stood; steal stole stolen; stick stuck; strike struck; swear swore
sworn; sweep swept;
swim swam swum; take took taken;
tear tore torn; teach taught; throw threw thrown; understand understood; undergo underwent
undergone; undertake undertook undertaken; wake woke woken; wear wore worn;
win won; withdraw withdrew withdrawn;
write wrote written
"""  # "Found" is left out: "founded" is a verb, too.
_NOUNS = """
person people; child children; man men; woman women; foot feet; mouse mice;
taxon taxa; criterion criteria; phenomenon phenomena; bacterium bacteria; medium media;
curriculum curricula; genus genera; datum data; index indices; matrix matrices
"""


def _by_form(rows: str) -> dict[str, str]:
    """Return each form with the word that begins its row."""
    return {form: word for word, *forms in map(str.split, rows.split(";")) for form in forms}


_PAST = frozenset(_by_form(_VERBS)) | {"been", "had", "put", "read", "set", "come", "run"}
IRREGULAR = _by_form(_VERBS) | _by_form(_NOUNS)
"""Past and plural forms, each with its word."""


def is_past(word: str) -> bool:
    """Say whether a word, in small letters, may be what stands behind "have": played, won."""
    return word.endswith("ed") or word in _PAST


def singulars(word: str) -> tuple[str, ...]:
    """Return what a plural may be the plural of: "boxes" of "boxe" and "box"; none of "glass"."""
    if word in IRREGULAR:
        return (IRREGULAR[word],)
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return ()
    ends = [("ies", "y"), ("es", ""), ("s", "")]
    return tuple(word[: -len(end)] + one for end, one in ends if word.endswith(end))
