# check: pass LowerDeviceKernelLaunch
# mode: sound
# Dynamic shared memory begins at one place, so the kernel and its helper would share it.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.handle("float32", "global"), i: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        y = T.decl_buffer((64,), data=Y)
        t = T.alloc_buffer((64,), scope="shared.dyn") # error: a second dynamic shared allocation, 't', in one kernel and what it calls; a launch can pass the size of one
        t[i] = y[i]

    @T.prim_func(private=True, s_tir=True)
    def main_kernel(Y_ptr: T.handle("float32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        s = T.alloc_buffer((64,), scope="shared.dyn")
        s[tx] = T.float32(1.0)
        Before.helper(Y_ptr, tx)

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((64,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Before.main_kernel(Y.data)
