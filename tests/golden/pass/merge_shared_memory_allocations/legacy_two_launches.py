# check: pass MergeSharedMemoryAllocations(mode="legacy")
# One plan and one allocation, in the first launch: the second one does not see it.
# text only: the second launch uses a variable of the first, and the text has no name for it
# report:
#   note: the 4 dynamic shared buffers of the whole function go into one allocation of 384 bytes
#   note: 10 positions count: statements that touch a buffer, and where launches, loops, and branches begin and end
#   note: 'A' (256 bytes) is at byte 128: no free entry fits, so it gets an entry of its own
#   note: 'B' (256 bytes) is at byte 128: it takes over the entry of 'A', which is dead by now: the smallest free one that is large enough and at most 16 times as large
#   note: 'C' (128 bytes) is at byte 128: it takes over the entry of 'B', which is dead by now: the smallest free one that is large enough and at most 16 times as large
#   note: 'D' (128 bytes) is at byte 0: no free entry fits, so it gets an entry of its own
#   note: the allocation is in the first launch of the function, whichever launch uses it
#   error: access to buffer 'C' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
#   error: access to buffer 'D' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
#   error: access to buffer 'C' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
#   error: access to buffer 'D' on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), scope="shared.dyn")
            B = T.alloc_buffer((64,), scope="shared.dyn")
            A[tx] = X[tx]
            B[tx] = A[tx]
            X[tx] = B[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            C = T.alloc_buffer((32,), scope="shared.dyn")
            D = T.alloc_buffer((32,), scope="shared.dyn")
            C[tx] = Y[tx]
            D[tx] = Y[tx] * T.float32(2.0)
            Y[tx] = C[tx] + D[tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            buf_dyn_shmem = T.alloc_buffer((384,), "uint8", scope="shared.dyn")
            A = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            A[tx + 32] = X[tx]
            B = T.Buffer((64,), data=buf_dyn_shmem.data, scope="shared.dyn")
            B[tx + 32] = A[tx + 32]
            X[tx] = B[tx + 32]
        with T.launch_thread("threadIdx.x", 32) as tx:
            C = T.Buffer((32,), scope="shared.dyn")
            C[tx + 32] = Y[tx]
            D = T.Buffer((32,), data=C.data, scope="shared.dyn")
            D[tx] = Y[tx] * T.float32(2.0)
            Y[tx] = C[tx + 32] + D[tx]
