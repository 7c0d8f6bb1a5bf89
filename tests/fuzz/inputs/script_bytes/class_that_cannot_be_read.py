@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        A[0] = 1

@I.ir_moduwhile le
class After:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        A[0] = 1
