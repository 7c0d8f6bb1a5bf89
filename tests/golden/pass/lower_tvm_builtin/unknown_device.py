# check: pass LowerTVMBuiltin
# Without a tensor among the parameters nothing says where to allocate.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A = T.alloc_buffer((256,))  # error: 'A' needs memory, but nothing says which device it is on: no tensor is a parameter of the function
        A[0] = T.float32(0.0)
        return 0
