# check: verify
# established: Targets, Entry, NoBufferParams, Packed
# Buffer parameters are looked for in inputs only, and packed arguments in functions with a host.
@T.prim_func(s_tir=True)  # error: 'main' is the entry, but is not marked as such  # error: 'main' has no target
def main(X: T.Buffer((8,), "int32")):
    X[0] = 0
