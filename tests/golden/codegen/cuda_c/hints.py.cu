extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int n);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int n) {
  if (((int)threadIdx.x) < n) {
    A_ptr[((int)threadIdx.x)] = A_ptr[0];
  }
  if (((int)threadIdx.x) > n) {
    A_ptr[((int)threadIdx.x)] = 0x0p+0f/*0.000000e+00*/;
  }
}
