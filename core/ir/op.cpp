#include "core/ir/op.h"

#include "core/support/check.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

namespace tir {
namespace {

constexpr Op describe(OpId id, std::string_view name, std::string_view printedName, DTypePosition position,
                      CallEffect effect, ResultRule result, std::string_view parameters)
{
    return {id, name, printedName.empty() ? name : printedName, position, effect, result, parameters};
}

constexpr Op Ops[] = {
#define TIR_OP(Id, ...) TIR_DOTTED_OP(Id, "tirx." #Id, __VA_ARGS__)
#define TIR_DOTTED_OP(Id, Name, PrintedName, Position, Effect, Result, Parameters)                         \
    describe(OpId::Id, Name, PrintedName, DTypePosition::Position, CallEffect::Effect, ResultRule::Result, \
             Parameters),
#include "core/ir/op_list.def"
};

static_assert(std::is_sorted(std::begin(Ops), std::end(Ops),
                             [](const Op& a, const Op& b) { return a.name < b.name; }));

constexpr size_t SlotCount = 4096;
static_assert(std::size(Ops) * 2 < SlotCount);

/// Of the last letters: names begin alike.
constexpr size_t hash(std::string_view name)
{
    uint64_t mixed = name.size();
    for (const char letter : name.substr(name.size() > 8 ? name.size() - 8 : 0))
        mixed = (mixed ^ uint8_t(letter)) * 0x100000001B3u;
    return size_t(mixed >> 7);
}

/// Open addressing: the index of an operation, or -1.
constexpr std::array<int16_t, SlotCount> opsByName()
{
    std::array<int16_t, SlotCount> slots{};
    slots.fill(-1);
    for (size_t i = 0; i < std::size(Ops); ++i) {
        size_t at = hash(Ops[i].name) % SlotCount;
        while (slots[at] >= 0)
            at = (at + 1) % SlotCount;
        slots[at] = int16_t(i);
    }
    return slots;
}

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

const Op* opOf(OpId id)
{
    TIR_CHECK(id != OpId::Unknown) << "an unknown operation has no row";
    return &Ops[size_t(id) - 1];
}

const Op* findOp(std::string_view registeredName)
{
    static constexpr auto Slots = opsByName();
    for (size_t at = hash(registeredName) % SlotCount; Slots[at] >= 0; at = (at + 1) % SlotCount)
        if (const Op& op = Ops[Slots[at]]; op.name == registeredName)
            return &op;
    return nullptr;
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
    const size_t prefix = name.starts_with(UnknownOpPrefix) ? UnknownOpPrefix.size() : 0;
    return arena.make<Op>(Op{.name = name, .printedName = name.substr(prefix), .parameters = {}});
}

} // namespace tir
