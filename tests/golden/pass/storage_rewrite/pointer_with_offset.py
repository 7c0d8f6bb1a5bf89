# check: pass StorageRewrite
# A pointer into a part of special memory starts at its offset.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((4,), scope="local.unit")
        Q = T.alloc_buffer((4,), scope="local.unit")
        T.call_extern("int32", "fill", T.tvm_access_ptr(T.type_annotation("float32"), S.data, 0, 4, 2), T.tvm_access_ptr(T.type_annotation("float32"), Q.data, 1, 3, 2))
        B[0] = S[0] + Q[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S_ptr = T.alloc_buffer((8,), scope="local.unit")
        S_ptr_1 = S_ptr.view(4)
        T.call_extern("int32", "fill", T.tvm_access_ptr(T.type_annotation("float32"), S_ptr.data, 0, 4, 2), T.tvm_access_ptr(T.type_annotation("float32"), S_ptr.data, 5, 3, 2))
        S_ptr_2 = T.Buffer((4,), data=S_ptr.data, scope="local.unit")
        B[0] = S_ptr_2[0] + S_ptr_1[4]
