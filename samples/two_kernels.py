# title: Two kernels in one function
# group: Programs
# order: 10
# summary: Two launches with dynamic shared memory each; what goes wrong when it is merged per function
# pipeline: split@legacy-merge
# computes: Y[i] = (X[i] + X[(128 - i) % 128] * X[(128 - i) % 128]) * 0.5
# computes: Z[i] = (Y[63 - i] + Y[127 - i]) * (Y[i] - Y[i + 64])
#
# Two launches in one function, each with its own dynamic shared memory.
#
# Pipeline `split`: MergeSharedMemoryAllocations gives each launch one merged buffer of its own, so each of the
# two kernels reserves its own bytes: 1024 in the first, 512 in the second.
# Pipeline `split@legacy-merge`: the merge looks at the whole function, puts one `buf_dyn_shmem` into the first
# launch, and the second launch uses it outside of its scope. The merge step is red.
# Pipeline `split@legacy-launch`: LowerDeviceKernelLaunch takes the kernels for plain subroutines of the host
# and changes nothing. That step is red.
#
# The barriers are those the *merged* program needs: `folded` may be laid over `values`, so no thread may write it
# before all threads have read `values`.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((128,), "float32"), Y: T.Buffer((128,), "float32"), Z: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 128) as tx:
            values = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            squares = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            folded = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            mine = T.alloc_buffer((1,), "float32", scope="local")
            values[tx] = X[tx]
            squares[tx] = X[tx] * X[tx]
            T.tvm_storage_sync("shared")
            mine[0] = values[127 - tx] + squares[(tx + 1) % 128]
            T.tvm_storage_sync("shared")
            folded[tx] = mine[0]
            T.tvm_storage_sync("shared")
            Y[tx] = folded[127 - tx] * T.float32(0.5)
        with T.launch_thread("threadIdx.x", 64) as tx:
            total = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            spread = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            total[tx] = Y[tx] + Y[tx + 64]
            spread[tx] = Y[tx] - Y[tx + 64]
            T.tvm_storage_sync("shared")
            Z[tx] = total[63 - tx] * spread[tx]
