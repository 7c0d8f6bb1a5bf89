# check: verify
# established: Launches
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.handle("float32", "global"), i: T.int32):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
        y = T.decl_buffer((64,), data=Y)
        t = T.alloc_buffer((64,), scope="shared.dyn")  # see: 'helper' does so here
        t[i] = y[i]

    @T.prim_func(private=True, s_tir=True)
    def main_kernel(Y: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"}), "calling_conv": 2, "tirx.kernel_launch_params": ["threadIdx.x"], "global_symbol": "main_kernel"})
        tx = T.launch_thread("threadIdx.x", 64)
        Module.helper(Y, tx)  # error: kernel 'main_kernel' calls 'helper', which allocates dynamic shared memory 't', but its launch passes no number of bytes

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})})
        T.call_packed("main_kernel", Y.data, 64)
