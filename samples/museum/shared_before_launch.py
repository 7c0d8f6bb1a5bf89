# title: Shared memory allocated before the launch
# group: Museum
# topic: Shared memory leaves its launch
# order: 2060
# summary: The merge looks inside launches only, and the allocation stays on the host
# pipeline: split
# fix: split@legacy-merge
# bad pass: SplitHostDevice
# error: takes shared memory 'carry_ptr' as a parameter, and no host can pass it
# error line: carry_ptr
# execution: refused: from its host, which has none
# computes: Y[i] = 0.25 * X[63 - i] + X[i]
#
# Shared memory allocated before the launch.
#
# `split` merges what is inside a launch and leaves the rest, so `carry` and `keep` stay with the host,
# which has no shared memory. SplitHostDevice makes parameters of their pointers, and is red. `split@before`
# splits first: the merge comes later, and `split@legacy-merge` collects the allocations of the whole function
# into the launch; there the program is sound, as long as it is one launch.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        carry = T.alloc_buffer((64,), "float32", scope="shared.dyn")
        keep = T.alloc_buffer((64,), "float32", scope="shared.dyn")
        with T.launch_thread("blockIdx.x", 1) as bx:
            tx = T.launch_thread("threadIdx.x", 64)
            carry[tx] = X[tx] * T.float32(0.25)
            keep[tx] = X[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = carry[63 - tx] + keep[tx]
