"""Builders of the graphs and questions that are measured on.

Importing this package puts the development server's folder on Python's path.
"""

import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
SHARED = _ROOT.parent / "shared" / "data"
"""Where the data sets lie: beside the checkout."""
PROCEDURES = _ROOT / "procedures"

sys.path.insert(0, str(PROCEDURES))
