# check: pass AnnotateEntryFunc
# expect: unchanged
# report:
#   note: main is marked as the entry already

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"tirx.is_entry_func": True})
        A[0] = T.float32(1.0)
