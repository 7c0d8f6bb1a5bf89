// All blocks of the grid meet; every block must be resident. The last one to come starts the next round.
__device__ uint __grid_barrier_arrived = 0;
__device__ volatile uint __grid_barrier_round = 0;
__device__ __forceinline__ void __grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    uint round = __grid_barrier_round;
    __threadfence_system();
    if (atomicAdd(&__grid_barrier_arrived, 1u) == gridDim.x * gridDim.y * gridDim.z - 1u) {
      __grid_barrier_arrived = 0;
      __threadfence_system();
      __grid_barrier_round = round + 1u;
    } else {
      while (__grid_barrier_round == round) { }
    }
    __threadfence_system();
  }
  __syncthreads();
}

extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  A_ptr[((int)threadIdx.x)] = 1;
  __grid_barrier();
  A_ptr[((int)threadIdx.x)] = A_ptr[(((int)threadIdx.x) + 1)];
}
