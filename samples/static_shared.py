# title: Static shared memory
# group: Programs
# order: 60
# summary: Block-wise mean and variance by tree reductions; merged only on request
# pipeline: split
# computes: mean[b] = sum(X[b * 128 + i] for i in range(128)) / 128
# computes: variance[b] = sum(X[b * 128 + i] * X[b * 128 + i] for i in range(128)) / 128 - mean[b] * mean[b]
#
# Mean and variance of each block of 128 elements, by tree reductions in static shared memory.
#
# Static allocations (`shared`, sizes known to the compiler) are merged only when the configuration
# `tirx.merge_static_smem` is set; without it MergeSharedMemoryAllocations changes nothing here.
# `tirc opt samples/static_shared.py --pipeline split --config tirx.merge_static_smem=true` merges them.
# Both buffers are read by the last statement, so no byte can be used twice: 1024 bytes either way.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((512,), "float32"), mean: T.Buffer((4,), "float32"), variance: T.Buffer((4,), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 128)
        sums = T.alloc_buffer((128,), "float32", scope="shared")
        squares = T.alloc_buffer((128,), "float32", scope="shared")
        sums[tx] = X[bx * 128 + tx]
        squares[tx] = X[bx * 128 + tx] * X[bx * 128 + tx]
        T.tvm_storage_sync("shared")
        for step in range(7):
            half: T.let[T.int32] = T.shift_right(64, step)
            if tx < half:
                sums[tx] = sums[tx] + sums[tx + half]
                squares[tx] = squares[tx] + squares[tx + half]
            T.tvm_storage_sync("shared")
        if tx == 0:
            mean[bx] = sums[0] / T.float32(128.0)
            variance[bx] = squares[0] / T.float32(128.0) - sums[0] / T.float32(128.0) * (sums[0] / T.float32(128.0))
