# check: pass InjectVirtualThread
# From 16 instances on, a loop repeats the statement.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        vt = T.launch_thread("vthread", 16)
        B[vt] = A[vt]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for vt_s in range(16):
            B[vt_s] = A[vt_s]
