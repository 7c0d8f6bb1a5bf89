"""PassInstrument: only the hooks that a class defines are called."""

HOOKS = ("enter_pass_ctx", "exit_pass_ctx", "should_run", "run_before_pass", "run_after_pass")


class PassInstrument:
    """The hooks of an object."""

    def __init__(self, owner):
        self.hooks = {name: getattr(owner, name) for name in HOOKS if hasattr(owner, name)}

    def call(self, name, *arguments):
        if name in self.hooks:
            self.hooks[name](*arguments)


def pass_instrument(wrapped):
    def make(*args, **kwargs):
        return PassInstrument(wrapped(*args, **kwargs))

    return make
