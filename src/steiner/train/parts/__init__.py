"""What each system learns: its kind of model, its presets, and what it is trained on."""
