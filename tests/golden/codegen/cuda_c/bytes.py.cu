extern "C" __global__ void __launch_bounds__(32) kernel(signed char* __restrict__ A_ptr, signed char* __restrict__ B_ptr, signed char* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(signed char* __restrict__ A_ptr, signed char* __restrict__ B_ptr, signed char* __restrict__ C_ptr) {
  *(int*)(C_ptr + (((int)threadIdx.x) * 4)) = *(int*)(A_ptr + (((int)threadIdx.x) * 4));
  int __1;
    int v_ = *(int*)(A_ptr + (((int)threadIdx.x) * 4));
    int v__1 = *(int*)(B_ptr + (((int)threadIdx.x) * 4));
    (reinterpret_cast<signed char*>(&__1)[0]) = ((signed char)((reinterpret_cast<signed char*>(&v_)[0])+(reinterpret_cast<signed char*>(&v__1)[0])));
    (reinterpret_cast<signed char*>(&__1)[1]) = ((signed char)((reinterpret_cast<signed char*>(&v_)[1])+(reinterpret_cast<signed char*>(&v__1)[1])));
    (reinterpret_cast<signed char*>(&__1)[2]) = ((signed char)((reinterpret_cast<signed char*>(&v_)[2])+(reinterpret_cast<signed char*>(&v__1)[2])));
    (reinterpret_cast<signed char*>(&__1)[3]) = ((signed char)((reinterpret_cast<signed char*>(&v_)[3])+(reinterpret_cast<signed char*>(&v__1)[3])));
  *(int*)(C_ptr + (((int)threadIdx.x) * 4)) = __1;
  *(int*)(C_ptr + (((int)threadIdx.x) * 4)) = (int)16843009;
  *(int4*)(C_ptr + (((int)threadIdx.x) * 16)) = make_int4((int)-1, (int)-1, (int)-1, (int)-1);
  *(int*)(C_ptr + (((int)threadIdx.x) * 4)) = ((int)(((uint)(uchar)A_ptr[((int)threadIdx.x)]) * 16843009u));
}
