# check: pass LowerIntrin
# mode: sound
# text only: a text does not carry the type of __activemask
# In a condition, it is for the lanes that are there.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        T.tvm_storage_sync("warp")
        if tx < 16:
            T.tvm_storage_sync("warp")
            A[tx] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        T.cuda.warp_sync()
        if tx < 16:
            T.cuda.warp_sync(T.tirx.cuda.__activemask())
            A[tx] = T.float32(1.0)
