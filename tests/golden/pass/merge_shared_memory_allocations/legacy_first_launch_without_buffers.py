# check: pass MergeSharedMemoryAllocations(mode="legacy")
# The allocation is in the first launch, which does not use it.
# text only: the second launch uses a variable of the first, and the text has no name for it
# report:
#   note: the 2 dynamic shared buffers of the whole function go into one allocation of 256 bytes
#   note: 7 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (256 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: 'B' (256 bytes) is at byte 0: it takes over the entry of 'A', which is dead by now: the smallest free one that is large enough and at most 16 times as large
#   note: the allocation is in the first launch of the function, whichever launch uses it
#   error: access to buffer 'A' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
#   error: access to buffer 'B' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
#   error: access to buffer 'A' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
#   error: access to buffer 'B' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = T.float32(1.0)
        with T.launch_thread("threadIdx.x", 32) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            B[tx] = A[tx]
            X[tx] = B[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            buf_dyn_shmem = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
            X[tx] = T.float32(1.0)
        with T.launch_thread("threadIdx.x", 32) as tx:
            A = T.Buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            B = T.Buffer((64,), data=A.data, scope="shared.dyn")
            B[tx] = A[tx]
            X[tx] = B[tx]
