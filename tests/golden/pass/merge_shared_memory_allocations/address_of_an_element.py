# check: pass MergeSharedMemoryAllocations
# defect: defect-address-lifetime
# The address moves along with its load, but it is not a use of the buffer: B takes the bytes of A while a pointer to A is in use.
# report:
#   note: the 2 dynamic shared buffers of launch 1 go into one allocation of 256 bytes
#   note: 5 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'B' (256 bytes) is at byte 0: it takes over the entry of 'A', which is dead by now: the smallest free one that is large enough and at most 16 times as large

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = X[tx]
        T.call_extern("int32", "use", T.address_of(A[tx]))
        X[tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
        B[tx] = X[tx]
        T.call_extern("int32", "use", T.address_of(A[tx]))
        X[tx] = B[tx]
