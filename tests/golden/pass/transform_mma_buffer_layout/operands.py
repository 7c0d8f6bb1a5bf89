# check: pass TransformMmaBufferLayout
# Operands are passed by address; a leading dimension of versions stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                P = T.sblock_alloc_buffer((2, 32, 8), "float16", scope="m16n8k8.matrixA")
                Q = T.sblock_alloc_buffer((8, 32), "float16", scope="m16n8k8.matrixB")
                T.call_extern("int32", "mma", P.data, Q.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                P = T.sblock_alloc_buffer((2, 1, 1, 4, 2), "float16", scope="local")
                Q = T.sblock_alloc_buffer((1, 1, 1, 8), "float16", scope="local")
                T.call_extern("int32", "mma", P.data, Q.data)
