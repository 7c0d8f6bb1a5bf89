# check: pass MergeSharedMemoryAllocations
# defect: defect-address-lifetime
# For TVM A is dead when B is written, and its address is used after that.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = X[tx] + T.float32(1.0)
        T.call_extern("void", "consume", T.address_of(A[tx]))
        X[tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 64)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = X[tx] + T.float32(1.0)
        T.call_extern("void", "consume", T.address_of(A[tx]))
        X[tx] = B[tx]
