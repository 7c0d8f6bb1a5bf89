__device__ __forceinline__ void __cluster_barrier() {
  asm volatile("barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;" ::: "memory");
}

__device__ __forceinline__ uint __cluster_ctaid_x() {
  uint id;
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(id));
  return id;
}

extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(int* __restrict__ A_ptr) {
  __cluster_barrier();
  A_ptr[((((int)__cluster_ctaid_x()) * 32) + ((int)threadIdx.x))] = 0;
}
