"""Targets."""

import json


class Target:
    """What a dictionary says."""

    _stack = []

    def __init__(self, value):
        self.text = value if isinstance(value, str) else json.dumps(value)

    def __str__(self):
        return self.text

    @staticmethod
    def current(allow_none=True):
        del allow_none
        return Target._stack[-1] if Target._stack else None

    def __enter__(self):
        Target._stack.append(self)
        return self

    def __exit__(self, kind, value, trace):
        Target._stack.pop()
