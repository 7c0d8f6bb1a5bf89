# check: pass FP8StorageLegalize
# Nothing is reinterpreted any more where bits were loaded and stored.
# report:
#   note: float8 is stored as uint8 here

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e4m3fn", "global"), B_ptr: T.handle("float8_e4m3fn", "shared")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e4m3fn", data=A_ptr)
        B = T.decl_buffer((16,), "float8_e4m3fn", data=B_ptr, scope="shared")
        B[0] = A[0]
        B[1] = T.reinterpret("float8_e4m3fn", T.bitwise_xor(T.reinterpret("uint8", A[1]), T.uint8(1)))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("uint8", "global"), B_ptr: T.handle("uint8", "shared")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "uint8", data=A_ptr)
        B = T.decl_buffer((16,), "uint8", data=B_ptr, scope="shared")
        B[0] = A[0]
        B[1] = T.bitwise_xor(A[1], T.uint8(1))
