# check: pass StmtSimplify
# Constants of an index are added up; terms are in descending order of scale.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 128)
        A[127 - tx + 128] = A[tx + 64 + 64] + A[tx + bx * 128]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 128)
        A[255 - tx] = A[tx + 128] + A[bx * 128 + tx]
