# check: pass FP8ComputeLegalize
# defect: defect-float8-zero
# report:
#   note: 'tile' gets float32 elements, four times its bytes

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        tile = T.alloc_buffer((16,), "float8_e5m2", scope="shared.dyn")
        tile[0] = A[0] * T.float8_e5m2(2.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global")):
        T.func_attr({"target": T.target({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        tile = T.alloc_buffer((16,), scope="shared.dyn")
        tile[0] = T.reinterpret("float32", T.bitwise_or(T.bitwise_or(T.bitwise_and(T.shift_left(T.Cast("uint32", T.reinterpret("uint8", A[0])), T.uint32(21)), T.uint32(8388607)), T.shift_left(T.Cast("uint32", T.shift_right(T.shift_left(T.reinterpret("uint8", A[0]), T.uint8(1)), T.uint8(3)) + T.uint8(112)), T.uint32(23))), T.shift_left(T.Cast("uint32", T.shift_right(T.reinterpret("uint8", A[0]), T.uint8(7))), T.uint32(31)))) * T.float32(2.0)
