// Division that rounds down, and its remainder.
template <typename T>
__device__ __forceinline__ T __floordiv(T a, T b) {
  T q = a / b;
  return (q * b != a && ((a < 0) != (b < 0))) ? T(q - 1) : q;
}
template <typename T>
__device__ __forceinline__ T __floormod(T a, T b) {
  T r = a % b;
  return (r != 0 && ((r < 0) != (b < 0))) ? T(r + b) : r;
}

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int n);
extern "C" __device__ void meet(int x);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, int n) {
  __syncwarp();
  if (n > 2) {
    __syncwarp();
  }
  if (((int)threadIdx.x) < 5) {
    __syncwarp(__activemask());
    meet(n);
  }
  for (int i = 0; i < n; ++i) {
    __syncwarp();
  }
  for (int j = 0; j < __floormod<int>(((int)threadIdx.x), 4); ++j) {
    __syncwarp(__activemask());
  }
  while (1) {
    if (!((A_ptr[((int)threadIdx.x)] > 0x0p+0f/*0.000000e+00*/))) { break; }
    __syncwarp(__activemask());
    A_ptr[((int)threadIdx.x)] = 0x0p+0f/*0.000000e+00*/;
  }
}

extern "C" __device__ void meet(int x) {
  __syncwarp(__activemask());
}
