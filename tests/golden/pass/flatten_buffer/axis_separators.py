# check: pass FlattenBuffer
# text only: the text does not show the separators of a view
# Axis separators divide the dimensions into groups; each group becomes one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_handle: T.handle):
        A = T.match_buffer(A_handle, (2, 4, 8), axis_separators=[2])
        for i, j, k in T.grid(2, 4, 8):
            A[i, j, k] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_handle: T.handle):
        A = T.match_buffer(A_handle, (2, 4, 8), axis_separators=[2])
        A_1 = A.view(8, 8)
        for i, j, k in T.grid(2, 4, 8):
            A_1[i * 4 + j, k] = T.float32(0.0)
