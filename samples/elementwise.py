# title: Elementwise, any length
# group: Programs
# order: 30
# summary: One thread per element, symbolic length, a guard; what a kernel takes from its host
# pipeline: split
# computes: C[i] = max(alpha * A[i] + B[i], 0)
#
# The smallest useful kernel: one thread per element, for any number of elements.
#
# Nothing is shared, so MergeSharedMemoryAllocations leaves it alone. Look at what the kernel needs from the
# host: after SplitHostDevice three pointers, then `alpha`, `n` and the number of blocks in alphabetical order;
# after LowerDeviceKernelLaunch the extents of the launch follow them in the call.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle, alpha: T.float32):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        C = T.match_buffer(c, (n,), "float32")
        blocks: T.let[T.int32] = (n + 127) // 128
        with T.launch_thread("blockIdx.x", blocks) as bx:
            tx = T.launch_thread("threadIdx.x", 128)
            i: T.let[T.int32] = bx * 128 + tx
            if i < n:
                C[i] = T.max(alpha * A[i] + B[i], T.float32(0.0))
