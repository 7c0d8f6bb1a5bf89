# check: pass LowerIntrin
# What to lower depends on the target.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)  # error: the function has no target, and what to lower depends on it
    def main(n: T.int32):
        T.evaluate(n // 3)
