"""Learns from questions over a graph what words mean in it."""
