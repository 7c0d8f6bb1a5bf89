# check: pass MergeSharedMemoryAllocations
# defect: defect-variable-passed-on
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 512 bytes
#   note: 5 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'I_1' (256 bytes) is at byte 256: no free entry fits, so it gets an entry of its own
#   note: 'A' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   error: access to buffer 'I_1' on 'I_1_ptr', which nothing defines
# The source of a copy is passed through: it goes on naming a buffer whose allocation is gone.

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
        I_1 = T.Buffer((64,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
        I_1[tx + 64] = 31 - tx
        I_1_1 = T.Buffer((64,), "int32", scope="shared.dyn")
        T.ptx.cp_async("float32", buf_dyn_shmem.data, tx * 4, X.data, I_1_1[tx], 4)
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        X[tx] = A[tx] + T.Cast("float32", I_1[tx + 64])
