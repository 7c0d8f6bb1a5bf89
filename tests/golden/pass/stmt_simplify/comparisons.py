# check: pass StmtSimplify
# Constants are moved to one side of a comparison, and divisions are removed.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 128)
        if tx // 32 < 1:
            A[tx] = 0
        if tx * 4 + 8 <= n:
            A[tx] = 1
        if tx + 1 > 64:
            A[tx] = 2
        if tx * 4 == 0:
            A[tx] = 3
        if tx * 4 + 2 == 0:
            A[tx] = 4

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 128)
        if tx < 32:
            A[tx] = 0
        if tx * 4 + 8 <= n:
            A[tx] = 1
        if 63 < tx:
            A[tx] = 2
        if tx == 0:
            A[tx] = 3
