#include <cuda_fp16.h>
#include <math_constants.h>

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr) {
  H_ptr[((int)threadIdx.x)] = __float2half_rn(CUDART_INF_F);
  S_ptr[((int)threadIdx.x)] = -CUDART_INF_F;
  S_ptr[((int)threadIdx.x)] = CUDART_NAN_F;
  X_ptr[((int)threadIdx.x)] = CUDART_INF;
  X_ptr[((int)threadIdx.x)] = CUDART_NAN;
}
