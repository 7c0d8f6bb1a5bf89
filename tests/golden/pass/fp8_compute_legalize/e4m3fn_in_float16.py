# check: pass FP8ComputeLegalize("float16")
# defect: defect-float8-zero
# Sign, exponent and mantissa are taken apart, since the exponents have different sizes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e4m3fn", "global"), B_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e4m3fn", data=A_ptr)
        B = T.decl_buffer((16,), "float16", data=B_ptr)
        B[0] = T.Cast("float16", A[0])
        A[1] = T.Cast("float8_e4m3fn", B[1])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e4m3fn", "global"), B_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e4m3fn", data=A_ptr)
        B = T.decl_buffer((16,), "float16", data=B_ptr)
        B[0] = T.reinterpret("float16", T.bitwise_or(T.bitwise_or(T.bitwise_and(T.shift_left(T.Cast("uint16", T.reinterpret("uint8", A[0])), T.uint16(7)), T.uint16(1023)), T.shift_left(T.Cast("uint16", T.shift_right(T.shift_left(T.reinterpret("uint8", A[0]), T.uint8(1)), T.uint8(4)) + T.uint8(8)), T.uint16(10))), T.shift_left(T.Cast("uint16", T.shift_right(T.reinterpret("uint8", A[0]), T.uint8(7))), T.uint16(15))))
        A[1] = T.reinterpret("float8_e4m3fn", T.if_then_else(T.shift_right(T.shift_left(T.reinterpret("uint16", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint16", B[1]), T.uint16(7)), T.uint16(1)) + T.uint16(63)), T.uint16(1)), T.uint16(11)) < T.uint16(8), T.uint8(0), T.bitwise_or(T.bitwise_or(T.bitwise_and(T.Cast("uint8", T.shift_right(T.reinterpret("uint16", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint16", B[1]), T.uint16(7)), T.uint16(1)) + T.uint16(63)), T.uint16(7))), T.uint8(7)), T.shift_left(T.Cast("uint8", T.shift_right(T.shift_left(T.reinterpret("uint16", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint16", B[1]), T.uint16(7)), T.uint16(1)) + T.uint16(63)), T.uint16(1)), T.uint16(11)) - T.uint16(8)), T.uint8(3))), T.shift_left(T.Cast("uint8", T.shift_right(T.reinterpret("uint16", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint16", B[1]), T.uint16(7)), T.uint16(1)) + T.uint16(63)), T.uint16(15))), T.uint8(7)))))
