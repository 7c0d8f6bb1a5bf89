# check: verify
# Before the split, a function with a host may be code of the device.
@T.prim_func(s_tir=True)
def main(N: T.Buffer((1,), "int32"), Y: T.Buffer((64,), "float32")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
    Y[0] = T.float32(N[0])
