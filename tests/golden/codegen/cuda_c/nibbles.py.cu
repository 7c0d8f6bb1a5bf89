extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr, int* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr, int* __restrict__ C_ptr) {
  *(int*)(((uchar*)C_ptr) + ((((int)threadIdx.x) * 8)) / 2) = *(int*)(((uchar*)A_ptr) + ((((int)threadIdx.x) * 8)) / 2);
}
