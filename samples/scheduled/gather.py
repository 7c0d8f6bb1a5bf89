# title: Rows by number
# group: Scheduled
# order: 1090
# summary: Positions that only the data knows, four elements at a time
# pipeline: s_tir
# computes: Y[i, j] = table[rows[i], j] if 0 <= rows[i] < 50 else 0
#
# Rows of a table by number, four elements at a time: a position that only the data knows.
#
# A number outside of the table gives zeros. VectorizeLoop makes one access of four elements of the loop over
# `j`; the condition is the same for all four and stays a branch.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(table: T.Buffer((50, 64), "float32"), rows: T.Buffer((40,), "int32"), Y: T.Buffer((40, 64), "float32")):
        for bx in T.thread_binding(10, thread="blockIdx.x"):
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    for j0 in T.vectorized(4):
                        with T.sblock("Y"):
                            i = T.axis.spatial(40, bx * 4 + ty)
                            j = T.axis.spatial(64, tx * 4 + j0)
                            T.reads(table[0:50, j], rows[i])
                            T.writes(Y[i, j])
                            Y[i, j] = T.if_then_else(0 <= rows[i] and rows[i] < 50, table[rows[i], j], T.float32(0.0))
