#include <cuda_fp16.h>
#include <cuda_bf16.h>

// Of a number and a NaN, the number.
__device__ __forceinline__ half max(half a, half b) { return __hisnan(b) || __hgt(a, b) ? a : b; }
__device__ __forceinline__ half min(half a, half b) { return __hisnan(b) || __hlt(a, b) ? a : b; }

// Of a number and a NaN, the number.
__device__ __forceinline__ nv_bfloat16 max(nv_bfloat16 a, nv_bfloat16 b) { return __hisnan(b) || __hgt(a, b) ? a : b; }
__device__ __forceinline__ nv_bfloat16 min(nv_bfloat16 a, nv_bfloat16 b) { return __hisnan(b) || __hlt(a, b) ? a : b; }

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, nv_bfloat16* __restrict__ B_ptr, int* __restrict__ I_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, nv_bfloat16* __restrict__ B_ptr, int* __restrict__ I_ptr) {
  H_ptr[((int)threadIdx.x)] = max(H_ptr[((int)threadIdx.x)], __float2half_rn(0x0p+0f/*0.000000e+00*/));
  B_ptr[((int)threadIdx.x)] = min(B_ptr[((int)threadIdx.x)], B_ptr[(((int)threadIdx.x) + 1)]);
  I_ptr[((int)threadIdx.x)] = max(I_ptr[((int)threadIdx.x)], 0);
}
