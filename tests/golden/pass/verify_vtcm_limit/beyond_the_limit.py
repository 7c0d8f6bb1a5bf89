# check: pass VerifyVTCMLimit
# config: tirx.vtcm_capacity=1024
# Lanes count.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((512,), "int8")):
        V = T.alloc_buffer((512,), "int8", scope="global.vtcm")
        W = T.alloc_buffer((256,), "int8x4", scope="global.vtcm")  # error: 1536 bytes of VTCM are allocated at the same time, but the limit is 1024
        V[0] = A[0]
        W[0] = T.Broadcast(A[0], 4)
