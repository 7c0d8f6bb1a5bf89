# check: pass StorageRewrite
# Shared memory of a loop is allocated at the begin of the launch.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        tx = T.launch_thread("threadIdx.x", 32)
        for k in range(2):
            S = T.alloc_shared((32,))
            S[tx] = A[bx * 64 + k * 32 + tx]
            B[bx * 64 + k * 32 + tx] = S[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        S_ptr = T.alloc_shared((32,))
        with T.launch_thread("threadIdx.x", 32) as tx:
            for k in range(2):
                S_ptr[tx] = A[bx * 64 + k * 32 + tx]
                B[bx * 64 + k * 32 + tx] = S_ptr[31 - tx]
