#include "tests/fuzz/fuzz_targets.h"

namespace tir::testing {
namespace {

uint64_t examined = 0;

} // namespace

uint64_t examinedCount()
{
    return examined;
}

void countExamined()
{
    ++examined;
}

} // namespace tir::testing
