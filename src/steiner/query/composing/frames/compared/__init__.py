"""What something is compared with: numbers, days, averages, what is named, a property."""
