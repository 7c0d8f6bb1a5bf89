# title: Convolution with padding
# group: Scheduled
# order: 1070
# summary: A padded image in shared memory, sums in registers, an unrolled loop
# pipeline: s_tir
# computes: Y[c, h, w] = max(0, sum(sum(X[c, h + p - 1, w + q - 1] * K[c, p, q] if 0 < h + p <= 16 and 0 < w + q <=
#     16 else 0 for q in range(3)) for p in range(3)))
#
# A 3 by 3 convolution of 8 channels with zero padding. The padded image is a block of its own; each thread computes
# one row of 8 results in registers.
#
# PlanAndUpdateBufferAllocationLocation and CompactBufferAllocation shrink `padded` to what a thread block
# needs of it, with the border. UnrollLoop unrolls the loop that stores a row.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8, 16, 16), "float32"), K: T.Buffer((8, 3, 3), "float32"), Y: T.Buffer((8, 16, 16), "float32")):
        padded = T.sblock_alloc_buffer((8, 18, 18), "float32", scope="shared")
        sums = T.sblock_alloc_buffer((8, 16, 16), "float32", scope="local")
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            for k in range(11):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("padded"):
                        c = T.axis.spatial(8, bx)
                        h = T.axis.spatial(18, (k * 32 + tx) // 18)
                        w = T.axis.spatial(18, (k * 32 + tx) % 18)
                        T.where(k * 32 + tx < 324)
                        padded[c, h, w] = T.if_then_else(1 <= h and h < 17 and 1 <= w and w < 17, X[c, h - 1, w - 1], T.float32(0.0))
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                for w0, dh, dw in T.grid(8, 3, 3):
                    with T.sblock("sums"):
                        c = T.axis.spatial(8, bx)
                        h = T.axis.spatial(16, tx // 2)
                        w = T.axis.spatial(16, tx % 2 * 8 + w0)
                        kh, kw = T.axis.remap("RR", [dh, dw])
                        with T.init():
                            sums[c, h, w] = T.float32(0.0)
                        sums[c, h, w] = sums[c, h, w] + padded[c, h + kh, w + kw] * K[c, kh, kw]
                for w0 in T.unroll(8):
                    with T.sblock("Y"):
                        c = T.axis.spatial(8, bx)
                        h = T.axis.spatial(16, tx // 2)
                        w = T.axis.spatial(16, tx % 2 * 8 + w0)
                        Y[c, h, w] = T.max(sums[c, h, w], T.float32(0.0))
