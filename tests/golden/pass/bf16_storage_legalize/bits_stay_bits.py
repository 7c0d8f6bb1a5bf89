# check: pass BF16StorageLegalize
# Nothing is reinterpreted any more where bits were loaded and stored.
# report:
#   note: bfloat16 is stored as uint16 here

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("bfloat16", "shared")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        B = T.decl_buffer((16,), "bfloat16", data=B_ptr, scope="shared")
        B[0] = A[0]
        B[1] = T.reinterpret("bfloat16", T.bitwise_xor(T.reinterpret("uint16", A[1]), T.uint16(1)))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("uint16", "global"), B_ptr: T.handle("uint16", "shared")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "uint16", data=A_ptr)
        B = T.decl_buffer((16,), "uint16", data=B_ptr, scope="shared")
        B[0] = A[0]
        B[1] = T.bitwise_xor(A[1], T.uint16(1))
