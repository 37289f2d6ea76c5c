"""Verbs of a question: their forms, which end they stand for, what only looks like one."""
