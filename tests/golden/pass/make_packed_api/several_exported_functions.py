# check: pass MakePackedAPI
# Each exported function is packed under its own symbol.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def first(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return n

    @T.prim_func(s_tir=True)
    def second(x: T.float32, flag: T.bool) -> T.float32:
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return T.Select(flag, x, T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def first(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_first", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "first(n: int32)", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "first(n: int32)", ")"])
        n_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert n_type_index == 1 or n_type_index == 2, ("TypeError", ["n", " must be an integer", " (argument ", "0", " of ", "first(n: int32)", ")"])
        n: T.let[T.int32] = T.Cast("int32", T.tvm_struct_get(args, 0, 15, "int64"))
        with T.attr({"compute_scope": "first_compute_"}):
            T.tvm_struct_set(result, 0, 13, 1)
            T.tvm_struct_set(result, 0, 14, 0)
            T.tvm_struct_set(result, 0, 15, T.Cast("int64", n))
            return 0
        return 0

    @T.prim_func(s_tir=True)
    def second(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_second", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 2, ("TypeError", ["the number of arguments", " must be 2", " (", "second(x: float32, flag: bool)", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "second(x: float32, flag: bool)", ")"])
        x_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert x_type_index == 3 or x_type_index == 1 or x_type_index == 2, ("TypeError", ["x", " must be a number", " (argument ", "0", " of ", "second(x: float32, flag: bool)", ")"])
        x: T.let[T.float32] = T.Select(x_type_index == 3, T.Cast("float32", T.tvm_struct_get(args, 0, 15, "float64")), T.Cast("float32", T.tvm_struct_get(args, 0, 15, "int64")))
        flag_type_index: T.let[T.int32] = T.tvm_struct_get(args, 1, 13, "int32")
        assert flag_type_index == 2 or flag_type_index == 1, ("TypeError", ["flag", " must be a boolean", " (argument ", "1", " of ", "second(x: float32, flag: bool)", ")"])
        flag: T.let[T.bool] = T.Cast("bool", T.tvm_struct_get(args, 1, 15, "int64"))
        with T.attr({"compute_scope": "second_compute_"}):
            T.tvm_struct_set(result, 0, 13, 3)
            T.tvm_struct_set(result, 0, 14, 0)
            T.tvm_struct_set(result, 0, 15, T.Cast("float64", T.Select(flag, x, T.float32(0.0))))
            return 0
        return 0
