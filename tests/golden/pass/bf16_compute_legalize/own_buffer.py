# check: pass BF16ComputeLegalize
# A buffer of the function itself gets float32 elements: no conversion on the way in.
# report:
#   note: 'tile' gets float32 elements, twice its bytes

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        B = T.decl_buffer((16,), data=B_ptr)
        tile = T.alloc_shared((16,), "bfloat16")
        for i in range(16):
            tile[i] = A[i]
        for i in range(16):
            B[i] = T.Cast("float32", tile[i] * tile[i])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global"), B_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        B = T.decl_buffer((16,), data=B_ptr)
        tile = T.alloc_shared((16,))
        for i in range(16):
            tile[i] = T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[i])), T.uint32(16)))
        for i in range(16):
            B[i] = tile[i] * tile[i]
