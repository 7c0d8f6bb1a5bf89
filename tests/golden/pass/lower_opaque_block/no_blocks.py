# check: pass LowerOpaqueBlock
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in range(32):
            A[i] = i
