# check: pass FP8ComputeLegalize
# defect: defect-vector-store
# TVM compares the types with their lanes; the sound mode stores the vector.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e4m3fn", "global"), H_ptr: T.handle("float16", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e4m3fn", data=A_ptr)
        H = T.decl_buffer((16,), "float16", data=H_ptr)
        H[0:4] = T.Cast("float16x4", A[0:4])  # error: a vector of float16 is stored to 'H', whose elements are scalars; TVM compares the two types with their lanes
