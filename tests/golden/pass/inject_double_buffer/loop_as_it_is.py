# check: pass InjectDoubleBuffer
# config: s_tir.InjectDoubleBuffer.split_loop=0
# Without a split, the loop keeps its last iteration.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 16)
        for i in range(4):
            S = T.alloc_shared((16,))
            with T.attr(S.data, "double_buffer_scope", 1):
                S[tx] = A[i * 16 + tx]
            B[i * 16 + tx] = S[15 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 16)
        S = T.alloc_shared((32,))
        S[T.Mul(0, 16) + tx] = A[T.Mul(0, 16) + tx]
        for i in range(4):
            if i + 1 < 4:
                T.attr(S.data, "double_buffer_write", 1)
                S[(i + 1) % 2 * 16 + tx] = A[(i + 1) * 16 + tx]
            B[i * 16 + tx] = S[i % 2 * 16 + (15 - tx)]
