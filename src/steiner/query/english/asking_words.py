"""Words by which a question asks for the most of something, or for a number."""

import re

BEST = re.compile(
    r"\b(?:most|least|fewest|highest|lowest|largest|smallest|biggest|oldest|youngest|newest|latest|"
    r"earliest|longest|shortest|cheapest|best|worst|top|maximum|minimum|nicest|favou?rite|popular|"
    r"recent|common|loyal)\b"
)
AGGREGATE = re.compile(
    r"\b(?:average|mean|total|sum|combined|how\s+many|how\s+much|number\s+of|count)\b"
)
