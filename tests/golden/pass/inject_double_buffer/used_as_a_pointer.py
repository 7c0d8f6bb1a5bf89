# check: pass InjectDoubleBuffer
# expect: unchanged
# The called function would not know which half it gets.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 16)
        for i in range(4):
            S = T.alloc_shared((16,))
            with T.attr(S.data, "double_buffer_scope", 1):
                S[tx] = A[i * 16 + tx]
            T.call_extern("int32", "use", S.data)
