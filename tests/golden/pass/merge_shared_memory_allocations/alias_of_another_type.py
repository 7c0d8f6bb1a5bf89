# check: pass MergeSharedMemoryAllocations
# A view of a shared buffer moves along, in elements of its own type.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        V = B.view("float16")
        A[tx] = X[tx]
        V[tx] = T.float16(1.0)
        X[tx] = A[tx] + B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        V = T.decl_buffer((128,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        V[tx + 128] = T.float16(1.0)
        B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        X[tx] = A[tx] + B[tx + 64]
