# check: verify
# established: Launches
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def padded_host(n: T.int32):
        T.func_attr({"target": T.target({"kind": "llvm"})})
        T.evaluate(0)

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
        Module.padded_host(n)
