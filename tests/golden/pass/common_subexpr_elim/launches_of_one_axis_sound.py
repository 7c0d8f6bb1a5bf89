# check: pass CommonSubexprElim
# mode: sound
# Launches that share a variable: each one binds what it needs.

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
        with T.launch_thread(tx, 32):
            cse_v1: T.let[T.int32] = tx * 4
            A[cse_v1] = A[cse_v1] + T.float32(1.0)
        with T.launch_thread(tx, 32):
            cse_v2: T.let[T.int32] = tx * 4
            B[cse_v2] = B[cse_v2] + T.float32(2.0)
