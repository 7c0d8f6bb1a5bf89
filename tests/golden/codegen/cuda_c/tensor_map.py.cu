#ifdef __CUDACC_RTC__
// cuda.h is for hosts.
struct __align__(64) CUtensorMap {
  unsigned long long opaque[16];
};
#else
#include <cuda.h>
#endif

extern "C" __global__ void __launch_bounds__(32) kernel(const __grid_constant__ CUtensorMap A_map, int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(const __grid_constant__ CUtensorMap A_map, int* __restrict__ A_ptr) {
  A_ptr[((int)threadIdx.x)] = 0;
}
