# check: pass InstrumentProfileIntrinsics
# not idempotent: every run adds its calls
# Of the two nests next to each other, both are marked; innermost loops are not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for a in range(2):
            for b, c in T.grid(2, 2):
                A[b * 2 + c] = T.float32(0.0)
            for d, e in T.grid(2, 2):
                A[d * 2 + e] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        T.start_profile_intrinsic(0)
        for a in range(2):
            T.start_profile_intrinsic(2)
            for b, c in T.grid(2, 2):
                A[b * 2 + c] = T.float32(0.0)
            T.end_profile_intrinsic(2)
            T.start_profile_intrinsic(4)
            for d, e in T.grid(2, 2):
                A[d * 2 + e] = T.float32(1.0)
            T.end_profile_intrinsic(4)
        T.end_profile_intrinsic(0)
