# check: pass BindTarget
# Thread extents, loops bound to threads and virtual threads count as device code, extents included.
# report:
#   note: in_extent is private and called inside a launch of main: target cuda
#   note: in_launch is private and called inside a launch of main: target cuda
#   note: in_loop is private and called inside a launch of main: target cuda
#   note: in_virtual_thread is private and called inside a launch of main: target cuda
#   note: main is exported: target cuda with host llvm

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def in_extent(a: T.int32) -> T.int32:
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def in_launch(a: T.int32) -> T.int32:
        return a + 2

    @T.prim_func(private=True, s_tir=True)
    def in_loop(a: T.int32) -> T.int32:
        return a + 3

    @T.prim_func(private=True, s_tir=True)
    def in_virtual_thread(a: T.int32) -> T.int32:
        return a + 4

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        with T.launch_thread("threadIdx.x", Before.in_extent(31)) as tx:
            X[tx] = Before.in_launch(tx)
        for ty in T.thread_binding(32, thread="threadIdx.y"):
            X[ty] = Before.in_loop(ty)
        with T.launch_thread("vthread.x", 2) as vx:
            X[vx] = Before.in_virtual_thread(vx)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def in_extent(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 1

    @T.prim_func(private=True, s_tir=True)
    def in_launch(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 2

    @T.prim_func(private=True, s_tir=True)
    def in_loop(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 3

    @T.prim_func(private=True, s_tir=True)
    def in_virtual_thread(a: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        return a + 4

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        with T.launch_thread("threadIdx.x", Expected.in_extent(31)) as tx:
            X[tx] = Expected.in_launch(tx)
        for ty in T.thread_binding(32, thread="threadIdx.y"):
            X[ty] = Expected.in_loop(ty)
        with T.launch_thread("vthread.x", 2) as vx:
            X[vx] = Expected.in_virtual_thread(vx)
