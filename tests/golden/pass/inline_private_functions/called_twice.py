# check: pass InlinePrivateFunctions
# Every copy has its own variables.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def clear(p: T.handle("float32", "global")):
        X = T.decl_buffer((16,), data=p)
        for i in range(16):
            X[i] = T.float32(0.0)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        Before.clear(A.data)
        Before.clear(B.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        X = T.decl_buffer((16,), data=A.data)
        for i in range(16):
            X[i] = T.float32(0.0)
        X_1 = T.decl_buffer((16,), data=B.data)
        for i in range(16):
            X_1[i] = T.float32(0.0)
