# check: pass RewriteUnsafeSelect
# expect: unchanged
# A choice by lanes has no branch that it could become.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        B[0:4] = T.Select(A[0:4] < T.Broadcast(T.float32(0.0), 4), A[4:8], T.Broadcast(T.float32(0.0), 4))
