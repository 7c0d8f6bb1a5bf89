# check: pass InferFragment
# not idempotent: the attributes are written once more
# A filled accumulator gets the layout row_major, as in TVM.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        D = T.alloc_buffer((256,), scope="wmma.accumulator")
        T.tvm_fill_fragment(D.data, 16, 16, 16, 0, T.float32(0.0))
        T.tvm_store_matrix_sync(D.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), C.data, 0, 256, 2), 16, "row_major")

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        D_ptr = T.handle("float32", "wmma.accumulator")
        with T.attr(D_ptr, "fragment_layout", "row_major"):
            T.attr(D_ptr, "fragment_shape", "16, 16, 16")
            D = T.alloc_buffer((256,), data=D_ptr, scope="wmma.accumulator")
        T.tvm_fill_fragment(D_ptr, 16, 16, 16, 0, T.float32(0.0))
        T.tvm_store_matrix_sync(D_ptr, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("float32"), C.data, 0, 256, 2), 16, "row_major")
