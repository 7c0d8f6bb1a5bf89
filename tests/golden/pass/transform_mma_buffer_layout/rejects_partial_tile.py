# check: pass TransformMmaBufferLayout
# An accumulator has tiles of 16 rows.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((32, 16), "float32")):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.sblock("b"):
                T.reads()
                T.writes(C[0:32, 0:16])
                F = T.sblock_alloc_buffer((24, 16), scope="m16n8k8.matrixC")  # error: the two last extents of fragment 'F' must be multiples of 16 and 8
                F[0, 0] = T.float32(0.0)
