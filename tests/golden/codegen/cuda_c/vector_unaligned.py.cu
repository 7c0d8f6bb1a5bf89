extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr) {
  int4 v_ = make_int4((((int)threadIdx.x))+(1*0), (((int)threadIdx.x))+(1*1), (((int)threadIdx.x))+(1*2), (((int)threadIdx.x))+(1*3));
  *(float4*)(C_ptr + (((int)threadIdx.x) * 4)) = make_float4(A_ptr[v_.x],A_ptr[v_.y],A_ptr[v_.z],A_ptr[v_.w]);
}
