# check: pass MergeSharedMemoryAllocations
# A binding is a statement like any other.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        v: T.let[T.float32] = A[31 - tx]
        T.tvm_storage_sync("shared")
        B[tx] = v
        X[tx] = B[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = buf_dyn_shmem.view("float32")
        B = buf_dyn_shmem.view("float32")
        A[tx] = X[tx]
        v: T.let[T.float32] = A[31 - tx]
        T.tvm_storage_sync("shared")
        B[tx] = v
        X[tx] = B[31 - tx]
