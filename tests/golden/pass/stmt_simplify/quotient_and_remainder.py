# check: pass StmtSimplify
# A quotient and its remainder are combined; a term smaller than the divisor is dropped; a truncated remainder
# ignores the sign of its divisor.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 128)
        A[tx // 16 * 16 + tx % 16] = A[(tx + n * 128) // 128]
        A[tx % 128] = A[(tx * 8 + 3) // 4]
        A[0] = T.truncmod(n, -4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 128)
        A[tx] = A[n]
        A[tx] = A[tx * 2]
        A[0] = T.truncmod(n, 4)
