# title: Tiled matrix product
# group: Programs
# order: 50
# summary: Tiles in shared memory, two barriers per step, and a third buffer over the dead tiles
# pipeline: split
# computes: C[i, j] = bias[j] + sum(A[i, k] * B[k, j] for k in range(64))
#
# C = A * B + bias, 64 x 64 x 64, in tiles of 16 x 16 that go through shared memory.
#
# Two barriers per step of `k`: the tiles must be complete before any thread reads them, and read before any thread
# overwrites them. After the loop both tiles are dead, and the merge lays `bias_row` over one of them. A tile is
# exactly 16 times as large as the row: the most that MergeSharedMemoryAllocations accepts. With a row of 15
# it would take new bytes.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), bias: T.Buffer((64,), "float32"), C: T.Buffer((64, 64), "float32")):
        by = T.launch_thread("blockIdx.y", 4)
        bx = T.launch_thread("blockIdx.x", 4)
        ty = T.launch_thread("threadIdx.y", 16)
        tx = T.launch_thread("threadIdx.x", 16)
        A_tile = T.alloc_buffer((256,), "float32", scope="shared.dyn")
        B_tile = T.alloc_buffer((256,), "float32", scope="shared.dyn")
        bias_row = T.alloc_buffer((16,), "float32", scope="shared.dyn")
        acc = T.alloc_buffer((1,), "float32", scope="local")
        acc[0] = T.float32(0.0)
        for k in range(4):
            A_tile[ty * 16 + tx] = A[by * 16 + ty, k * 16 + tx]
            B_tile[ty * 16 + tx] = B[k * 16 + ty, bx * 16 + tx]
            T.tvm_storage_sync("shared")
            for j in range(16):
                acc[0] = acc[0] + A_tile[ty * 16 + j] * B_tile[j * 16 + tx]
            T.tvm_storage_sync("shared")
        if ty == 0:
            bias_row[tx] = bias[bx * 16 + tx]
        T.tvm_storage_sync("shared")
        C[by * 16 + ty, bx * 16 + tx] = acc[0] + bias_row[tx]
