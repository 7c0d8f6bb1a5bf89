# check: pass LiftThreadBinding
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for i, j in T.grid(4, 32):
            B[i, j] = A[i, j]
