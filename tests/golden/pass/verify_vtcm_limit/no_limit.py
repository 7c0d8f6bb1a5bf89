# check: pass VerifyVTCMLimit
# expect: unchanged
# Without a configuration there is no limit.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((512,), "int8")):
        V = T.alloc_buffer((100000,), "int8", scope="global.vtcm")
        V[0] = A[0]
