# check: verify
# The host cannot call what is compiled for the device alone, also in a helper that only it calls.
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)  # see: 'three' is defined here
    def three() -> T.int32:
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "tag": ""})})
        return 3

    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        return n + Module.three()  # error: host function 'helper' calls 'three', which is compiled for cuda alone: the host can only launch it, and a launch returns no value

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "int32")):
        blocks: T.let[T.int32] = Module.helper(1)
        with T.launch_thread("threadIdx.x", blocks) as tx:
            X[tx] = Module.three()
