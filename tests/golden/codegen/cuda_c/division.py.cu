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

extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr, uint* __restrict__ U_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr, uint* __restrict__ U_ptr) {
  A_ptr[((int)threadIdx.x)] = __floordiv<int>(A_ptr[((int)threadIdx.x)], A_ptr[(((int)threadIdx.x) + 1)]);
  A_ptr[((int)threadIdx.x)] = __floormod<int>(A_ptr[((int)threadIdx.x)], A_ptr[(((int)threadIdx.x) + 1)]);
  A_ptr[((int)threadIdx.x)] = ((A_ptr[((int)threadIdx.x)] / 3) + (A_ptr[((int)threadIdx.x)] % 3));
  U_ptr[((int)threadIdx.x)] = ((U_ptr[((int)threadIdx.x)] / U_ptr[(((int)threadIdx.x) + 1)]) + (U_ptr[((int)threadIdx.x)] % U_ptr[(((int)threadIdx.x) + 1)]));
}
