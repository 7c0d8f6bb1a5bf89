# check: pass TextureFlatten
# text only: the text does not say the types of the calls
# Positions are simplified with the ranges of all loops.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (2, 6, 8, 4), scope="global.texture-weight")
        for i, j in T.grid(2, 3):
            A[0, (i * 3 + j) % 6, j % 8, 0:4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (2, 6, 8, 4), scope="global.texture-weight")
        for i, j in T.grid(2, 3):
            T.texture2d_store(A.data, i * 24 + j * 9, 0, 0, 128, T.Broadcast(T.float32(0.0), 4))
