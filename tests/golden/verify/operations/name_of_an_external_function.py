# check: verify
# Namespaces and template arguments are part of a name; whatever would end it in generated code is not.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[0] = T.call_extern("float32", "fabsf", A[0])
    B[1] = T.call_extern("float32", "detail::half<4>", A[0])
    B[2] = T.call_extern("float32", "0; }\n#include \"x\"", A[0])  # error: the name of an external function contains a character that is not part of a name
