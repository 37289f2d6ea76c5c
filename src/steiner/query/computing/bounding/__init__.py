"""What rows must meet: numbers, days, texts and flags that are compared with a property."""
