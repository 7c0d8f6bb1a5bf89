# check: pass MergeSharedMemoryAllocations
# defect: defect-overlapping-buffers
# A1 and B2 share bytes after the combination for C, and B2 is written before A1 is read.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((512,), "uint8")):
        tx = T.launch_thread("threadIdx.x", 512)
        A1 = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        A2 = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        B1 = T.alloc_buffer((128,), "uint8", scope="shared.dyn")
        B2 = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        C = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A1[0] = X[0]
        A2[0] = X[1]
        X[2] = A2[0]
        T.tvm_storage_sync("shared.dyn")
        B2[0] = X[3]
        X[4] = A1[0]
        T.tvm_storage_sync("shared.dyn")
        B1[0] = X[5]
        X[6] = B2[0]
        X[7] = B1[0]
        T.tvm_storage_sync("shared.dyn")
        C[0] = X[8]
        X[9] = C[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((512,), "uint8")):
        tx = T.launch_thread("threadIdx.x", 512)
        buf_dyn_shmem = T.alloc_buffer((512,), "uint8", scope="shared.dyn")
        A1 = T.Buffer((256,), "uint8", data=buf_dyn_shmem.data, scope="shared.dyn")
        A1[0] = X[0]
        A2 = T.Buffer((256,), "uint8", data=buf_dyn_shmem.data, scope="shared.dyn")
        A2[256] = X[1]
        X[2] = A2[256]
        T.tvm_storage_sync("shared.dyn")
        B2 = T.Buffer((256,), "uint8", data=buf_dyn_shmem.data, scope="shared.dyn")
        B2[128] = X[3]
        X[4] = A1[0]
        T.tvm_storage_sync("shared.dyn")
        B1 = T.Buffer((128,), "uint8", data=buf_dyn_shmem.data, scope="shared.dyn")
        B1[0] = X[5]
        X[6] = B2[128]
        X[7] = B1[0]
        T.tvm_storage_sync("shared.dyn")
        C = T.Buffer((512,), "uint8", data=buf_dyn_shmem.data, scope="shared.dyn")
        C[0] = X[8]
        X[9] = C[0]
