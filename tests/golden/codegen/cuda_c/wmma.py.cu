#include <cuda_fp16.h>
#include <mma.h>

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ A_ptr) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, half> f[1];
  nvcuda::wmma::fill_fragment(f[0], 0x0p+0f/*0.000000e+00*/);
  nvcuda::wmma::store_matrix_sync((&(A_ptr[0])), f[0], 16, nvcuda::wmma::mem_row_major);
}
