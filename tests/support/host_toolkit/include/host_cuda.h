/// CUDA C on this processor, for tests: the threads of a block are fibers (host_threads.h), blocks run one after the
/// other. bin/nvcc includes this before the code of kernels.

#pragma once

#include <math.h>

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __forceinline__ inline
#define __grid_constant__
#define __launch_bounds__(...)
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))

#include "tests/support/host_toolkit/include/host_threads.h"

#include "tests/support/host_toolkit/include/host_floats.h"

#include "tests/support/host_toolkit/include/host_vectors.h"

#include "tests/support/host_toolkit/include/host_warp.h"

#include "tests/support/host_toolkit/include/host_ptx.h"

#include "tests/support/host_toolkit/include/host_math.h"

#include "tests/support/host_toolkit/include/host_fragments.h"
