/// The entry of a libFuzzer executable. TIRSCOPE_FUZZ_CHECK names the function of fuzz_targets.h that it
/// runs.

#include "tests/fuzz/fuzz_targets.h"

#include <cstddef>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    tir::testing::TIRSCOPE_FUZZ_CHECK({data, size});
    return 0;
}
