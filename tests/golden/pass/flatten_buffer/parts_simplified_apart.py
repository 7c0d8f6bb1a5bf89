# check: pass FlattenBuffer
# A column that lost a multiple of the row length is still the rest of the same index.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((3, 48), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        tx = T.launch_thread("threadIdx.x", 64)
        A[(bx * 64 + tx) // 48, (bx * 16 + tx) % 48] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((3, 48), "float32")):
        A_1 = A.view(144)
        with T.launch_thread("blockIdx.x", 2) as bx:
            tx = T.launch_thread("threadIdx.x", 64)
            A_1[bx * 64 + tx] = T.float32(0.0)
