# check: pass InsertHoistIfThenElse
# config: s_tir.HoistIfThenElse.support_block_scope_hoisting
# not idempotent: the inner branch is found again
# With the configuration it moves to the definition of the thread variable.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        for i in range(8):
            if 3 < tx:
                A[i * 8 + tx] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        if 3 < tx:
            for i in range(8):
                if 3 < tx:
                    A[i * 8 + tx] = T.float32(1.0)
