extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  if (!((A_ptr[((int)threadIdx.x)] > 0))) { __trap(); }
  A_ptr[((int)threadIdx.x)] = 0;
}
