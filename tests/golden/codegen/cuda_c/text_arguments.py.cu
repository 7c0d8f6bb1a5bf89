extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  printf("A \"quoted\" %d\012", A_ptr[((int)threadIdx.x)]);
}
