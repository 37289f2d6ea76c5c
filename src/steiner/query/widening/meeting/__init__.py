"""Links that meet in one thing, in another one, or in none."""
