# check: pass TextureFlatten
# text only: the text does not say the types of the calls
# In NHWC, the second dimension is the column.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (2, 5, 6, 7, 4), "float16", scope="global.texture-nhwc")
        for i, j, k, l in T.grid(2, 5, 6, 7):
            A[i, j, k, l, 0:4] = T.Broadcast(T.float16(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (2, 5, 6, 7, 4), "float16", scope="global.texture-nhwc")
        for i, j, k, l in T.grid(2, 5, 6, 7):
            T.texture2d_store(A.data, k * 7 + l, j, i, 64, T.Broadcast(T.float16(0.0), 4))
