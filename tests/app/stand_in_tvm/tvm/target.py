"""Targets."""

import json


class Target:
    """What a dictionary says."""

    def __init__(self, value):
        self.text = json.dumps(value)
