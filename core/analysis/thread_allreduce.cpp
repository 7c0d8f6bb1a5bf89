#include "core/analysis/thread_allreduce.h"

namespace tir {

size_t reducedValues(const Call& call)
{
    const auto* number = call.args.empty() ? nullptr : as<IntImm>(call.args[0]);
    return number && number->value > 0 ? size_t(number->value) : 0;
}

ExprList reductionResults(const Call& call)
{
    const size_t count = reducedValues(call);
    return call.args.size() / 2 < 1 + count ? ExprList() : call.args.subspan(2 + count, count);
}

const BufferLoad* resultElement(const Expr& result)
{
    const auto* widened = as<Cast>(&result);
    return as<BufferLoad>(widened ? widened->value : &result);
}

} // namespace tir
