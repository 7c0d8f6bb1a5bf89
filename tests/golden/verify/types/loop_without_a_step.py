# check: verify
# A loop may count down, but it has to count.
@T.prim_func(s_tir=True)
def main(X: T.Buffer((16,), "int32")):
    for i in range(15, 0, -3):
        X[i] = i
    for i in range(0, 16, 0):  # error: the step of the loop over 'i' is 0: it never ends
        X[i] = i
