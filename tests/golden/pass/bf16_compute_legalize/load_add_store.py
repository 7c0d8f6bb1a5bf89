# check: pass BF16ComputeLegalize
# Loads move the bits up by 16, stores round to nearest even.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        B = T.decl_buffer((16,), "bfloat16", data=B_ptr)
        for i in range(16):
            B[i] = A[i] + T.bfloat16(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        B = T.decl_buffer((16,), "bfloat16", data=B_ptr)
        for i in range(16):
            B[i] = T.reinterpret("bfloat16", T.Cast("uint16", T.shift_right(T.reinterpret("uint32", T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[i])), T.uint32(16))) + T.float32(1.0)) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32", T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[i])), T.uint32(16))) + T.float32(1.0)), T.uint32(16)), T.uint32(1)) + T.uint32(32767)), T.uint32(16))))
