# check: pass BF16ComputeLegalize
# A variable is as wide as the value it is bound to; a vector is converted lane by lane.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        v: T.let[T.bfloat16] = A[0] * A[1]
        if v < A[2]:
            A[0:4] = T.max(A[4:8], T.Broadcast(v, 4))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("bfloat16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "bfloat16", data=A_ptr)
        v: T.let[T.float32] = T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[0])), T.uint32(16))) * T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[1])), T.uint32(16)))
        if v < T.reinterpret("float32", T.shift_left(T.Cast("uint32", T.reinterpret("uint16", A[2])), T.uint32(16))):
            A[0:4] = T.reinterpret("bfloat16x4", T.Cast("uint16x4", T.shift_right(T.reinterpret("uint32x4", T.max(T.reinterpret("float32x4", T.shift_left(T.Cast("uint32x4", T.reinterpret("uint16x4", A[4:8])), T.Broadcast(T.uint32(16), 4))), T.Broadcast(v, 4))) + (T.bitwise_and(T.shift_right(T.reinterpret("uint32x4", T.max(T.reinterpret("float32x4", T.shift_left(T.Cast("uint32x4", T.reinterpret("uint16x4", A[4:8])), T.Broadcast(T.uint32(16), 4))), T.Broadcast(v, 4))), T.Broadcast(T.uint32(16), 4)), T.Broadcast(T.uint32(1), 4)) + T.Broadcast(T.uint32(32767), 4)), T.Broadcast(T.uint32(16), 4))))
