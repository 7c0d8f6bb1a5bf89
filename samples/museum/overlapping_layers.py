# title: Two live buffers share bytes
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2300
# summary: The layers of a combined entry are laid out independently of each other
# pipeline: split
# fix: split in sound mode
# bad pass: MergeSharedMemoryAllocations
# note: 'upper' (1024 bytes) is at byte 512: it takes over the entry of 'second'
# execution: differs
# finding: clobbered first[128]
# finding line: Y[i] + first[i]
# conflicting line: upper[i + 128] =
# computes: Y[i] = 5 * X[i] + 3 + (X[i] + 3 if i < 128 else 0)
#
# Two living buffers in the same bytes.
#
# The plan of the merge combines free entries into a larger one, layer by layer: `late` goes over `first` and
# `second`, and each layer lays out its buffers one after the other with its own padding. In the end `upper`
# starts 512 bytes in, where `first` has not ended, and is written before `first` is read for the last time. The sound
# mode keeps live buffers apart.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256,), "float32"), Y: T.Buffer((256,), "float32")):
        with T.launch_thread("threadIdx.x", 1) as tx:
            first = T.alloc_buffer((256,), "float32", scope="shared.dyn")
            second = T.alloc_buffer((256,), "float32", scope="shared.dyn")
            lower = T.alloc_buffer((128,), "float32", scope="shared.dyn")
            upper = T.alloc_buffer((256,), "float32", scope="shared.dyn")
            late = T.alloc_buffer((512,), "float32", scope="shared.dyn")
            for i in range(256):
                first[i] = X[i]
            for i in range(256):
                second[i] = X[i] + T.float32(1.0)
            for i in range(256):
                Y[i] = second[i]
            for i in range(256):
                upper[i] = X[i] + T.float32(2.0)
            for i in range(256):
                Y[i] = Y[i] + first[i]
            for i in range(128):
                lower[i] = X[i] + T.float32(3.0)
            for i in range(256):
                Y[i] = Y[i] + upper[i]
            for i in range(128):
                Y[i] = Y[i] + lower[i]
            for i in range(512):
                late[i] = X[i % 256]
            for i in range(256):
                Y[i] = Y[i] + late[i] + late[i + 256]
