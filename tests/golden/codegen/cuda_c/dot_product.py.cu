extern "C" __global__ void __launch_bounds__(32) kernel(signed char* __restrict__ A_ptr, uchar* __restrict__ U_ptr, int* __restrict__ I_ptr, uint* __restrict__ J_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(signed char* __restrict__ A_ptr, uchar* __restrict__ U_ptr, int* __restrict__ I_ptr, uint* __restrict__ J_ptr) {
  I_ptr[((int)threadIdx.x)] = __dp4a((int)*(int*)(A_ptr + (((int)threadIdx.x) * 4)), (int)*(int*)(A_ptr + (((int)threadIdx.x) * 4)), (int)I_ptr[((int)threadIdx.x)]);
  J_ptr[((int)threadIdx.x)] = __dp4a((uint)*(uint*)(U_ptr + (((int)threadIdx.x) * 4)), (uint)*(uint*)(U_ptr + (((int)threadIdx.x) * 4)), (uint)J_ptr[((int)threadIdx.x)]);
}
