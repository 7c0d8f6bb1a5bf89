# check: verify
# established: HostCalls
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    T.func_attr({"target": T.target({"kind": "llvm"})})
    T.call_packed("show", X.data)  # error: a packed call of 'main' does not pass its arguments on the stack
