"""What a question computes: its cues bound to the variables and links that were read.

The rooms, each importing those before it: meaning, counting, bounding, ranking. Above them stand
what rows show and are, the measure, and the list of parts (`bind.py`).
"""
