# check: verify
# established: Split
@T.prim_func(s_tir=True)
def main(N: T.Buffer((1,), "int32"), Y: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
    n = T.alloc_buffer((1,), "int32", scope="local")
    n[0] = 64
    T.call_packed("kernel", Y.data, n[0])
