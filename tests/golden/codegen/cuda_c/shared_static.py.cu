extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  __shared__ alignas(64) float S_ptr[32];
  S_ptr[((int)threadIdx.x)] = A_ptr[((int)threadIdx.x)];
  __syncthreads();
  A_ptr[((int)threadIdx.x)] = S_ptr[(31 - ((int)threadIdx.x))];
}
