/// How passes compute and prove: in sound mode, without the rules of TVM's analyzer that do not always hold.

#pragma once

#include "core/arith/analyzer.h"
#include "passes/framework/pass.h"

namespace tir {

inline arith::AnalyzerOptions arithmeticOf(const PassContext& context)
{
    return {.isSound = context.mode() == Mode::Sound};
}

} // namespace tir
