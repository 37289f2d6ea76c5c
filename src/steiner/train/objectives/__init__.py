"""What a training makes small, where it is more than the model's own loss."""
