# check: pass MakePackedAPI
# Each kind of number has its own tags: a boolean may come as an integer, an integer as a boolean, a
# float as either.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32, flag: T.bool, x: T.float32):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.evaluate(n)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 3, ("TypeError", ["the number of arguments", " must be 3", " (", "main(n: int32, flag: bool, x: float32)", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(n: int32, flag: bool, x: float32)", ")"])
        n_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert n_type_index == 1 or n_type_index == 2, ("TypeError", ["n", " must be an integer", " (argument ", "0", " of ", "main(n: int32, flag: bool, x: float32)", ")"])
        n: T.let[T.int32] = T.Cast("int32", T.tvm_struct_get(args, 0, 15, "int64"))
        flag_type_index: T.let[T.int32] = T.tvm_struct_get(args, 1, 13, "int32")
        assert flag_type_index == 2 or flag_type_index == 1, ("TypeError", ["flag", " must be a boolean", " (argument ", "1", " of ", "main(n: int32, flag: bool, x: float32)", ")"])
        flag: T.let[T.bool] = T.Cast("bool", T.tvm_struct_get(args, 1, 15, "int64"))
        x_type_index: T.let[T.int32] = T.tvm_struct_get(args, 2, 13, "int32")
        assert x_type_index == 3 or x_type_index == 1 or x_type_index == 2, ("TypeError", ["x", " must be a number", " (argument ", "2", " of ", "main(n: int32, flag: bool, x: float32)", ")"])
        x: T.let[T.float32] = T.Select(x_type_index == 3, T.Cast("float32", T.tvm_struct_get(args, 2, 15, "float64")), T.Cast("float32", T.tvm_struct_get(args, 2, 15, "int64")))
        with T.attr({"compute_scope": "main_compute_"}):
            T.evaluate(n)
        return 0
