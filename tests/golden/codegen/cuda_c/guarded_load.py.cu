extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr, int n);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr, int n) {
  float condval;
  if ((((int)threadIdx.x) < n)) {
    condval = A_ptr[((int)threadIdx.x)];
  } else {
    condval = 0x0p+0f/*0.000000e+00*/;
  }
  float condval_1;
  if ((((int)threadIdx.x) > 0)) {
    condval_1 = A_ptr[(((int)threadIdx.x) - 1)];
  } else {
    condval_1 = 0x0p+0f/*0.000000e+00*/;
  }
  C_ptr[((int)threadIdx.x)] = (condval + condval_1);
}
