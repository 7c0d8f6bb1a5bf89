# check: pass SplitHostDevice
# mode: sound
# What only a predicate uses is captured as well; TVM looks at values and indices only.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        B.vstore([T.Ramp(tx * 4, 1, 4)], T.Broadcast(T.float32(1.0), 4), predicate=A[tx * 4:tx * 4 + 4] > T.Broadcast(T.Cast("float32", n), 4))

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), B_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        A = T.decl_buffer((128,), data=A_ptr)
        B = T.decl_buffer((128,), data=B_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            B.vstore([T.Ramp(tx * 4, 1, 4)], T.Broadcast(T.float32(1.0), 4), predicate=A[tx * 4:tx * 4 + 4] > T.Broadcast(T.Cast("float32", n), 4))

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.main_kernel(A.data, B.data, n)
