extern "C" __global__ void __launch_bounds__(32, 1) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32, 1) kernel(int* __restrict__ A_ptr) {
  A_ptr[((int)threadIdx.x)] = 0;
}
