"""Keeping an index fresh: how stale it is, what may have changed, and watching for changes."""
