# check: verify
# established: Launches
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)  # see: 'padded_host' is compiled for llvm and has no launch of its own
    def padded_host(n: T.int32):
        T.func_attr({"target": T.target({"kind": "llvm"}), "calling_conv": 2, "tirx.kernel_launch_params": [], "global_symbol": "padded_host"})
        T.evaluate(0)

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
        T.call_packed("padded_host", n)  # error: 'main' launches host function 'padded_host' as a kernel
