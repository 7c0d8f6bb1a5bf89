# check: pass LowerOpaqueBlock
# expect: unchanged
# An annotation keeps the loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for u in T.serial(1, annotations={"irregular_loop_mark": 1}):
            A[u] = u
