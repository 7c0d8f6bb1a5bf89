# check: pass BF16StorageLegalize
# The allocation, its pointer, and the calls that get the pointer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        tile = T.alloc_local((16,), "bfloat16")
        tile[0] = A[0]
        T.call_extern("void", "consume", tile.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("uint16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "uint16", data=A_ptr)
        tile = T.alloc_local((16,), "uint16")
        tile[0] = A[0]
        T.call_extern("void", "consume", tile.data)
