# check: verify
# established: Packed
@T.prim_func(s_tir=True)  # error: exported host function 'main' does not take its arguments packed
def main(n: T.int32):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}}), "global_symbol": "main"})
    T.evaluate(n)
