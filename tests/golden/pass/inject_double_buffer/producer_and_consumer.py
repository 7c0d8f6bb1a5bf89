# check: pass InjectDoubleBuffer
# The first iteration is fetched before the loop, the last one computes after it.

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
        for i_outer in range(3):
            if i_outer + 1 < 4:
                T.attr(S.data, "double_buffer_write", 1)
                S[(i_outer + 1) % 2 * 16 + tx] = A[(i_outer + 1) * 16 + tx]
            B[i_outer * 16 + tx] = S[i_outer % 2 * 16 + (15 - tx)]
        if T.bool(True):
            if T.Add(3, 1) < 4:
                S[T.Add(3, 1) % 2 * 16 + tx] = A[T.Add(3, 1) * 16 + tx]
            B[T.Mul(3, 16) + tx] = S[T.FloorMod(3, 2) * 16 + (15 - tx)]
