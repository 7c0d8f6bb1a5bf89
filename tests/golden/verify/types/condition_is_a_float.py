# check: verify
# json: tirx.BufferLoad[0].dtype = "float32"
# An integer counts as a condition, a float does not.
@T.prim_func(s_tir=True)
def main(P: T.Buffer((8,), "bool"), X: T.Buffer((8,), "int32")):
    if P[0]:  # error: the condition of an if statement has type float32, but it must be bool  # error: a load from buffer 'P' has type float32, but its elements have type bool
        X[0] = 1
    if X[1]:
        X[0] = 2
