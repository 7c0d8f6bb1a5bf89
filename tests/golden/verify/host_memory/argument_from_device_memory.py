# check: verify
# established: Split
# The host evaluates the arguments of a launch.
@T.prim_func(s_tir=True)
def main(N: T.Buffer((1,), "int32"), Y: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
    T.call_packed("kernel", Y.data, N[0])  # error: host code of 'main' accesses device memory through 'N_ptr'
