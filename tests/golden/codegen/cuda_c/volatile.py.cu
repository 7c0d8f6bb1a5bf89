#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, half* __restrict__ H_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, half* __restrict__ H_ptr) {
  __shared__ alignas(64) float red_ptr[32];
  __shared__ alignas(64) half redh_ptr[32];
  ((volatile float*)red_ptr)[((int)threadIdx.x)] = A_ptr[((int)threadIdx.x)];
  ((volatile half*)redh_ptr)[((int)threadIdx.x)] = H_ptr[((int)threadIdx.x)];
  A_ptr[((int)threadIdx.x)] = (((volatile float*)red_ptr)[((int)threadIdx.x)] + ((volatile float*)red_ptr)[(((int)threadIdx.x) + 1)]);
  H_ptr[((int)threadIdx.x)] = ((half)(((volatile half*)redh_ptr)[((int)threadIdx.x)]) + (half)(((volatile half*)redh_ptr)[(((int)threadIdx.x) + 1)]));
}
