#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) first(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) second(half* __restrict__ H_ptr);
extern "C" __global__ void __launch_bounds__(32) third(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) first(float* __restrict__ A_ptr) {
  extern __shared__ __align__(64) float S_ptr[];
  S_ptr[((int)threadIdx.x)] = A_ptr[((int)threadIdx.x)];
  A_ptr[((int)threadIdx.x)] = S_ptr[((int)threadIdx.x)];
}

extern "C" __global__ void __launch_bounds__(32) second(half* __restrict__ H_ptr) {
  extern __shared__ __align__(64) half S_ptr_1[];
  S_ptr_1[((int)threadIdx.x)] = H_ptr[((int)threadIdx.x)];
  H_ptr[((int)threadIdx.x)] = S_ptr_1[((int)threadIdx.x)];
}

extern "C" __global__ void __launch_bounds__(32) third(float* __restrict__ A_ptr) {
  extern __shared__ __align__(64) float S_ptr[];
  S_ptr[((int)threadIdx.x)] = A_ptr[((int)threadIdx.x)];
  A_ptr[((int)threadIdx.x)] = S_ptr[((int)threadIdx.x)];
}
