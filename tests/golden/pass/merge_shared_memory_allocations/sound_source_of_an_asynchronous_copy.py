# check: pass MergeSharedMemoryAllocations
# The source of a copy is rewritten like any other access.
# mode: sound

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        I_1 = T.alloc_buffer((64,), "int32", scope="shared.dyn")
        I_1[tx] = 31 - tx
        T.ptx.cp_async("float32", A.data, tx, X.data, I_1[tx], 4)
        X[tx] = A[tx] + T.Cast("float32", I_1[tx])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        I_1 = A.view("int32")
        I_1[tx] = 31 - tx
        T.ptx.cp_async("float32", buf_dyn_shmem.data, (64 + tx) * 4, X.data, I_1[tx], 4)
        X[tx] = A[tx + 64] + T.Cast("float32", I_1[tx])
