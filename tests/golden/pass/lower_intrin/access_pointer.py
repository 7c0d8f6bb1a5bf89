# check: pass LowerIntrin
# The address of an element of a buffer that is just large enough for it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_extern("int32", "f", T.tvm_access_ptr(T.type_annotation("int32"), A.data, n // 4, 16, 1))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A_ptr = T.Buffer((n // 4 + 1,), "int32", data=A.data)
        T.call_extern("int32", "f", T.address_of(A_ptr[T.shift_right(n, 2)]))
