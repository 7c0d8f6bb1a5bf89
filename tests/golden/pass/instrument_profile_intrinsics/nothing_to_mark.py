# check: pass InstrumentProfileIntrinsics
# config: s_tir.lwp_disable_func_prof
# expect: unchanged
# A loop without a sibling is not marked, and functions are not to be.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for a in range(2):
            A[a] = T.float32(0.0)
