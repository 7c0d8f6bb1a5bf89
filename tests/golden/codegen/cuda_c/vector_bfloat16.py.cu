#include <cuda_bf16.h>

struct __align__(8) nv_bfloat164 {
  nv_bfloat16 x, y, z, w;
};
__device__ __forceinline__ nv_bfloat164 make_nv_bfloat164(nv_bfloat16 x, nv_bfloat16 y, nv_bfloat16 z, nv_bfloat16 w) {
  nv_bfloat164 v;
  v.x = x; v.y = y; v.z = z; v.w = w;
  return v;
}

extern "C" __global__ void __launch_bounds__(32) kernel(nv_bfloat16* __restrict__ A_ptr, nv_bfloat16* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(nv_bfloat16* __restrict__ A_ptr, nv_bfloat16* __restrict__ B_ptr, nv_bfloat16* __restrict__ C_ptr) {
  nv_bfloat162 __1;
    nv_bfloat162 v_ = *(nv_bfloat162*)(A_ptr + (((int)threadIdx.x) * 2));
    nv_bfloat162 v__1 = *(nv_bfloat162*)(B_ptr + (((int)threadIdx.x) * 2));
    __1.x = (v_.x+v__1.x);
    __1.y = (v_.y+v__1.y);
  *(nv_bfloat162*)(C_ptr + (((int)threadIdx.x) * 2)) = __1;
  nv_bfloat164 __2;
    nv_bfloat164 v__2 = *(nv_bfloat164*)(A_ptr + (((int)threadIdx.x) * 4));
    nv_bfloat164 v__3 = *(nv_bfloat164*)(B_ptr + (((int)threadIdx.x) * 4));
    __2.x = (v__2.x+v__3.x);
    __2.y = (v__2.y+v__3.y);
    __2.z = (v__2.z+v__3.z);
    __2.w = (v__2.w+v__3.w);
  *(nv_bfloat164*)(C_ptr + (((int)threadIdx.x) * 4)) = __2;
  uint4 __3;
    uint4 v__4 = *(uint4*)(A_ptr + (((int)threadIdx.x) * 8));
    uint4 v__5 = *(uint4*)(B_ptr + (((int)threadIdx.x) * 8));
    ((nv_bfloat162*)(&(__3.x)))->x = (((nv_bfloat162*)(&(v__4.x)))->x+((nv_bfloat162*)(&(v__5.x)))->x);
    ((nv_bfloat162*)(&(__3.x)))->y = (((nv_bfloat162*)(&(v__4.x)))->y+((nv_bfloat162*)(&(v__5.x)))->y);
    ((nv_bfloat162*)(&(__3.y)))->x = (((nv_bfloat162*)(&(v__4.y)))->x+((nv_bfloat162*)(&(v__5.y)))->x);
    ((nv_bfloat162*)(&(__3.y)))->y = (((nv_bfloat162*)(&(v__4.y)))->y+((nv_bfloat162*)(&(v__5.y)))->y);
    ((nv_bfloat162*)(&(__3.z)))->x = (((nv_bfloat162*)(&(v__4.z)))->x+((nv_bfloat162*)(&(v__5.z)))->x);
    ((nv_bfloat162*)(&(__3.z)))->y = (((nv_bfloat162*)(&(v__4.z)))->y+((nv_bfloat162*)(&(v__5.z)))->y);
    ((nv_bfloat162*)(&(__3.w)))->x = (((nv_bfloat162*)(&(v__4.w)))->x+((nv_bfloat162*)(&(v__5.w)))->x);
    ((nv_bfloat162*)(&(__3.w)))->y = (((nv_bfloat162*)(&(v__4.w)))->y+((nv_bfloat162*)(&(v__5.w)))->y);
  *(uint4*)(C_ptr + (((int)threadIdx.x) * 8)) = __3;
}
