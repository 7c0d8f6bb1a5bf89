/// The rule about pointers among the arguments of operations: an integer there would be taken for an address.

#include "core/analysis/verify/types.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace tir {
namespace {

/// Positions of pointers among the arguments; negative ones count from the end.
struct PointerArguments {
    static constexpr int None = 1000;
    OpId op;
    std::array<int, 4> positions;
};

constexpr int None = PointerArguments::None;
/// Operations whose arguments are not those that op_list.def names, or are called otherwise.
constexpr PointerArguments Pointers[] = {
    {OpId::atomic_add, {0, None, None, None}},
    {OpId::cuda_atomic_add, {0, None, None, None}},
    {OpId::cuda_atomic_cas, {0, None, None, None}},
    {OpId::mma_fill, {-2, None, None, None}},
    {OpId::mma_fill_legacy, {-2, None, None, None}},
    {OpId::mma_store, {-4, -3, None, None}},
    {OpId::mma_store_legacy, {-4, -3, None, None}},
    {OpId::ptx_cp_async, {0, None, None, None}}, // and the source: see checkCopySource
    {OpId::ptx_cp_async_legacy, {0, None, None, None}},
    {OpId::ptx_ldg32, {0, None, None, None}},
    {OpId::ptx_ldmatrix, {3, None, None, None}}, // and all that follow
    {OpId::ptx_ldmatrix_legacy, {3, 5, None, None}},
    {OpId::ptx_mapa, {None, None, None, None}}, // also takes an address in shared memory, which is an integer
    {OpId::ptx_mma, {7, 8, 9, None}},           // without a sum to add to, the last one is not a pointer
    {OpId::ptx_mma_legacy, {6, 8, 10, None}},
    {OpId::tvm_fill_fragment, {0, None, None, None}},
    {OpId::tvm_load_matrix_sync, {0, 5, None, None}},
    {OpId::tvm_mma_sync, {0, 2, 4, 6}},
    {OpId::tvm_store_matrix_sync, {0, 5, None, None}},
};
static_assert(std::ranges::is_sorted(Pointers, {}, &PointerArguments::op));

void checkPointer(const Call& call, size_t index, NodeReport report)
{
    if (index >= call.args.size() || call.args[index]->dtype.isHandle() || call.args[index]->dtype.isVoid())
        return;
    report.error("argument-type", "argument " + std::to_string(index + 1) + " of operation " +
                                      quoted(call.op->printedName) + " has type " +
                                      toString(call.args[index]->dtype) + ", but it must be a pointer");
}

/// (destination, offset, source, offset, bytes[, predicate]), or (destination, source, bytes …).
void checkCopySource(const Call& call, NodeReport report)
{
    const bool hasOffsets = call.args.size() == 5 || call.args.size() == 6;
    checkPointer(call, hasOffsets ? 2 : 1, report);
}

/// By the names of the parameters: "dst_ptr src_ptr size".
void checkNamedPointers(const Call& call, NodeReport report)
{
    std::string_view rest = call.op->parameters;
    for (size_t index = 0; !rest.empty() && !rest.starts_with('*');) {
        const std::string_view name = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        if (name == "dtype" && call.op->dtypePosition != DTypePosition::None)
            continue; // the type of the call
        if (name == "ptr" || name.ends_with("_ptr"))
            checkPointer(call, index, report);
        ++index;
    }
}

} // namespace

void checkPointerArguments(const Call& call, NodeReport report)
{
    const OpId op = call.opId();
    const auto* known = std::ranges::lower_bound(Pointers, op, {}, &PointerArguments::op);
    if (known == std::end(Pointers) || known->op != op)
        return checkNamedPointers(call, report);
    for (const int position : known->positions)
        if (position != None)
            checkPointer(call, position < 0 ? call.args.size() - size_t(-position) : size_t(position),
                         report);
    if (op == OpId::ptx_cp_async || op == OpId::ptx_cp_async_legacy)
        checkCopySource(call, report);
    for (size_t index = 4; op == OpId::ptx_ldmatrix && index < call.args.size(); ++index)
        checkPointer(call, index, report);
}

} // namespace tir
