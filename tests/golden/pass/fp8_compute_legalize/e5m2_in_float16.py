# check: pass FP8ComputeLegalize("float16")
# defect: defect-float8-zero
# The exponents have the same size: the bits move up by 8.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), B_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        B = T.decl_buffer((16,), "float16", data=B_ptr)
        B[0] = T.Cast("float16", A[0])
        A[1] = T.Cast("float8_e5m2", B[1])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), B_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        B = T.decl_buffer((16,), "float16", data=B_ptr)
        B[0] = T.reinterpret("float16", T.shift_left(T.Cast("uint16", T.reinterpret("uint8", A[0])), T.uint16(8)))
        A[1] = T.reinterpret("float8_e5m2", T.Cast("uint8", T.shift_right(T.reinterpret("uint16", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint16", B[1]), T.uint16(8)), T.uint16(1)) + T.uint16(127)), T.uint16(8))))
