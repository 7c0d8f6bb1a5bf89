# check: pass LowerVtcmAlloc
# expect: unchanged
# Other memory stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int8")):
        V = T.alloc_buffer((64,), "int8")
        V[0] = A[0]
        A[1] = V[0]
