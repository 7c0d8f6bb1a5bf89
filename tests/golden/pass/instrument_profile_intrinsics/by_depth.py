# check: pass InstrumentProfileIntrinsics
# not idempotent: every run adds its calls
# config: s_tir.instr_siblings=0
# config: s_tir.lwp_disable_func_prof
# Without the rule for siblings, depth decides: the outermost loop only.
# report:
#   note: the loop over 'c' is not marked: its height is 0, and s_tir.lwp_min_height is 1
#   note: the loop over 'b' is not marked: its depth is 1, and s_tir.lwp_max_depth is 0
#   note: the loop over 'a' has the number 1

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for a, b, c in T.grid(2, 2, 2):
            A[b * 2 + c] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        T.start_profile_intrinsic(1)
        for a, b, c in T.grid(2, 2, 2):
            A[b * 2 + c] = T.float32(0.0)
        T.end_profile_intrinsic(1)
