# check: pass LowerTVMBuiltin
# not idempotent: the device of the body is not known any more
# The runtime allocates what is too large for the stack; it is freed at the end of the body, the last first.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.attr("default", "device_id", 0)
        T.attr("default", "device_type", 1)
        with T.attr({"compute_scope": "main_compute_"}):
            A = T.alloc_buffer((256,))
            B = T.alloc_buffer((num_args,), "float64")
            C = T.alloc_buffer((255,))
            A[0] = T.float32(0.0)
            B[0] = T.float64(0.0)
            C[0] = A[0]
        return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        with T.attr({"compute_scope": "main_compute_"}):
            A_ptr: T.let[T.handle("float32", "global")] = T.TVMBackendAllocWorkspace(1, 0, T.uint64(1024), 2, 32)
            if T.isnullptr(A_ptr):
                T.tvm_throw_last_error()
            B_ptr: T.let[T.handle("float64", "global")] = T.TVMBackendAllocWorkspace(1, 0, T.uint64(8) * T.Cast("uint64", num_args), 2, 64)
            if T.isnullptr(B_ptr):
                T.tvm_throw_last_error()
            C = T.alloc_buffer((255,))
            A = T.Buffer((256,), data=A_ptr)
            A[0] = T.float32(0.0)
            B = T.Buffer((num_args,), "float64", data=B_ptr)
            B[0] = T.float64(0.0)
            C[0] = A[0]
            if T.TVMBackendFreeWorkspace(1, 0, B_ptr) != 0:
                T.tvm_throw_last_error()
            if T.TVMBackendFreeWorkspace(1, 0, A_ptr) != 0:
                T.tvm_throw_last_error()
        return 0
