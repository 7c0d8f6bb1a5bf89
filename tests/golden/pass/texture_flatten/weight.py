# check: pass TextureFlatten
# text only: the text does not say the types of the calls
# The first dimension of weights is the column.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (8, 3, 4, 4), scope="global.texture-weight")
        for i, j, k in T.grid(8, 3, 4):
            A[i, j, k, 0:4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (8, 3, 4, 4), scope="global.texture-weight")
        for i, j, k in T.grid(8, 3, 4):
            T.texture2d_store(A.data, j * 4 + k, i, 0, 128, T.Broadcast(T.float32(0.0), 4))
