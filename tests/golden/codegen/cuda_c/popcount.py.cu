extern "C" __global__ void __launch_bounds__(32) kernel(uint* __restrict__ A_ptr, int* __restrict__ I_ptr, int64_t* __restrict__ L_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(uint* __restrict__ A_ptr, int* __restrict__ I_ptr, int64_t* __restrict__ L_ptr) {
  A_ptr[((int)threadIdx.x)] = __popc(A_ptr[((int)threadIdx.x)]);
  I_ptr[((int)threadIdx.x)] = __popc(I_ptr[((int)threadIdx.x)]);
  L_ptr[((int)threadIdx.x)] = ((int64_t)__popcll(L_ptr[((int)threadIdx.x)]));
}
