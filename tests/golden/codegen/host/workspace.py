# check: codegen host
# Memory of the runtime: taken, checked, given back.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        W_ptr: T.let[T.handle("float32")] = T.TVMBackendAllocWorkspace(1, 0, T.uint64(4096), 2, 32)
        W = T.decl_buffer((1024,), data=W_ptr)
        if T.isnullptr(W_ptr):
            T.tvm_throw_last_error()
        W[num_args] = T.float32(0.25)
        if T.TVMBackendFreeWorkspace(1, 0, W_ptr) != 0:
            T.tvm_throw_last_error()
        return 0
