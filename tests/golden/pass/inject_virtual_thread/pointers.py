# check: pass InjectVirtualThread
# A pointer goes to the part of its instance.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main():
        vt = T.launch_thread("vthread", 2)
        L = T.alloc_local((4,))
        L[0] = T.Cast("float32", vt)
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), L.data, 0, 4, 1))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main():
        L = T.alloc_local((8,))
        L_1 = T.Buffer((16,), data=L.data, scope="local")
        L_1[T.Mul(0, 4)] = T.Cast("float32", 0)
        L_1[T.Mul(1, 4)] = T.Cast("float32", 1)
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), L.data, T.Mul(0, 4), 4, 1))
        T.call_extern("int32", "use", T.tvm_access_ptr(T.type_annotation("float32"), L.data, T.Mul(1, 4), 4, 1))
