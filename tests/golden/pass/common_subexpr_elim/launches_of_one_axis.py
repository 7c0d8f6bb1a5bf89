# check: pass CommonSubexprElim
# defect: defect-hoisted-binding
# report:
#   note: cse_v1 = tx * 4, used 4 times
#   error: use of variable 'tx', which is out of scope here: its definition comes later
# Launches that share a variable: TVM binds in front of all of them what each one needs.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
        tx = T.env_thread("threadIdx.x")
        with T.launch_thread(tx, 32):
            A[tx * 4] = A[tx * 4] + T.float32(1.0)
        with T.launch_thread(tx, 32):
            B[tx * 4] = B[tx * 4] + T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "float32"), B: T.Buffer((256,), "float32")):
        tx = T.env_thread("threadIdx.x")
        cse_v1: T.let[T.int32] = tx * 4
        with T.launch_thread(tx, 32):
            A[cse_v1] = A[cse_v1] + T.float32(1.0)
        with T.launch_thread(tx, 32):
            B[cse_v1] = B[cse_v1] + T.float32(2.0)
