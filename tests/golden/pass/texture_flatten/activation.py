# check: pass TextureFlatten
# text only: the text does not say the types of the calls
# The dimension before the channels is the row, the one before it the column; all others are depth.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, B: T.Buffer((4,), "float32")):
        A = T.match_buffer(a, (2, 3, 4, 5, 4), scope="global.texture")
        for i in range(4):
            B[i] = A[1, 2, 3, 4, i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, B: T.Buffer((4,), "float32")):
        A = T.match_buffer(a, (2, 3, 4, 5, 4), scope="global.texture")
        for i in range(4):
            B[i] = T.texture2d_load(A.data, 4, 3, 5, 128, i)
