# title: Matrix product on tensor cores
# group: Scheduled
# order: 1040
# summary: Fragments, matched buffers, and wmma calls
# pipeline: s_tir
# computes: C[i, j] = sum(A[i, k] * B[k, j] for k in range(32))
#
# A matrix product on tensor cores: each warp multiplies tiles of 16 by 16 in half precision and adds in single
# precision. What a tensor intrinsic does is written as a block that matches its operands (`T.match_buffer`).
#
# LowerMatchBuffer replaces the matched buffers by the fragments they refer to, TransformMmaBufferLayout and
# InferFragment find out which role each fragment has. The generated code calls `nvcuda::wmma`.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32, 32), "float16"), B: T.Buffer((32, 32), "float16"), C: T.Buffer((32, 32), "float32")):
        tileA = T.sblock_alloc_buffer((32, 32), "float16", scope="shared.dyn")
        tileB = T.sblock_alloc_buffer((32, 32), "float16", scope="shared.dyn")
        fragmentA = T.sblock_alloc_buffer((32, 32), "float16", scope="wmma.matrix_a")
        fragmentB = T.sblock_alloc_buffer((32, 32), "float16", scope="wmma.matrix_b")
        sums = T.sblock_alloc_buffer((32, 32), "float32", scope="wmma.accumulator")
        for by in T.thread_binding(2, thread="blockIdx.y"):
            for bx in T.thread_binding(2, thread="blockIdx.x"):
                with T.sblock("zero"):
                    i, j = T.axis.remap("SS", [by, bx])
                    T.reads()
                    T.writes(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                    c = T.match_buffer(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), strides=("c_s0", "c_s1"), scope="wmma.accumulator", offset_factor=16)
                    T.tvm_fill_fragment(c.data, 16, 16, 16, c.elem_offset // c.strides[0] // 16 * (c.strides[0] // 16) + c.elem_offset % c.strides[0] // 16, T.float32(0.0))
                for k in range(2):
                    for part in range(8):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("tileA"):
                                i = T.axis.spatial(32, by * 16 + (part * 32 + tx) // 16)
                                j = T.axis.spatial(32, k * 16 + (part * 32 + tx) % 16)
                                tileA[i, j] = A[i, j]
                    for part in range(8):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("tileB"):
                                i = T.axis.spatial(32, k * 16 + (part * 32 + tx) // 16)
                                j = T.axis.spatial(32, bx * 16 + (part * 32 + tx) % 16)
                                tileB[i, j] = B[i, j]
                    with T.sblock("fragmentA"):
                        i, j = T.axis.remap("SS", [by, k])
                        T.reads(tileA[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                        T.writes(fragmentA[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                        a = T.match_buffer(tileA[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float16", strides=("a_s0", "a_s1"), scope="shared.dyn", offset_factor=16)
                        f = T.match_buffer(fragmentA[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float16", strides=("f_s0", "f_s1"), scope="wmma.matrix_a", offset_factor=16)
                        T.tvm_load_matrix_sync(f.data, 16, 16, 16, f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), a.data, a.elem_offset, a.strides[0] * 16, 1), a.strides[0], "row_major")
                    with T.sblock("fragmentB"):
                        i, j = T.axis.remap("SS", [k, bx])
                        T.reads(tileB[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                        T.writes(fragmentB[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                        b = T.match_buffer(tileB[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float16", strides=("b_s0", "b_s1"), scope="shared.dyn", offset_factor=16)
                        f = T.match_buffer(fragmentB[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float16", strides=("f_s0", "f_s1"), scope="wmma.matrix_b", offset_factor=16)
                        T.tvm_load_matrix_sync(f.data, 16, 16, 16, f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), b.data, b.elem_offset, b.strides[0] * 16, 1), b.strides[0], "row_major")
                    with T.sblock("product"):
                        i, j, l = T.axis.remap("SSR", [by, bx, k])
                        T.reads(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16], fragmentA[i * 16:i * 16 + 16, l * 16:l * 16 + 16], fragmentB[l * 16:l * 16 + 16, j * 16:j * 16 + 16])
                        T.writes(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                        a = T.match_buffer(fragmentA[i * 16:i * 16 + 16, l * 16:l * 16 + 16], (16, 16), "float16", strides=("a_s0", "a_s1"), scope="wmma.matrix_a", offset_factor=16)
                        b = T.match_buffer(fragmentB[l * 16:l * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float16", strides=("b_s0", "b_s1"), scope="wmma.matrix_b", offset_factor=16)
                        c = T.match_buffer(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float32", strides=("c_s0", "c_s1"), scope="wmma.accumulator", offset_factor=16)
                        T.tvm_mma_sync(c.data, c.elem_offset // c.strides[0] // 16 * (c.strides[0] // 16) + c.elem_offset % c.strides[0] // 16, a.data, a.elem_offset // a.strides[0] // 16 * (a.strides[0] // 16) + a.elem_offset % a.strides[0] // 16, b.data, b.elem_offset // b.strides[0] // 16 * (b.strides[0] // 16) + b.elem_offset % b.strides[0] // 16, c.data, c.elem_offset // c.strides[0] // 16 * (c.strides[0] // 16) + c.elem_offset % c.strides[0] // 16)
                with T.sblock("C"):
                    i, j = T.axis.remap("SS", [by, bx])
                    T.reads(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                    T.writes(C[i * 16:i * 16 + 16, j * 16:j * 16 + 16])
                    f = T.match_buffer(sums[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float32", strides=("f_s0", "f_s1"), scope="wmma.accumulator", offset_factor=16)
                    c = T.match_buffer(C[i * 16:i * 16 + 16, j * 16:j * 16 + 16], (16, 16), "float32", strides=("c_s0", "c_s1"), offset_factor=16)
                    T.tvm_store_matrix_sync(f.data, 16, 16, 16, f.elem_offset // f.strides[0] // 16 * (f.strides[0] // 16) + f.elem_offset % f.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float32"), c.data, c.elem_offset, c.strides[0] * 16, 2), c.strides[0], "row_major")
