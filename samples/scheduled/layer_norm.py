# title: Layer normalization
# group: Scheduled
# order: 1060
# summary: One reduction of two values at once
# pipeline: s_tir
# computes: Y[i, j] = (X[i, j] - sum(X[i, k] for k in range(128)) / 128) / sqrt(sum(X[i, k] * X[i, k] for k in
#     range(128)) / 128 - (sum(X[i, k] for k in range(128)) / 128) ** 2 + 0.00001) * weight[j] + bias[j]
#
# Layer normalization: one reduction of two values at once, then every element.
#
# The block `sums` reduces a pair. LowerCrossThreadReduction finds the reducer that adds both and passes both to
# one `tvm_thread_allreduce`.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16, 128), "float32"), weight: T.Buffer((128,), "float32"), bias: T.Buffer((128,), "float32"), Y: T.Buffer((16, 128), "float32")):
        total = T.sblock_alloc_buffer((16,), "float32", scope="shared")
        squares = T.sblock_alloc_buffer((16,), "float32", scope="shared")
        for bx in T.thread_binding(16, thread="blockIdx.x"):
            for k in range(4):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("sums"):
                        i = T.axis.spatial(16, bx)
                        j = T.axis.reduce(128, k * 32 + tx)
                        T.reads(X[i, j])
                        T.writes(total[i], squares[i])
                        with T.init():
                            total[i] = T.float32(0.0)
                            squares[i] = T.float32(0.0)
                        sum_of_values: T.let[T.float32] = total[i] + X[i, j]
                        sum_of_squares: T.let[T.float32] = squares[i] + X[i, j] * X[i, j]
                        total[i] = sum_of_values
                        squares[i] = sum_of_squares
            for k in range(4):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("Y"):
                        i = T.axis.spatial(16, bx)
                        j = T.axis.spatial(128, k * 32 + tx)
                        Y[i, j] = (X[i, j] - total[i] / T.float32(128)) * T.rsqrt(squares[i] / T.float32(128) - total[i] / T.float32(128) * (total[i] / T.float32(128)) + T.float32(1e-5)) * weight[j] + bias[j]
