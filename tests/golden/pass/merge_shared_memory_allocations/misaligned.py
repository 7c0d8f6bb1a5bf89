# check: pass MergeSharedMemoryAllocations
# The alignment must fit the widest element in the layer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A = T.alloc_buffer((64,), "float64", scope="shared.dyn")
        B = T.alloc_buffer((64,), "int8", scope="shared.dyn", align=4) # error: 'B_ptr' is aligned to 4 bytes, which is not a multiple of the widest element in its layer, 8 bytes
        A[tx] = T.Cast("float64", X[tx])
        B[tx] = T.Cast("int8", X[tx])
        X[tx] = T.Cast("float32", A[tx]) + T.Cast("float32", B[tx])
