# check: pass FP8ComputeLegalize
# defect: defect-float8-zero
# Sign, exponent and mantissa are taken apart, since the exponents have different sizes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), B_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        B = T.decl_buffer((16,), data=B_ptr)
        B[0] = T.Cast("float32", A[0])
        A[1] = T.Cast("float8_e5m2", B[1])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), B_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        B = T.decl_buffer((16,), data=B_ptr)
        B[0] = T.reinterpret("float32", T.bitwise_or(T.bitwise_or(T.bitwise_and(T.shift_left(T.Cast("uint32", T.reinterpret("uint8", A[0])), T.uint32(21)), T.uint32(8388607)), T.shift_left(T.Cast("uint32", T.shift_right(T.shift_left(T.reinterpret("uint8", A[0]), T.uint8(1)), T.uint8(3)) + T.uint8(112)), T.uint32(23))), T.shift_left(T.Cast("uint32", T.shift_right(T.reinterpret("uint8", A[0]), T.uint8(7))), T.uint32(31))))
        A[1] = T.reinterpret("float8_e5m2", T.if_then_else(T.shift_right(T.shift_left(T.reinterpret("uint32", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32", B[1]), T.uint32(21)), T.uint32(1)) + T.uint32(1048575)), T.uint32(1)), T.uint32(24)) < T.uint32(112), T.uint8(0), T.bitwise_or(T.bitwise_or(T.bitwise_and(T.Cast("uint8", T.shift_right(T.reinterpret("uint32", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32", B[1]), T.uint32(21)), T.uint32(1)) + T.uint32(1048575)), T.uint32(21))), T.uint8(3)), T.shift_left(T.Cast("uint8", T.shift_right(T.shift_left(T.reinterpret("uint32", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32", B[1]), T.uint32(21)), T.uint32(1)) + T.uint32(1048575)), T.uint32(1)), T.uint32(24)) - T.uint32(112)), T.uint8(2))), T.shift_left(T.Cast("uint8", T.shift_right(T.reinterpret("uint32", B[1]) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32", B[1]), T.uint32(21)), T.uint32(1)) + T.uint32(1048575)), T.uint32(31))), T.uint8(7)))))
