# check: pass StorageRewrite
# All memory of special hardware is one allocation; its parts are at offsets.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S = T.alloc_buffer((3,), "float16", scope="local.unit")
        Q = T.alloc_buffer((8,), scope="local.unit")
        S[0] = T.float16(1.0)
        Q[0] = T.Cast("float32", S[0])
        B[0] = T.Cast("float32", S[1]) + Q[1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        S_ptr = T.alloc_buffer((20,), "float16", scope="local.unit")
        S_ptr_1 = T.decl_buffer((8,), data=S_ptr.data, scope="local.unit")
        S_ptr_2 = T.Buffer((3,), "float16", data=S_ptr.data, scope="local.unit")
        S_ptr_2[0] = T.float16(1.0)
        S_ptr_1[2] = T.Cast("float32", S_ptr_2[0])
        B[0] = T.Cast("float32", S_ptr_2[1]) + S_ptr_1[3]
