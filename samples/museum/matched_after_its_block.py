# title: A matched buffer outlives its block
# group: Museum
# topic: Passes in the wrong order
# order: 2630
# summary: Nothing defines the buffer once its block is taken apart
# pipeline: s_tir@late-match
# fix: s_tir
# bad pass: LowerOpaqueBlock
# error: access to buffer 'row' on 'row_ptr', which nothing defines
# error line: row[
# execution: refused: row_ptr
# computes: Y[i, j] = X[i, 63 - j]
#
# A matched buffer without its match.
#
# `row` is another name for a row of `X`, which only its block knows. Under `s_tir@late-match`, LowerOpaqueBlock takes the
# blocks apart before LowerMatchBuffer has replaced the accesses of `row` by accesses of `X`: from there on, nothing defines
# it. The contract says so before the run: LowerMatchBuffer requires that blocks are whole.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 64), "float32"), Y: T.Buffer((8, 64), "float32")):
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            with T.sblock("row"):
                T.reads(X[bx, 0:64])
                T.writes(Y[bx, 0:64])
                row = T.match_buffer(X[bx, 0:64], (64,), "float32", offset_factor=1)
                for tx in T.thread_binding(64, thread="threadIdx.x"):
                    with T.sblock("Y"):
                        T.reads(row[63 - tx])
                        T.writes(Y[bx, tx])
                        Y[bx, tx] = row[63 - tx]
