extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  A_ptr[((int)threadIdx.x)] = sqrtf(A_ptr[((int)threadIdx.x)]);
  float2 __1;
  float2 v_ = *(float2*)(A_ptr + (((int)threadIdx.x) * 2));
  __1.x = expf(v_.x);
  __1.y = expf(v_.y);
  *(float2*)(A_ptr + (((int)threadIdx.x) * 2)) = __1;
}
