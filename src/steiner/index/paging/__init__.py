"""Indexes page by page, in threads of this process or on Ray; or counts what it would cost."""
