# check: pass TextureFlatten
# Other layouts are not known.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        A = T.match_buffer(a, (2, 6, 4), scope="global.texture-x")
        A[0, 0, 0] = T.float32(0.0)  # error: the scope 'global.texture-x' is not a texture layout; known are global.texture, global.texture-weight and global.texture-nhwc
