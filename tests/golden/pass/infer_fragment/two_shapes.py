# check: pass InferFragment
# One fragment has one shape.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(C: T.Buffer((256,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        D = T.alloc_buffer((256,), scope="wmma.accumulator")
        T.tvm_fill_fragment(D.data, 16, 16, 16, 0, T.float32(0.0))
        T.tvm_fill_fragment(D.data, 8, 32, 16, 0, T.float32(0.0))  # error: the shapes given for 'D_ptr' differ: 16, 16, 16 and 8, 32, 16
