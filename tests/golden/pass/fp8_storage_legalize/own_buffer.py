# check: pass FP8StorageLegalize
# The allocation, its pointer, and the calls that get the pointer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e4m3fn", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e4m3fn", data=A_ptr)
        tile = T.alloc_local((16,), "float8_e4m3fn")
        tile[0] = A[0]
        T.call_extern("void", "consume", tile.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("uint8", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "uint8", data=A_ptr)
        tile = T.alloc_local((16,), "uint8")
        tile[0] = A[0]
        T.call_extern("void", "consume", tile.data)
