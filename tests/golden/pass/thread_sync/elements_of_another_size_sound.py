# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# mode: sound
# Equal indices, but bytes of other threads.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "int8")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        E = T.decl_buffer((32,), "int8", data=S.data, scope="shared")
        S[tx] = A[tx]
        x: T.let[T.float32] = S[tx]
        E[tx] = T.Cast("int8", x)
        B[tx] = E[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "int8")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        E = T.decl_buffer((32,), "int8", data=S.data, scope="shared")
        S[tx] = A[tx]
        x: T.let[T.float32] = S[tx]
        T.tvm_storage_sync("shared")
        E[tx] = T.Cast("int8", x)
        B[tx] = E[tx]
