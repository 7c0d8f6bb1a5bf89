# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# A call that reads a range waits for the stores.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), S.data, 0, 32, 1))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        S[tx] = A[tx]
        T.tvm_storage_sync("shared")
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), S.data, 0, 32, 1))
