# check: verify
# established: Launches
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.handle("float32", "global"), i: T.int32):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
        y = T.decl_buffer((64,), data=Y)
        y[i] = T.float32(1)

    @T.prim_func(private=True, s_tir=True)
    def main_kernel(Y: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"}), "calling_conv": 2, "tirx.kernel_launch_params": [], "global_symbol": "main_kernel"})
        tx = T.launch_thread("threadIdx.x", 64)  # error: kernel 'main_kernel' opens threadIdx.x, but its launch passes no extent of that axis
        Module.helper(Y, tx)

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
        T.call_packed("main_kernel", Y.data)
