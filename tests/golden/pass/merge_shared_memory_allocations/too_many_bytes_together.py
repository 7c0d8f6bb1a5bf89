# check: pass MergeSharedMemoryAllocations
# Each buffer fits, but not one after the other, since all are in use at the end.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((T.int64(2000000000),), "int8", scope="shared.dyn")
        B = T.alloc_buffer((T.int64(2000000000),), "int8", scope="shared.dyn") # error: with buffer 'B', the shared memory of the launch takes more bytes than 32 bits can count
        A[tx] = T.Cast("int8", X[tx])
        B[tx] = T.Cast("int8", X[tx])
        X[tx] = T.Cast("float32", A[tx]) + T.Cast("float32", B[tx])
