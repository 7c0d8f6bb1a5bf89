# check: verify
# established: Split
@T.prim_func(s_tir=True)
def main(N: T.Buffer((1,), "int32"), Y: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
    Y[0] = T.float32(1)  # error: host code of 'main' accesses device memory through 'Y_ptr'  # see: the program launches no kernel: bind a loop to threads, or choose a CPU as target
