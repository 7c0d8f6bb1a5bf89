# check: pass FlattenBuffer
# Extents of parameters are part of the index.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, n: T.int32, m: T.int32):
        A = T.match_buffer(a, (n, m))
        for i, j in T.grid(n, m):
            A[i, j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, n: T.int32, m: T.int32):
        A = T.match_buffer(a, (n, m))
        A_1 = A.view(n * m)
        for i, j in T.grid(n, m):
            A_1[i * m + j] = T.float32(0.0)
