extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr) {
  float condval;
  if ((((int)threadIdx.x) < 4)) {
    condval = A_ptr[((int)threadIdx.x)];
  } else {
    condval = A_ptr[(((int)threadIdx.x) + 1)];
  }
  C_ptr[((int)threadIdx.x)] = condval;
  float4 __1;
    ushort4 __2;
      float4 v_ = *(float4*)(A_ptr + (((int)threadIdx.x) * 4));
      float4 v__1 = make_float4(0x0p+0f/*0.000000e+00*/, 0x0p+0f/*0.000000e+00*/, 0x0p+0f/*0.000000e+00*/, 0x0p+0f/*0.000000e+00*/);
      __2.x = (v_.x<v__1.x);
      __2.y = (v_.y<v__1.y);
      __2.z = (v_.z<v__1.z);
      __2.w = (v_.w<v__1.w);
    float4 v__2 = make_float4(0x0p+0f/*0.000000e+00*/, 0x0p+0f/*0.000000e+00*/, 0x0p+0f/*0.000000e+00*/, 0x0p+0f/*0.000000e+00*/);
    float4 v__3 = *(float4*)(A_ptr + (((int)threadIdx.x) * 4));
    __1.x = (__2.x ? v__2.x : v__3.x);
    __1.y = (__2.y ? v__2.y : v__3.y);
    __1.z = (__2.z ? v__2.z : v__3.z);
    __1.w = (__2.w ? v__2.w : v__3.w);
  *(float4*)(C_ptr + (((int)threadIdx.x) * 4)) = __1;
}
