"""What orders rows and how many are asked for: superlatives, orders, limits."""
