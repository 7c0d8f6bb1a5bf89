# check: pass InsertHoistIfThenElse
# expect: unchanged
# A condition on a thread variable stays inside of the loop by default.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        for i in range(8):
            if 3 < tx:
                A[i * 8 + tx] = T.float32(1.0)
