extern "C" __global__ void __launch_bounds__(32) kernel(uchar* __restrict__ U_ptr, short* __restrict__ S_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(uchar* __restrict__ U_ptr, short* __restrict__ S_ptr) {
  U_ptr[((int)threadIdx.x)] = ((uchar)(U_ptr[((int)threadIdx.x)] + U_ptr[(((int)threadIdx.x) + 1)]));
  U_ptr[((int)threadIdx.x)] = (((uchar)(U_ptr[((int)threadIdx.x)] << (uchar)1)) >> (uchar)4);
  S_ptr[((int)threadIdx.x)] = ((short)(~((short)(S_ptr[((int)threadIdx.x)] * S_ptr[(((int)threadIdx.x) + 1)]))));
}
