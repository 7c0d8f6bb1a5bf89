# check: pass MakePackedAPI
# defect: defect-private-return
# defect: defect-argument-count
# The exported callee is packed, so the call is; the private one stays. The null pointer at the end is TVM's.
# report:
#   note: inner stays as it is: it is private, so only this module calls it
#   note: outer becomes a packed function for llvm: it takes 1 argument from an array and checks each
#   note: main calls outer, which is exported: the call packs its arguments
#   note: main becomes a packed function for llvm: it takes 1 argument from an array and checks each

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def inner(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return n + 1

    @T.prim_func(s_tir=True)
    def outer(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return n

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        Before.outer(Before.inner(n))

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def inner(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        return n + 1

    @T.prim_func(s_tir=True)
    def outer(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_outer", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "outer(n: int32)", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "outer(n: int32)", ")"])
        n_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert n_type_index == 1 or n_type_index == 2, ("TypeError", ["n", " must be an integer", " (argument ", "0", " of ", "outer(n: int32)", ")"])
        n: T.let[T.int32] = T.Cast("int32", T.tvm_struct_get(args, 0, 15, "int64"))
        with T.attr({"compute_scope": "outer_compute_"}):
            T.tvm_struct_set(result, 0, 13, 1)
            T.tvm_struct_set(result, 0, 14, 0)
            T.tvm_struct_set(result, 0, 15, T.Cast("int64", n))
            return 0
        return 0

    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "main(n: int32)", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(n: int32)", ")"])
        n_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert n_type_index == 1 or n_type_index == 2, ("TypeError", ["n", " must be an integer", " (argument ", "0", " of ", "main(n: int32)", ")"])
        n: T.let[T.int32] = T.Cast("int32", T.tvm_struct_get(args, 0, 15, "int64"))
        with T.attr({"compute_scope": "main_compute_"}):
            T.call_cpacked("outer", Expected.inner(n), T.reinterpret("handle", T.uint64(0)))
        return 0
