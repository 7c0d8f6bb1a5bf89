# check: pass AnnotateEntryFunc
# expect: unchanged
# report:
#   note: no entry is marked: no function is exported

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def first(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)

    @T.prim_func(private=True, s_tir=True)
    def second(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(2.0)
