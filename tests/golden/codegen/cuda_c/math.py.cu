#include <cuda_fp16.h>
#include <cuda_bf16.h>

// Missing in cuda_fp16.h; computed in float.
__device__ __forceinline__ half hpow(half x, half y) { return __float2half_rn(powf(__half2float(x), __half2float(y))); }
__device__ __forceinline__ half htan(half x) { return __float2half_rn(tanf(__half2float(x))); }
__device__ __forceinline__ half hatan(half x) { return __float2half_rn(atanf(__half2float(x))); }
__device__ __forceinline__ half herf(half x) { return __float2half_rn(erff(__half2float(x))); }

// Missing in cuda_bf16.h; computed in float.
__device__ __forceinline__ nv_bfloat16 hpow(nv_bfloat16 x, nv_bfloat16 y) { return __float2bfloat16_rn(powf(__bfloat162float(x), __bfloat162float(y))); }
__device__ __forceinline__ nv_bfloat16 htan(nv_bfloat16 x) { return __float2bfloat16_rn(tanf(__bfloat162float(x))); }
__device__ __forceinline__ nv_bfloat16 hatan(nv_bfloat16 x) { return __float2bfloat16_rn(atanf(__bfloat162float(x))); }
__device__ __forceinline__ nv_bfloat16 herf(nv_bfloat16 x) { return __float2bfloat16_rn(erff(__bfloat162float(x))); }

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr, nv_bfloat16* __restrict__ B_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr, nv_bfloat16* __restrict__ B_ptr) {
  H_ptr[((int)threadIdx.x)] = (((hexp(H_ptr[((int)threadIdx.x)]) + hpow(H_ptr[((int)threadIdx.x)], H_ptr[(((int)threadIdx.x) + 1)])) + hrint(H_ptr[((int)threadIdx.x)])) + __habs(H_ptr[((int)threadIdx.x)]));
  S_ptr[((int)threadIdx.x)] = ((((expf(S_ptr[((int)threadIdx.x)]) + powf(S_ptr[((int)threadIdx.x)], S_ptr[(((int)threadIdx.x) + 1)])) + nearbyintf(S_ptr[((int)threadIdx.x)])) + fabsf(S_ptr[((int)threadIdx.x)])) + sinhf(S_ptr[((int)threadIdx.x)]));
  X_ptr[((int)threadIdx.x)] = (((exp(X_ptr[((int)threadIdx.x)]) + pow(X_ptr[((int)threadIdx.x)], X_ptr[(((int)threadIdx.x) + 1)])) + nearbyint(X_ptr[((int)threadIdx.x)])) + fabs(X_ptr[((int)threadIdx.x)]));
  B_ptr[((int)threadIdx.x)] = ((hsqrt(B_ptr[((int)threadIdx.x)]) + ((nv_bfloat16)tanhf((float)B_ptr[((int)threadIdx.x)]))) + herf(B_ptr[((int)threadIdx.x)]));
  half2 __1;
  half2 v_ = *(half2*)(H_ptr + (((int)threadIdx.x) * 2));
  __1.x = hexp(v_.x);
  __1.y = hexp(v_.y);
  *(half2*)(H_ptr + (((int)threadIdx.x) * 2)) = __1;
}
