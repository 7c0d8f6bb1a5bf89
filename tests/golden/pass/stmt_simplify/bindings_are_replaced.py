# check: pass StmtSimplify
# The binding stays; its value replaces its uses, unless a load in it may return another value later.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 128)
        k: T.let[T.int32] = tx * 2
        A[k] = A[k + 1]
        v: T.let[T.int32] = A[k]
        A[v] = v

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "int32"), n: T.int32):
        tx = T.launch_thread("threadIdx.x", 128)
        k: T.let[T.int32] = tx * 2
        A[tx * 2] = A[tx * 2 + 1]
        v: T.let[T.int32] = A[tx * 2]
        A[v] = v
