extern "C" __global__ void kernel(int* __restrict__ A_ptr, int n);
extern "C" __global__ void kernel(int* __restrict__ A_ptr, int n) {
  A_ptr[((int)threadIdx.x)] = 0;
}
