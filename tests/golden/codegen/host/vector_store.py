# check: codegen host
# Lanes are stored one by one, after all of them are computed.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        A = T.alloc_buffer((4,), "int32", scope="local")
        A[0:4] = A[0:4] + T.Broadcast(num_args, 4)
        return 0
