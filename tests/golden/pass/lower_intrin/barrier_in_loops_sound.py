# check: pass LowerIntrin
# mode: sound
# text only: a text does not carry the type of __activemask
# Only a loop that may be longer for some lanes is a condition, also for the functions that it calls.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.tvm_storage_sync("warp")

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        for k in range(n):
            T.tvm_storage_sync("warp")
        if n < 16:
            T.tvm_storage_sync("warp")
        for k in range(tx):
            T.tvm_storage_sync("warp")
        for k in range(A[0]):
            T.tvm_storage_sync("warp")
            Before.helper(n)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.cuda.warp_sync(T.tirx.cuda.__activemask())

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        for k in range(n):
            T.cuda.warp_sync()
        if n < 16:
            T.cuda.warp_sync()
        for k in range(tx):
            T.cuda.warp_sync(T.tirx.cuda.__activemask())
        for k in range(A[0]):
            T.cuda.warp_sync(T.tirx.cuda.__activemask())
            Expected.helper(n)
