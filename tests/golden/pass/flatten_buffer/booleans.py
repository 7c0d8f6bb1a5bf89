# check: pass FlattenBuffer
# A boolean is stored as a byte.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "bool"), B: T.Buffer((2, 4), "bool")):
        for i, j in T.grid(2, 4):
            B[i, j] = not A[i * 4 + j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "bool"), B: T.Buffer((2, 4), "bool")):
        A_1 = A.view("int8")
        B_1 = T.decl_buffer((8,), "int8", data=B.data)
        for i, j in T.grid(2, 4):
            B_1[i * 4 + j] = T.Cast("int8", not T.Cast("bool", A_1[i * 4 + j]))
