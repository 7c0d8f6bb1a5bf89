extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  for (int float_1 = 0; float_1 < 4; ++float_1) {
    A_ptr[float_1] = 1;
  }
  for (int i = 0; i < 4; ++i) {
    A_ptr[i] = 2;
  }
  for (int i_1 = 0; i_1 < 4; ++i_1) {
    A_ptr[i_1] = 3;
  }
}
