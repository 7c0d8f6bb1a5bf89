# check: pass PointerValueTypeRewrite
# A pointer that is read as another type becomes a pointer to that type.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(p: T.handle("float32"), B: T.Buffer((4,), "int32")):
        V = T.decl_buffer((4,), "int32", data=p)
        for i in range(4):
            B[i] = V[i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(p: T.handle("int32"), B: T.Buffer((4,), "int32")):
        V = T.decl_buffer((4,), "int32", data=p)
        for i in range(4):
            V_1 = T.Buffer((4,), "int32", data=p)
            B[i] = V_1[i]
