"""What a thing is compared with: another one, its own group, itself."""
