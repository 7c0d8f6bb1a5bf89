# check: pass InjectPTXLDG32
# text only: a text does not carry the type of ptx_ldg32
# mode: sound
# Each load allocates its address and its predicate.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        C[0] = T.if_then_else(A[1] > T.float32(0.0), A[0], T.float32(0.0))
        L = T.alloc_local((1,))
        L[0] = A[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        predicate = T.alloc_local((1,), "bool")
        addr = T.alloc_local((2,), "int32")
        addr[0] = 0
        addr[1] = 0
        predicate[0] = A[1] > T.float32(0.0)
        C[addr[1]] = T.float32(0.0)
        T.ptx_ldg32(C.data, predicate[0], A[addr[0]], addr[1])
        L = T.alloc_local((1,))
        L[0] = A[0]
