# check: pass TransformMmaBufferLayout
# Rows and columns become numbers of registers.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                F = T.sblock_alloc_buffer((32, 16), scope="m16n8k8.matrixC")
                for i, j, v in T.grid(4, 2, 2):
                    F[i * 8 + tx // 4, j * 8 + tx % 4 * 2 + v] = T.float32(0.0)
                for i, j, v in T.grid(4, 2, 2):
                    C[i * 8 + tx // 4, j * 8 + tx % 4 * 2 + v] = F[i * 8 + tx // 4, j * 8 + tx % 4 * 2 + v]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                F = T.sblock_alloc_buffer((2, 2, 2, 2), scope="local")
                for i, j, v in T.grid(4, 2, 2):
                    F[(tx // 32 + i) // 2, (tx % 4 * 2 + v) // 8 + j, (tx // 32 + i) % 2, v % 2] = T.float32(0.0)
                for i, j, v in T.grid(4, 2, 2):
                    C[i * 8 + tx // 4, j * 8 + tx % 4 * 2 + v] = F[(tx // 32 + i) // 2, (tx % 4 * 2 + v) // 8 + j, (tx // 32 + i) % 2, v % 2]
