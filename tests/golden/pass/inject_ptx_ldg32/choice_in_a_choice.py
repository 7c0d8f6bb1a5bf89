# check: pass InjectPTXLDG32
# defect: defect-misplaced-registers
# text only: a text does not carry the type of ptx_ldg32
# not idempotent: the inner choice is taken by a second run
# The other value may be a choice of its own, which is evaluated in any case.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 64)
        C[tx] = T.if_then_else(tx < 9, A[tx], T.if_then_else(20 < tx, A[tx - 20], T.float32(1.0)))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        predicate = T.alloc_local((1,), "bool")
        addr = T.alloc_local((2,), "int32")
        with T.launch_thread("threadIdx.x", 64) as tx:
            addr[0] = tx
            addr[1] = tx
            predicate[0] = tx < 9
            C[addr[1]] = T.if_then_else(20 < tx, A[tx - 20], T.float32(1.0))
            T.ptx_ldg32(C.data, predicate[0], A[addr[0]], addr[1])
