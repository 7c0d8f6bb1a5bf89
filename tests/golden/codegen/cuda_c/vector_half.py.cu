#include <cuda_fp16.h>

struct __align__(8) half4 {
  half x, y, z, w;
};
__device__ __forceinline__ half4 make_half4(half x, half y, half z, half w) {
  half4 v;
  v.x = x; v.y = y; v.z = z; v.w = w;
  return v;
}

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ A_ptr, half* __restrict__ B_ptr, half* __restrict__ C_ptr) {
  half2 __1;
    half2 v_ = *(half2*)(A_ptr + (((int)threadIdx.x) * 2));
    half2 v__1 = *(half2*)(B_ptr + (((int)threadIdx.x) * 2));
    __1.x = (v_.x+v__1.x);
    __1.y = (v_.y+v__1.y);
  *(half2*)(C_ptr + (((int)threadIdx.x) * 2)) = __1;
  half4 __2;
    half4 v__2 = *(half4*)(A_ptr + (((int)threadIdx.x) * 4));
    half4 v__3 = *(half4*)(B_ptr + (((int)threadIdx.x) * 4));
    __2.x = (v__2.x+v__3.x);
    __2.y = (v__2.y+v__3.y);
    __2.z = (v__2.z+v__3.z);
    __2.w = (v__2.w+v__3.w);
  *(half4*)(C_ptr + (((int)threadIdx.x) * 4)) = __2;
  uint4 __3;
    uint4 v__4 = *(uint4*)(A_ptr + (((int)threadIdx.x) * 8));
    uint4 v__5 = *(uint4*)(B_ptr + (((int)threadIdx.x) * 8));
    ((half2*)(&(__3.x)))->x = (((half2*)(&(v__4.x)))->x+((half2*)(&(v__5.x)))->x);
    ((half2*)(&(__3.x)))->y = (((half2*)(&(v__4.x)))->y+((half2*)(&(v__5.x)))->y);
    ((half2*)(&(__3.y)))->x = (((half2*)(&(v__4.y)))->x+((half2*)(&(v__5.y)))->x);
    ((half2*)(&(__3.y)))->y = (((half2*)(&(v__4.y)))->y+((half2*)(&(v__5.y)))->y);
    ((half2*)(&(__3.z)))->x = (((half2*)(&(v__4.z)))->x+((half2*)(&(v__5.z)))->x);
    ((half2*)(&(__3.z)))->y = (((half2*)(&(v__4.z)))->y+((half2*)(&(v__5.z)))->y);
    ((half2*)(&(__3.w)))->x = (((half2*)(&(v__4.w)))->x+((half2*)(&(v__5.w)))->x);
    ((half2*)(&(__3.w)))->y = (((half2*)(&(v__4.w)))->y+((half2*)(&(v__5.w)))->y);
  *(uint4*)(C_ptr + (((int)threadIdx.x) * 8)) = __3;
}
