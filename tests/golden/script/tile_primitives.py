# Operations on tiles: regions, plain values, constants, options; the same names as expressions.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(A: Tx.Buffer((64, 64), "float16"), B: Tx.Buffer((64, 64), "float16"), D: Tx.Buffer((64, 64), "float32"), n: Tx.int32):
    with Tx.kernel():
        with Tx.cta():
            S = Tx.alloc_shared((64, 64), "float16")
            W = Tx.alloc_shared((128,))
            x: Tx.float32 = Tx.float32(2.0)
            Tx.copy(S[0:64, 0:64], A[0:64, n:n + 64])
            Tx.copy_async(S[0:64, 0:64], B[0:64, 0:64], dispatch="tma", cta_group=2, mbar=Tx.address_of(W[0]))
            Tx.fill(D[0:64, 0:64], Tx.float32(0.0))
            Tx.fill(D[0:64, 0:64], x)
            Tx.zero(S[0:64, 0:64])
            Tx.sqrt(D[0:64, 0:64])
            Tx.exp(D[0:64, 0:64], D[0:64, 32:96])
            Tx.gemm(D[0:64, 0:64], S[0:64, 0:64], B[0:64, 0:64], D[0:64, 0:64], False, False, Tx.float32(1.0), Tx.float32(0.0))
            Tx.sum(D[0, 0], D[0:64, 0], [0], True)
            Tx.max(D[0:64, 0], D[0:64, 0:64], [-1], False)
            Tx.min(D[0, 0], D[0, 1])
            Tx.add(D[0:64, 0:64], D[0:64, 0:64], D[0, 0])
            Tx.mul(D[0:64, 0:64], D[0:64, 0:64], 0.5, None, [1, n], "wide")
            Tx.cast(S[0:64, 0:64], D[0:64, 0:64], workspace={"smem": W}, dispatch="vec", vec_len=8)
            Tx.select(D[0:64, 0:64], D[0:64, 0:64], Tx.float32(0.0), lambda i, j: i < j + n)
            Tx.permute_dims(S[0:64, 0:64], [1, 0], config={1: 2, 2: True})
            Tx.tirx.mything(A[0:16, 0:64], 1)
            Tx.tvm_kernel_replace_point()
            with Tx.compose_op(workspace={"smem": W}, fuse=True):
                Tx.add(D[0:64, 0:64], D[0:64, 0:64], Tx.float32(1.0))
                Tx.silu(D[0:64, 0:64])
            Tx.sqrt(D[0, 0])
            D[0, 0] = Tx.sqrt(D[0, 1]) + Tx.max(Tx.exp(D[0, 2]), x)
