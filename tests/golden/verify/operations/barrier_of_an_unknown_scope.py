# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    s = T.alloc_buffer((64,), "float32", scope="shared")
    s[tx] = A[tx]
    T.tvm_storage_sync("sharde")  # error: operation 'tvm_storage_sync' has the unknown storage scope 'sharde'; barriers exist for global, shared, shared.dyn, and warp
    A[tx] = s[63 - tx]
