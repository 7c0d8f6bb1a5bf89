# check: pass LowerTVMBuiltin
# An allocation alone in a body is freed in that body.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.attr("default", "device_id", 0)
        T.attr("default", "device_type", 1)
        if num_args > 0:
            A = T.alloc_buffer((256,))
        return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        if num_args > 0:
            A_ptr: T.let[T.handle("float32", "global")] = T.TVMBackendAllocWorkspace(1, 0, T.uint64(1024), 2, 32)
            if T.isnullptr(A_ptr):
                T.tvm_throw_last_error()
            if T.TVMBackendFreeWorkspace(1, 0, A_ptr) != 0:
                T.tvm_throw_last_error()
        return 0
