# check: pass MergeSharedMemoryAllocations
# Pointers into a merged buffer count elements of the type they name.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = X[tx]
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), B.data, tx, 8, 1))
        X[tx] = A[tx] + B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx + 64] = X[tx]
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), buf_dyn_shmem.data, 64 + tx, 8, 1))
        X[tx] = A[tx] + B[tx + 64]
