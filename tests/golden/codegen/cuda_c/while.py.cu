extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  while (1) {
    if (!((A_ptr[((int)threadIdx.x)] < 100))) { break; }
    A_ptr[((int)threadIdx.x)] = (A_ptr[((int)threadIdx.x)] + 1);
    if (A_ptr[((int)threadIdx.x)] == 50) {
      break;
    }
    if (A_ptr[((int)threadIdx.x)] == 20) {
      continue;
    }
    A_ptr[((int)threadIdx.x)] = (A_ptr[((int)threadIdx.x)] * 2);
  }
}
