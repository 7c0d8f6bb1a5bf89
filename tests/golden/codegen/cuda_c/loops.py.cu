extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int n);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int n) {
  for (int i = 0; i < 4; ++i) {
    A_ptr[i] = 0x0p+0f/*0.000000e+00*/;
  }
  for (int i_1 = 2; i_1 < 6; ++i_1) {
    A_ptr[i_1] = 0x1p+0f/*1.000000e+00*/;
  }
  for (int i_2 = n; i_2 < (n + 8); ++i_2) {
    A_ptr[i_2] = 0x1p+1f/*2.000000e+00*/;
  }
  for (int i_3 = 0; i_3 < 16; i_3 += 4) {
    A_ptr[i_3] = 0x1.8p+1f/*3.000000e+00*/;
  }
#pragma unroll
  for (int i_4 = 0; i_4 < 4; ++i_4) {
    A_ptr[i_4] = 0x1p+2f/*4.000000e+00*/;
  }
#pragma unroll 1
  for (int i_5 = 0; i_5 < 4; ++i_5) {
    A_ptr[i_5] = 0x1.4p+2f/*5.000000e+00*/;
  }
}
