# check: pass TransformMmaBufferLayout
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                L = T.sblock_alloc_buffer((32, 16), scope="local")
                L[0, 0] = T.float32(0.0)
