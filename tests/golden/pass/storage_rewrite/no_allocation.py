# check: pass StorageRewrite
# expect: unchanged
# Memory of parameters is that of the caller.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(16):
            A[i * 4:i * 4 + 4] = T.Broadcast(T.float32(1.0), 4)
