"""Work that the stand-in leaves to tirc."""

import os
import subprocess


def tirc(arguments, text):
    done = subprocess.run(
        [os.environ["TIRSCOPE_TIRC"]] + arguments, input=text, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise ValueError(done.stderr)
    return done.stdout
