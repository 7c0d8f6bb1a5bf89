extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, uint64_t* __restrict__ U_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, uint64_t* __restrict__ U_ptr) {
  atomicAdd((&(A_ptr[0])), A_ptr[((int)threadIdx.x)]);
  atomicAdd((unsigned long long*)(&(U_ptr[0])), (unsigned long long)U_ptr[((int)threadIdx.x)]);
}
