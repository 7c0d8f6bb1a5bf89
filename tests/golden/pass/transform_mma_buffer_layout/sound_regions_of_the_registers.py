# check: pass TransformMmaBufferLayout
# mode: sound
# A nested block declares that it writes the registers.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                F = T.sblock_alloc_buffer((16, 8), scope="m16n8k8.matrixC")
                with T.sblock("mma"):
                    T.reads()
                    T.writes(F[0:16, 0:8])
                    T.call_extern("int32", "mma", F.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                F = T.sblock_alloc_buffer((1, 1, 2, 2), scope="local")
                with T.sblock("mma"):
                    T.reads()
                    T.writes(F[0, 0, 0:2, 0:2])
                    T.call_extern("int32", "mma", F.data)
