# check: pass InferFragment
# Operands must be loaded or filled first.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        D = T.alloc_buffer((256,), scope="wmma.accumulator")
        W = T.alloc_buffer((256,), "float16", scope="wmma.matrix_a")
        V = T.alloc_buffer((256,), "float16", scope="wmma.matrix_b")
        T.tvm_fill_fragment(D.data, 16, 16, 16, 0, T.float32(0.0))
        T.tvm_mma_sync(D.data, 0, W.data, 0, V.data, 0, D.data, 0)  # error: 'W_ptr' is multiplied before it is filled or loaded
