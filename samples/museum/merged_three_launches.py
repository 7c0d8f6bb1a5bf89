# title: One merged allocation for three launches
# group: Museum
# topic: Shared memory leaves its launch
# order: 2020
# summary: The second and the third launch use a buffer that is allocated in the first
# pipeline: split@legacy-merge
# fix: split
# bad pass: MergeSharedMemoryAllocations(mode="legacy")
# error: on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1
# error line: c[tx
# execution: refused: no definition of its data 'buf_dyn_shmem' is in scope
# computes: X[i] = (X[31 - i] + 1) * (X[i] - 1)
# computes: Y[i] = X[31 - i] + X[i] * 0.5
# computes: Z[i] = Y[31 - i] - X[31 - i]
#
# One merged buffer for three launches: in every launch after the first it is out of scope.
#
# `split@legacy-merge` puts the allocation into the first launch, and two launches use it from outside. Two of the
# three kernels of the split then take a pointer that no host can pass. `split` makes three allocations.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32"), Z: T.Buffer((32,), "float32")):
        with T.launch_thread("threadIdx.x", 32) as tx:
            a = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            b = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            a[tx] = X[tx] + T.float32(1.0)
            b[tx] = X[tx] - T.float32(1.0)
            T.tvm_storage_sync("shared")
            X[tx] = a[31 - tx] * b[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            c = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            d = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            c[tx] = X[tx]
            d[tx] = X[tx] * T.float32(0.5)
            T.tvm_storage_sync("shared")
            Y[tx] = c[31 - tx] + d[tx]
        with T.launch_thread("threadIdx.x", 32) as tx:
            e = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            f = T.alloc_buffer((32,), "float32", scope="shared.dyn")
            e[tx] = Y[tx]
            f[tx] = X[tx]
            T.tvm_storage_sync("shared")
            Z[tx] = e[31 - tx] - f[31 - tx]
