extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  alignas(64) float L_ptr[4];
  alignas(64) float4 V_ptr[2];
  L_ptr[0] = A_ptr[((int)threadIdx.x)];
  V_ptr[0] = *(float4*)(A_ptr + (((int)threadIdx.x) * 4));
  float4 __1;
    float4 v_ = V_ptr[0];
    float4 v__1 = make_float4(L_ptr[0], L_ptr[0], L_ptr[0], L_ptr[0]);
    __1.x = (v_.x*v__1.x);
    __1.y = (v_.y*v__1.y);
    __1.z = (v_.z*v__1.z);
    __1.w = (v_.w*v__1.w);
  V_ptr[1] = __1;
  *(float4*)(A_ptr + (((int)threadIdx.x) * 4)) = V_ptr[1];
}
