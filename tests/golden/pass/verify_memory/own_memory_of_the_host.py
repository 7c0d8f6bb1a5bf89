# check: pass VerifyMemory
# expect: unchanged
# Only the memory that the caller passes is on the device.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        count = T.alloc_buffer((1,), "int32")
        count[0] = 32
        T.call_packed("consume", A.data, count[0])
