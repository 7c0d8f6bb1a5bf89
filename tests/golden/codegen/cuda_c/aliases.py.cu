extern "C" __global__ void __launch_bounds__(32) kernel(int* A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* A_ptr) {
  A_ptr[((int)threadIdx.x)] = 0;
}
