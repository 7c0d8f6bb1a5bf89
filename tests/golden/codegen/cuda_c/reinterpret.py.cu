extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int* __restrict__ I_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int* __restrict__ I_ptr) {
  float v_ = A_ptr[((int)threadIdx.x)];
  I_ptr[((int)threadIdx.x)] = (*(int *)(&(v_)));
}
