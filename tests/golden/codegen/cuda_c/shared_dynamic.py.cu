#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  ((float*)buf_dyn_shmem_ptr)[((int)threadIdx.x)] = A_ptr[((int)threadIdx.x)];
  ((half*)buf_dyn_shmem_ptr)[(((int)threadIdx.x) + 64)] = ((half)A_ptr[((int)threadIdx.x)]);
  __syncthreads();
  A_ptr[((int)threadIdx.x)] = (((float*)buf_dyn_shmem_ptr)[(31 - ((int)threadIdx.x))] + ((float)((half*)buf_dyn_shmem_ptr)[(((int)threadIdx.x) + 64)]));
}
