# check: verify
# established: Split
@T.prim_func(s_tir=True)
def main(N: T.Buffer((1,), "int32"), Y: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "llvm", "host": {"kind": "llvm"}})})
    T.call_packed("kernel", Y.data, N[0])
