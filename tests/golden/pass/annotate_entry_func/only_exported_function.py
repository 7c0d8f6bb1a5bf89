# check: pass AnnotateEntryFunc
# Of several functions, the only exported one.
# report:
#   note: main is the entry: it is the only exported function

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(2.0)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def helper(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"tirx.is_entry_func": True})
        A[0] = T.float32(2.0)
