extern "C" __global__ void __launch_bounds__(32) kernel(int64_t* __restrict__ A_ptr, uint64_t* __restrict__ U_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int64_t* __restrict__ A_ptr, uint64_t* __restrict__ U_ptr) {
  A_ptr[((int)threadIdx.x)] = (A_ptr[(((int64_t)((int)threadIdx.x)) * (int64_t)8)] + ((int64_t)-9223372036854775807LL - 1));
  U_ptr[((int)threadIdx.x)] = (uint64_t)18446744073709551615ULL;
  A_ptr[((int)threadIdx.x)] = ((int64_t)(-2147483647 - 1));
}
