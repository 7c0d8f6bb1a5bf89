# check: pass InjectPTXLDG32
# text only: a text does not carry the type of ptx_ldg32
# The other way round, the condition is negated.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        for i in range(4):
            C[i] = T.if_then_else(i < 1, T.float32(1.0), A[i])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        predicate = T.alloc_local((1,), "bool")
        addr = T.alloc_local((2,), "int32")
        for i in range(4):
            addr[0] = i
            addr[1] = i
            predicate[0] = not i < 1
            C[addr[1]] = T.float32(1.0)
            T.ptx_ldg32(C.data, predicate[0], A[addr[0]], addr[1])
