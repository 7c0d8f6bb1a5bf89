# check: pass ThreadSync("shared")
# A condition has no statement that a barrier could precede.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        if S[0] < T.float32(0.0):  # error: a condition, an extent or an attribute reads 'S_ptr', where no barrier can be put in front
            B[tx] = A[tx]
