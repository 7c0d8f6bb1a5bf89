# check: pass StorageRewrite
# One scalar access keeps the elements scalar.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        L = T.alloc_local((4,))
        L[0:4] = A[tx * 4:tx * 4 + 4]
        B[tx] = L[1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        L_ptr = T.alloc_local((4,))
        L_ptr[0:4] = A[tx * 4:tx * 4 + 4]
        B[tx] = L_ptr[1]
