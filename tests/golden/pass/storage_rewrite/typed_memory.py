# check: pass StorageRewrite
# Targets with typed memory share only buffers of one type.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        T.func_attr({"target": T.target({"keys": ["vulkan", "gpu"], "kind": "vulkan", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        tx = T.launch_thread("threadIdx.x", 64)
        S = T.alloc_shared((64,))
        S[tx] = A[tx]
        B[tx] = S[63 - tx]
        Q = T.alloc_shared((64,), "int32")
        Q[tx] = tx
        B[tx] = T.Cast("float32", Q[63 - tx])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        T.func_attr({"target": T.target({"keys": ["vulkan", "gpu"], "kind": "vulkan", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        tx = T.launch_thread("threadIdx.x", 64)
        S_ptr = T.alloc_shared((64,))
        Q_ptr = T.alloc_shared((64,), "int32")
        S_ptr[tx] = A[tx]
        B[tx] = S_ptr[63 - tx]
        Q_ptr[tx] = tx
        B[tx] = T.Cast("float32", Q_ptr[63 - tx])
