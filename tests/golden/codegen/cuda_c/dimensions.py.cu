extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  A_ptr[((((int)threadIdx.x) * 16) + 3)] = A_ptr[(((((int)threadIdx.x) + 1) * 16) + (2 * ((int)threadIdx.x)))];
  *(float4*)(A_ptr + (((int)threadIdx.x) * 16)) = *(float4*)(A_ptr + ((((int)threadIdx.x) + 1) * 16));
}
