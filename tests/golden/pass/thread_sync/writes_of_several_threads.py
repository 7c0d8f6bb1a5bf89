# check: pass ThreadSync("shared")
# expect: unchanged
# As in TVM, a write after a write needs no barrier.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = T.float32(0.0)
        S[31 - tx] = A[tx]
