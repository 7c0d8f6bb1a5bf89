# check: pass FP8ComputeLegalize
# defect: defect-vector-store
# Narrowing chooses between zero and the value by if_then_else, which has one condition for all lanes; the sound mode
# chooses for each lane.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A_ptr: T.handle("float8_e5m2", "global"), C_ptr: T.handle("float8_e5m2", "global")):
        T.func_attr({"target": T.target({"arch": "sm_75", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A = T.decl_buffer((16,), "float8_e5m2", data=A_ptr)
        C = T.decl_buffer((16,), "float8_e5m2", data=C_ptr)
        C[0:4] = T.max(A[0:4], T.Broadcast(T.float8_e5m2(0.0), 4))  # error: a vector of float32 is narrowed to float8_e5m2; TVM chooses zeros by a condition that has to be a scalar
