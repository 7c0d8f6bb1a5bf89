# Scopes of execution, the numbers of their members, and a branch that is one line with its scope.
# from tvm.script import tirx as Tx
# from tvm.tirx.layout import Axis

@Tx.prim_func
def main(A: Tx.Buffer((1024,), "float32"), n: Tx.int32):
    with Tx.kernel():
        bx, by = Tx.cta_id([8, n])
        cx = Tx.cluster_id()
        ux, uy = Tx.cta_id_in_cluster([2, 1], preferred=[4, n + 1])
        pair = Tx.cta_id_in_pair()
        with Tx.cta():
            wg = Tx.warpgroup_id([2])
            w = Tx.warp_id([8])
            tid = Tx.thread_id([256])
            with Tx.warpgroup(wg == 0):
                wid = Tx.warp_id_in_wg([4])
                t = Tx.thread_id_in_wg([128])
                with Tx.warp(wid == 1):
                    lane = Tx.lane_id([32])
                    with Tx.thread(lane == 0 and t < n):
                        A[bx * 8 + by + lane] = Tx.float32(1.0)
            if tid < 4:
                with Tx.thread():
                    A[tid] = Tx.float32(0.0)
            else:
                A[w] = Tx.float32(2.0)
        with Tx.cluster():
            Tx.evaluate(cx + ux + uy + pair)
    with Tx.world():
        Tx.evaluate(0)
