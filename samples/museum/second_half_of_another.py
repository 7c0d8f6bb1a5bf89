# title: A second half over the memory of another buffer
# group: Museum
# topic: Passes in the wrong order
# order: 2670
# summary: The next iteration is fetched where this one still computes
# pipeline: s_tir@late-double-buffer
# fix: s_tir
# bad pass: InjectDoubleBuffer
# error: 'tile_ptr' is doubled, but stored to outside of its double_buffer_scope
# error line: * T.float32(2.0)
# computes: Y[i] = 2 * X[i]
#
# A buffer that is shared before it is doubled.
#
# `doubled` is used after the last use of `tile`, so StorageRewrite gives it the same memory. Under `s_tir@late-double-buffer`
# InjectDoubleBuffer runs after that: it gives `tile` a second half and fetches the next iteration before this one computes. But
# `doubled` is a view of the same memory now, and the values that it stores would overwrite what is fetched: the pass refuses.
# The contract says so before the run: InjectDoubleBuffer requires that buffers have memory of their own.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((512,), "float32"), Y: T.Buffer((512,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            for k in range(8):
                tile = T.alloc_buffer((64,), "float32", scope="shared")
                doubled = T.alloc_buffer((64,), "float32", scope="shared")
                with T.attr(tile.data, "double_buffer_scope", 1):
                    tile[tx] = X[k * 64 + tx]
                Y[k * 64 + tx] = tile[63 - tx]
                doubled[tx] = Y[k * 64 + tx] * T.float32(2.0)
                Y[k * 64 + tx] = doubled[63 - tx]
