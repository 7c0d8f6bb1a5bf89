# check: pass InjectDoubleBuffer
# Without a loop there is no next iteration.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 16)
        S = T.alloc_shared((16,))
        with T.attr(S.data, "double_buffer_scope", 1):  # error: the double_buffer_scope of 'S_ptr' is not in a loop after its allocation
            S[tx] = A[tx]
        B[tx] = S[15 - tx]
