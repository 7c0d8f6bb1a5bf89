# check: pass LowerCustomDatatypes
# Types are registered for a target.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)  # error: the function has no target, and types are registered for one
    def main(n: T.int32):
        T.evaluate(n)
