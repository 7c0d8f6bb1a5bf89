#include "passes/workbench/check/tuple_reduction.h"

#include "core/ir/contains.h"

#include <algorithm>

namespace tir {
namespace {

bool startsTuple(const Node& node)
{
    const auto* block = as<SBlock>(&node);
    const auto* init = block && block->init ? as<SeqStmt>(block->init) : nullptr;
    return init && std::ranges::count(init->seq, NodeKind::BufferStore, &Stmt::kind) > 1;
}

} // namespace

bool reducesTuples(const Module& module)
{
    return std::ranges::any_of(module.functions, [](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        return function && contains(*function->body, startsTuple, Role::Scope);
    });
}

bool isOtherChoice(const RunComparison& comparison, const RunReport& reference)
{
    const auto isIntegral = [&](const TensorComparison& compared) {
        const auto tensor = std::ranges::find(reference.tensors, compared.name, &RunTensor::name);
        const auto dtype = tensor == reference.tensors.end() ? std::nullopt : dtypeFromString(tensor->dtype);
        return dtype && dtype->isIntegral() && compared.verdict == TensorComparison::Verdict::Differs;
    };
    return comparison.returnDifference.empty() && !comparison.isEqual() &&
           std::ranges::all_of(comparison.tensors, [&](const TensorComparison& compared) {
               return compared.verdict == TensorComparison::Verdict::Equal || isIntegral(compared);
           });
}

} // namespace tir
