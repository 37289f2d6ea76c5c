"""What is computed of numbers and days, and what tables are by."""
