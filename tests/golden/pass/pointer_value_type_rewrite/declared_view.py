# check: pass PointerValueTypeRewrite
# As in TVM, a declared view keeps its type; accesses use a buffer that is declared nowhere.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        V = T.decl_buffer((8,), data=A.data)
        B[0:4] = V[0:4]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((2,), "float32x4"), B: T.Buffer((2,), "float32x4")):
        V = A.view("float32")
        V_1 = T.Buffer((2,), "float32x4", data=A.data)
        B[0] = V_1[0]
