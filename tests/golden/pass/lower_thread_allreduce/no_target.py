# check: pass LowerThreadAllreduce
# The target decides how threads reduce, so even a function without reductions needs one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)  # error: function 'main' has no target, which decides how threads reduce
    def main(A: T.Buffer((4,), "float32")):
        tx = T.launch_thread("threadIdx.x", 4)
        A[tx] = T.float32(1.0)
