"""Questions of the larger forms, read as plainer ones whose queries are then widened."""
