"""Words by which a question asks for the most of something, or for a number."""

import re

BEST = re.compile(
    r"(?<!\bat )\b(?:most|least|fewest|highest|lowest|largest|smallest|biggest|oldest|youngest|"
    r"newest|latest|earliest|longest|shortest|cheapest|best|worst|top|maximum|minimum|nicest|favou?rite|"
    r"popular|recent|(?<!\bin )common|loyal)\b"
)
"""What ranks: "at least three", "at best" and "in common" do not."""
AGGREGATE = re.compile(
    r"\b(?:average|mean|total|sum|combined|how\s+many|how\s+much|number\s+of|count|add\s+up\s+to)\b"
)
AND_THE = re.compile(
    r"\b(?:and|with|along\W+with)\W+(?:all\W+)?(?:the|their|his|her)\W+(?:names?\W+of\W+(?:the\W+)?)?$",
    re.IGNORECASE,
)
"""Before what is asked for beside the first noun."""
LEVELS = (
    r"(?:directly\s+(?:or|and|and/or)\s+)?\bindirectly(?:\s+(?:or|and)\s+directly)?\b|"
    r"\b(?:(?:at|on|across)\s+)?(?:any|every|all)\s+(?:the\s+)?levels?\b|"
    r"\b(?:in|down|up)\s+the\s+(?:whole\s+|entire\s+|full\s+)?(?:hierarchy|chain(?:\s+of\s+command)?|"
    r"reporting\s+line)\b|\btransitively\b|\bdirectly\s+or\s+through\s+(?:others?|other\s+\w+)\b"
)
"""What is asked over any number of steps: "reports, directly or indirectly, to Ann"."""
