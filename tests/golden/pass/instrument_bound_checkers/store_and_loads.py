# check: pass InstrumentBoundCheckers
# not idempotent: every run adds its checks
# A loaded index is checked as well; a buffer without bounds is not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), I_1: T.Buffer((16,), "int32")):
        T.attr(A.data, "buffer_bound", T.tvm_tuple(16))
        T.attr(B.data, "buffer_bound", T.tvm_tuple(16))
        for i in range(16):
            B[i] = A[I_1[i]]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), I_1: T.Buffer((16,), "int32")):
        T.attr(A.data, "buffer_bound", T.tvm_tuple(16))
        T.attr(B.data, "buffer_bound", T.tvm_tuple(16))
        for i in range(16):
            if T.Cast("int64", I_1[i]) >= T.int64(0) and T.Cast("int64", I_1[i]) < T.Cast("int64", 16) and (T.Cast("int64", i) >= T.int64(0) and T.Cast("int64", i) < T.Cast("int64", 16)):
                B[i] = A[I_1[i]]
            else:
                assert T.Cast("int64", I_1[i]) >= T.int64(0) and T.Cast("int64", I_1[i]) < T.Cast("int64", 16) and (T.Cast("int64", i) >= T.int64(0) and T.Cast("int64", i) < T.Cast("int64", 16)), ("RuntimeError", ["OUT OF THE BOUNDS"])
