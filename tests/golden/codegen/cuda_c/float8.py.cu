#include <cuda_fp16.h>
#include <cuda_fp8.h>

extern "C" __global__ void __launch_bounds__(32) kernel(__nv_fp8_e4m3* __restrict__ E_ptr, half* __restrict__ H_ptr, float* __restrict__ S_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(__nv_fp8_e4m3* __restrict__ E_ptr, half* __restrict__ H_ptr, float* __restrict__ S_ptr) {
  H_ptr[((int)threadIdx.x)] = ((half)E_ptr[((int)threadIdx.x)]);
  E_ptr[((int)threadIdx.x)] = ((__nv_fp8_e4m3)S_ptr[((int)threadIdx.x)]);
  half2 __1;
  __nv_fp8x2_e4m3 v_ = *(__nv_fp8x2_e4m3*)(E_ptr + (((int)threadIdx.x) * 2));
  __1.x = (half)((reinterpret_cast<__nv_fp8_e4m3*>(&v_)[0]));
  __1.y = (half)((reinterpret_cast<__nv_fp8_e4m3*>(&v_)[1]));
  *(half2*)(H_ptr + (((int)threadIdx.x) * 2)) = __1;
  __nv_fp8x4_e4m3 __2;
  float4 v__1 = *(float4*)(S_ptr + (((int)threadIdx.x) * 4));
  (reinterpret_cast<__nv_fp8_e4m3*>(&__2)[0]) = (__nv_fp8_e4m3)(v__1.x);
  (reinterpret_cast<__nv_fp8_e4m3*>(&__2)[1]) = (__nv_fp8_e4m3)(v__1.y);
  (reinterpret_cast<__nv_fp8_e4m3*>(&__2)[2]) = (__nv_fp8_e4m3)(v__1.z);
  (reinterpret_cast<__nv_fp8_e4m3*>(&__2)[3]) = (__nv_fp8_e4m3)(v__1.w);
  *(__nv_fp8x4_e4m3*)(E_ptr + (((int)threadIdx.x) * 4)) = __2;
}
