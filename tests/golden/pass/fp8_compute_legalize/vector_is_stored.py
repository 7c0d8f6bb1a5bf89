# check: pass FP8ComputeLegalize("float16")
# mode: sound
# TVM refuses this store.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), H_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        H = T.decl_buffer((16,), "float16", data=H_ptr)
        H[0:4] = T.Cast("float16x4", A[0:4])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), H_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        H = T.decl_buffer((16,), "float16", data=H_ptr)
        H[0:4] = T.reinterpret("float16x4", T.shift_left(T.Cast("uint16x4", T.reinterpret("uint8x4", A[0:4])), T.Broadcast(T.uint16(8), 4)))
