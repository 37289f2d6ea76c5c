"""The model that scores relation paths, and what it sees of them."""
