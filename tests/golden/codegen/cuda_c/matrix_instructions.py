# check: codegen cuda
# Loads and products of matrices in registers.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float16", "global"), C_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float16", data=A_ptr)
        C = T.decl_buffer((1024,), "float32", data=C_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_buffer((256,), "float16", scope="shared")
        a = T.alloc_buffer((8,), "float16", scope="local")
        b = T.alloc_buffer((4,), "float16", scope="local")
        c = T.alloc_buffer((4,), "float32", scope="local")
        S[tx] = A[tx]
        T.tvm_storage_sync("shared")
        T.mma_fill("float32", 4, c.data, 0)
        T.ptx.ldmatrix_legacy("float16", T.bool(False), 4, ".b16", a.data, 0, S.data, tx * 8)
        T.ptx.ldmatrix_legacy("float16", T.bool(True), 2, ".b16", b.data, 0, S.data, tx * 8)
        T.ptx.mma.legacy("float32", "m16n8k16", "row", "col", "fp16", "fp16", "fp32", a.data, 0, b.data, 0, c.data, 0, T.bool(False))
        C[tx] = c[0] + c[3]
