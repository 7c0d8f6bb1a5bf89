# check: pass InjectSoftwarePipeline
# Indices of tensor-core fragments count fragments, not elements.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 256), "float16"), C: T.Buffer((16, 256), "float16")):
        for i in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
            with T.sblock(""):
                T.reads(A[0:16, i * 16:i * 16 + 16])
                T.writes(C[0:16, i * 16:i * 16 + 16])
                F = T.sblock_alloc_buffer((16, 16), "float16", scope="wmma.matrix_a")
                with T.sblock(""):
                    T.reads(A[0:16, i * 16:i * 16 + 16])
                    T.writes(F[0:16, 0:16])
                    T.tvm_load_matrix_sync(F.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), A.data, i * 16, 4096, 1), 256, "row_major")
                with T.sblock(""):
                    T.reads(F[0:16, 0:16])
                    T.writes(C[0:16, i * 16:i * 16 + 16])
                    T.tvm_store_matrix_sync(F.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), C.data, i * 16, 4096, 2), 256, "row_major")

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 256), "float16"), C: T.Buffer((16, 256), "float16")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock(""):
                T.reads(A[0:16, 0:256])
                T.writes(C[0:16, 0:256])
                F = T.sblock_alloc_buffer((2, 16, 16), "float16", scope="wmma.matrix_a")
                with T.sblock(""):
                    T.reads(A[0:16, T.Mul(0, 16):T.Mul(0, 16) + 16])
                    T.writes(F[T.FloorMod(0, 2), 0:16, 0:16])
                    T.tvm_load_matrix_sync(F.data, 16, 16, 16, T.FloorMod(0, 2), T.tvm_access_ptr(T.type_annotation("float16"), A.data, T.Mul(0, 16), 4096, 1), 256, "row_major")
                with T.sblock(""):
                    T.reads(A[0:16, 16:256], F[0:2, 0:16, 0:16])
                    T.writes(F[0:2, 0:16, 0:16], C[0:16, 0:240])
                    for i in range(15):
                        with T.sblock(""):
                            T.where(i + 1 < 16)
                            T.reads(A[0:16, (i + 1) * 16:(i + 1) * 16 + 16])
                            T.writes(F[(i + 1) % 2, 0:16, 0:16])
                            T.tvm_load_matrix_sync(F.data, 16, 16, 16, (i + 1) % 2, T.tvm_access_ptr(T.type_annotation("float16"), A.data, (i + 1) * 16, 4096, 1), 256, "row_major")
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 16)
                            T.reads(F[(i - 1 + 1) % 2, 0:16, 0:16])
                            T.writes(C[0:16, (i - 1 + 1) * 16:(i - 1 + 1) * 16 + 16])
                            T.tvm_store_matrix_sync(F.data, 16, 16, 16, (i - 1 + 1) % 2, T.tvm_access_ptr(T.type_annotation("float16"), C.data, (i - 1 + 1) * 16, 4096, 2), 256, "row_major")
                with T.sblock(""):
                    T.reads(F[T.FloorMod(15, 2), 0:16, 0:16])
                    T.writes(C[0:16, T.Mul(15, 16):T.Mul(15, 16) + 16])
                    T.tvm_store_matrix_sync(F.data, 16, 16, 16, T.FloorMod(15, 2), T.tvm_access_ptr(T.type_annotation("float16"), C.data, T.Mul(15, 16), 4096, 2), 256, "row_major")
