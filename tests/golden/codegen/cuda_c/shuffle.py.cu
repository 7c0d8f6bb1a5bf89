extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  float4 v_ = *(float4*)(A_ptr + (((int)threadIdx.x) * 4));
  A_ptr[((int)threadIdx.x)] = v_.z;
  *(float2*)(A_ptr + (((int)threadIdx.x) * 2)) = make_float2(A_ptr[(((int)threadIdx.x) + 1)], A_ptr[((int)threadIdx.x)]);
}
