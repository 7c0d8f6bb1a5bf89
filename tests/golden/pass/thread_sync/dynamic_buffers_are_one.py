# check: pass ThreadSync("shared.dyn")
# text only: the text does not say the type of the call
# Two buffers in dynamic shared memory count as one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((32,), scope="shared.dyn")
        R_1 = T.alloc_buffer((32,), scope="shared.dyn")
        S[tx] = A[tx]
        B[tx] = R_1[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((32,), scope="shared.dyn")
        R_1 = T.alloc_buffer((32,), scope="shared.dyn")
        S[tx] = A[tx]
        T.tvm_storage_sync("shared.dyn")
        B[tx] = R_1[31 - tx]
