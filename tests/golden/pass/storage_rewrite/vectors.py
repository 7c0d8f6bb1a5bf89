# check: pass StorageRewrite
# A buffer that is only accessed four elements at a time becomes one of vectors.
# report:
#   note: 'L_ptr' becomes memory of float32x4 instead of float32: all accesses allow it

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        L = T.alloc_local((4,))
        L[0:4] = A[tx * 4:tx * 4 + 4]
        B[tx * 4:tx * 4 + 4] = L[0:4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        L_ptr = T.alloc_local((1,), "float32x4")
        L_ptr[0] = A[tx * 4:tx * 4 + 4]
        B[tx * 4:tx * 4 + 4] = L_ptr[0]
