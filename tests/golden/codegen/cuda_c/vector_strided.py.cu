extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ C_ptr) {
    int4 v_ = make_int4((((int)threadIdx.x))+(32*0), (((int)threadIdx.x))+(32*1), (((int)threadIdx.x))+(32*2), (((int)threadIdx.x))+(32*3));
    int4 v__1 = make_int4(((((int)threadIdx.x) * 2))+(4*0), ((((int)threadIdx.x) * 2))+(4*1), ((((int)threadIdx.x) * 2))+(4*2), ((((int)threadIdx.x) * 2))+(4*3));
    float4 v__2 = make_float4(A_ptr[v__1.x],A_ptr[v__1.y],A_ptr[v__1.z],A_ptr[v__1.w]);
    C_ptr[v_.x] = v__2.x;
    C_ptr[v_.y] = v__2.y;
    C_ptr[v_.z] = v__2.z;
    C_ptr[v_.w] = v__2.w;
}
