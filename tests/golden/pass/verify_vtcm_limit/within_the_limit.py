# check: pass VerifyVTCMLimit
# config: tirx.vtcm_capacity=1024
# expect: unchanged
# The allocations in the two loops are not alive at the same time.
# report:
#   note: 1024 bytes of VTCM are allocated at the same time, within the limit of 1024

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((512,), "int8")):
        V = T.alloc_buffer((512,), "int8", scope="global.vtcm")
        for i in range(2):
            W = T.alloc_buffer((512,), "int8", scope="global.vtcm")
            W[i] = A[i]
        for i in range(2):
            W = T.alloc_buffer((256,), "int8", scope="global.vtcm")
            W[i] = A[i]
        V[0] = A[0]
