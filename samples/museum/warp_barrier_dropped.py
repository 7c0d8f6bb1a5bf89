# title: A barrier of a warp is dropped
# group: Museum
# topic: Memory of the wrong threads
# order: 2560
# summary: TVM's CUDA C has nothing for a barrier of a warp
# pipeline: build
# fix: build in sound mode
# bad pass: LowerIntrin
# computes: Y[i] = X[i - i % 32 + 31 - i % 32]
#
# The lanes of a warp exchange values through shared memory, with a barrier of the warp between the store and the load.
#
# LowerIntrin leaves `tvm_storage_sync("warp")` to the code generator, and TVM's generator of CUDA C writes nothing for it.
# That was right as long as the lanes of a warp ran in lockstep. From compute capability 7.0 on, each lane goes its own way:
# it may read an element of `tiles` before the other lane has written it. An execution on the CPU shows nothing, because it
# takes the barrier as one; the generated code shows it: between the two accesses there is no statement. In the mode *sound*
# LowerIntrin makes `__syncwarp` of the barrier, and PTX gets `bar.warp.sync` in both modes.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256,), "float32"), Y: T.Buffer((256,), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        tx = T.launch_thread("threadIdx.x", 128)
        tiles = T.alloc_buffer((128,), scope="shared")
        tiles[tx] = X[bx * 128 + tx]
        T.tvm_storage_sync("warp")
        Y[bx * 128 + tx] = tiles[tx - tx % 32 + 31 - tx % 32]
