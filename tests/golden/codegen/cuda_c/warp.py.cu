extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  alignas(64) uint mask_ptr[1];
  mask_ptr[0] = __activemask();
  A_ptr[((int)threadIdx.x)] = __shfl_sync(mask_ptr[0], A_ptr[((int)threadIdx.x)], 0, 32);
  A_ptr[((int)threadIdx.x)] = __shfl_up_sync(mask_ptr[0], A_ptr[((int)threadIdx.x)], 1, 32);
  A_ptr[((int)threadIdx.x)] = __shfl_down_sync(mask_ptr[0], A_ptr[((int)threadIdx.x)], 1, 32);
}
