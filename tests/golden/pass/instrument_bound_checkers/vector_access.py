# check: pass InstrumentBoundCheckers
# defect: defect-vector-bounds
# not idempotent: every run adds its checks
# As in TVM, one past the last lane is checked, and the first lane is not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        T.attr(B.data, "buffer_bound", T.tvm_tuple(16))
        for i in range(4):
            B[i * 4:i * 4 + 4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        T.attr(B.data, "buffer_bound", T.tvm_tuple(16))
        for i in range(4):
            if T.Cast("int64", i * 4 + 4) >= T.int64(0) and T.Cast("int64", i * 4 + 4) < T.Cast("int64", 16):
                B[i * 4:i * 4 + 4] = T.Broadcast(T.float32(0.0), 4)
            else:
                assert T.Cast("int64", i * 4 + 4) >= T.int64(0) and T.Cast("int64", i * 4 + 4) < T.Cast("int64", 16), ("RuntimeError", ["OUT OF THE BOUNDS"])
