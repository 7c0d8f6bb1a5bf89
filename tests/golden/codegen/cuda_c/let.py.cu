extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  int x = (A_ptr[((int)threadIdx.x)] + 1);
  A_ptr[((int)threadIdx.x)] = (x * x);
}
