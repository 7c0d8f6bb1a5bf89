extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  A_ptr[(((((int)blockIdx.x) * 32) + (((int)threadIdx.y) * 8)) + ((int)threadIdx.x))] = 0;
}
