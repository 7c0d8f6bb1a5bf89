# title: Shared memory outside the launch
# group: Programs
# order: 70
# summary: An allocation outside any launch: noted by the verifier, left alone by the merge
# pipeline: split
# computes: Y[i] = abs(X[63 - i])
#
# Shared memory allocated by the host, before the launch that uses it.
#
# The verifier notes it from the start: shared memory belongs to a block of threads, and here there is none yet.
# Pipeline `split`: the merge looks inside launches only and leaves both buffers where they are; SplitHostDevice
# then makes parameters of their pointers, as it does of any other. That step is red: no host can pass shared
# memory. LowerDeviceKernelLaunch rejects what is left.
# Pipeline `split@legacy-merge`: the older merge collects the allocations of the whole function and puts the
# merged one into the launch, where it belongs. With one launch that repairs the program.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        low = T.alloc_buffer((64,), "float32", scope="shared.dyn")
        high = T.alloc_buffer((64,), "float32", scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 64) as tx:
            low[tx] = T.min(X[tx], T.float32(0.0))
            high[tx] = T.max(X[tx], T.float32(0.0))
            T.tvm_storage_sync("shared")
            Y[tx] = high[63 - tx] - low[63 - tx]
