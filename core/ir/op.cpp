#include "core/ir/op.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace tir {
namespace {

constexpr Op describe(std::string_view name, std::string_view printedName, DTypePosition position,
                      CallEffect effect, ResultRule result)
{
    return {name, printedName.empty() ? name : printedName, position, effect, result};
}

constexpr Op Ops[] = {
#define TIR_OP(Name, PrintedName, Position, Effect, Result) \
    describe(Name, PrintedName, DTypePosition::Position, CallEffect::Effect, ResultRule::Result),
#include "core/ir/op_list.def"
};

static_assert(std::is_sorted(std::begin(Ops), std::end(Ops),
                             [](const Op& a, const Op& b) { return a.name < b.name; }));

std::unordered_map<std::string_view, const Op*> opsByPrintedName()
{
    std::unordered_map<std::string_view, const Op*> ops;
    for (const Op& op : Ops)
        ops.emplace(op.printedName, &op);
    // A host without TVM's Python package prints the flat names.
    for (const Op& op : Ops)
        ops.emplace(op.name.substr(op.name.find('.') + 1), &op);
    return ops;
}

} // namespace

std::span<const Op> allOps()
{
    return Ops;
}

const Op* findOp(std::string_view registeredName)
{
    const auto found = std::lower_bound(std::begin(Ops), std::end(Ops), registeredName,
                                        [](const Op& op, std::string_view name) { return op.name < name; });
    return found != std::end(Ops) && found->name == registeredName ? &*found : nullptr;
}

const Op* findPrintedOp(std::string_view printedName)
{
    static const std::unordered_map<std::string_view, const Op*> Found = opsByPrintedName();
    const auto found = Found.find(printedName);
    return found == Found.end() ? nullptr : found->second;
}

const Op* opNamed(Arena& arena, std::string_view registeredName)
{
    if (const Op* op = findOp(registeredName))
        return op;
    const std::string_view name = arena.intern(registeredName);
    return arena.make<Op>(Op{.name = name, .printedName = name});
}

} // namespace tir
