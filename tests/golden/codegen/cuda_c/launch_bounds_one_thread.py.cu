extern "C" __global__ void kernel(int* __restrict__ A_ptr);
extern "C" __global__ void kernel(int* __restrict__ A_ptr) {
  A_ptr[((int)threadIdx.x)] = 0;
}
