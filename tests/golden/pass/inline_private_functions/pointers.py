# check: pass InlinePrivateFunctions
# An argument that is a variable takes the place of the parameter; another one is bound to it.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def twice(p: T.handle("float32", "global"), q: T.handle("float32", "global"), n: T.int32):
        X = T.decl_buffer((16,), data=p)
        Y = T.decl_buffer((16,), data=q)
        for i in range(n * 2):
            Y[i] = X[i] * T.float32(2.0)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((32,), "float32")):
        Before.twice(A.data, T.address_of(B[16]), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((32,), "float32")):
        X = T.decl_buffer((16,), data=A.data)
        q: T.let[T.handle("float32", "global")] = T.address_of(B[16])
        Y = T.decl_buffer((16,), data=q)
        for i in range(8):
            Y[i] = X[i] * T.float32(2.0)
