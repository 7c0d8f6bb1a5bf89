extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, signed char* __restrict__ M_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, signed char* __restrict__ M_ptr) {
  M_ptr[((int)threadIdx.x)] = ((signed char)(A_ptr[((int)threadIdx.x)] > 0x1p-1f/*5.000000e-01*/));
  if (((bool)M_ptr[((int)threadIdx.x)]) && (((int)threadIdx.x) < 16)) {
    A_ptr[((int)threadIdx.x)] = 0x1p+0f/*1.000000e+00*/;
  }
}
