# check: pass MakePackedAPI
# What the function returned goes into the result slot; 0 means that all went well.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.float32) -> T.float32:
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        if T.float32(0.0) < x:
            return x
        else:
            return T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "main(x: float32)", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(x: float32)", ")"])
        x_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert x_type_index == 3 or x_type_index == 1 or x_type_index == 2, ("TypeError", ["x", " must be a number", " (argument ", "0", " of ", "main(x: float32)", ")"])
        x: T.let[T.float32] = T.Select(x_type_index == 3, T.Cast("float32", T.tvm_struct_get(args, 0, 15, "float64")), T.Cast("float32", T.tvm_struct_get(args, 0, 15, "int64")))
        with T.attr({"compute_scope": "main_compute_"}):
            if T.float32(0.0) < x:
                T.tvm_struct_set(result, 0, 13, 3)
                T.tvm_struct_set(result, 0, 14, 0)
                T.tvm_struct_set(result, 0, 15, T.Cast("float64", x))
                return 0
            else:
                T.tvm_struct_set(result, 0, 13, 3)
                T.tvm_struct_set(result, 0, 14, 0)
                T.tvm_struct_set(result, 0, 15, T.Cast("float64", T.float32(0.0)))
                return 0
        return 0
