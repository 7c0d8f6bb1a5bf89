# check: pass BF16ComputeLegalize
# The function that gets the pointer expects bfloat16 values at it.
# report:
#   note: 'tile' keeps bfloat16: its pointer is passed on

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        tile = T.alloc_local((16,), "bfloat16")
        tile[0] = A[0] + A[1]
        T.call_extern("void", "consume", tile.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        tile = T.alloc_local((16,), "bfloat16")
        tile[0] = T.reinterpret("bfloat16", T.Cast("uint16", T.shift_right(T.reinterpret("uint32", T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[0])), T.uint32(16))) + T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[1])), T.uint32(16)))) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32", T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[0])), T.uint32(16))) + T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[1])), T.uint32(16)))), T.uint32(16)), T.uint32(1)) + T.uint32(32767)), T.uint32(16))))
        T.call_extern("void", "consume", tile.data)
