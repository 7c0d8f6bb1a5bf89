extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ expf_1, float* __restrict__ j0f_1);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ expf_1, float* __restrict__ j0f_1) {
  expf_1[((int)threadIdx.x)] = (expf(j0f_1[((int)threadIdx.x)]) + j0f(j0f_1[((int)threadIdx.x)]));
}
