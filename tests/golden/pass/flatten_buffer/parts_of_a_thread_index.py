# check: pass FlattenBuffer
# A row and a column that come from one index meet again.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        for ax in range(4):
            ty = T.launch_thread("threadIdx.y", 8)
            tx = T.launch_thread("threadIdx.x", 8)
            A[ax * 4 + ty // 2, ty % 2 * 8 + tx] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32")):
        A_1 = A.view(256)
        for ax in range(4):
            ty = T.launch_thread("threadIdx.y", 8)
            tx = T.launch_thread("threadIdx.x", 8)
            A_1[ax * 64 + ty * 8 + tx] = T.float32(0.0)
