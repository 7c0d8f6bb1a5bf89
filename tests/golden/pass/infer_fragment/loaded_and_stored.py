# check: pass InferFragment
# not idempotent: the attributes are written once more
# An operand has the layout that it is loaded with; an accumulator has none.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "float16"), C: T.Buffer((256,), "float16")):
        tx = T.launch_thread("threadIdx.x", 32)
        W = T.alloc_buffer((256,), "float16", scope="wmma.matrix_b")
        D = T.alloc_buffer((256,), "float16", scope="wmma.accumulator")
        T.tvm_load_matrix_sync(W.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), A.data, 0, 256, 1), 16, "col_major")
        T.tvm_store_matrix_sync(D.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), C.data, 0, 256, 2), 16, "row_major")

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256,), "float16"), C: T.Buffer((256,), "float16")):
        tx = T.launch_thread("threadIdx.x", 32)
        W_ptr = T.handle("float16", "wmma.matrix_b")
        with T.attr(W_ptr, "fragment_layout", "col_major"):
            T.attr(W_ptr, "fragment_shape", "16, 16, 16")
            W = T.alloc_buffer((256,), "float16", data=W_ptr, scope="wmma.matrix_b")
        D_ptr = T.handle("float16", "wmma.accumulator")
        with T.attr(D_ptr, "fragment_shape", "16, 16, 16"):
            D = T.alloc_buffer((256,), "float16", data=D_ptr, scope="wmma.accumulator")
        T.tvm_load_matrix_sync(W_ptr, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), A.data, 0, 256, 1), 16, "col_major")
        T.tvm_store_matrix_sync(D_ptr, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float16"), C.data, 0, 256, 2), 16, "row_major")
