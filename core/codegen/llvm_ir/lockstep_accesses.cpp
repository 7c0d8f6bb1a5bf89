#include "core/codegen/llvm_ir/lockstep_accesses.h"

#include "core/ir/contains.h"
#include "core/ir/storage_scope.h"
#include "core/ir/structural_equal.h"

#include <algorithm>

namespace tir::llvm_ir {
namespace {

constexpr uint8_t Reads = 1;
constexpr uint8_t Writes = 2;

/// Whether a thread that accesses the buffer in both ways accesses the same element, and so do all others.
bool isSameElement(const SharedAccess& a, const SharedAccess& b)
{
    return a.reduction == b.reduction && a.element == b.element && isSame(a.guard, b.guard) && a.indices &&
           b.indices && std::ranges::equal(*a.indices, *b.indices, isSame);
}

void add(SharedAccess& known, const SharedAccess& more)
{
    if (known.how == 0) {
        known = more;
        return;
    }
    if (!isSameElement(known, more)) {
        known.indices.reset();
        known.reduction = nullptr;
    }
    known.how |= more.how;
}

/// Registers of one thread.
bool isPrivate(StorageRank rank)
{
    return rank != StorageRank::Global && rank != StorageRank::Shared && rank != StorageRank::Warp;
}

/// Nothing is known for vectors and for values that depend on memory.
std::optional<ExprList> indicesOf(ExprList indices, const Expr* predicate)
{
    const bool isKnown = !predicate && std::ranges::all_of(indices, [](const Expr* index) {
        return index->dtype.isScalar() && !containsKind(*index, NodeKind::BufferLoad);
    });
    return isKnown ? std::optional(indices) : std::nullopt;
}

} // namespace

bool isSame(const Expr* a, const Expr* b)
{
    return a == b || (a && b && structuralEqual(*a, *b));
}

void add(SharedAccesses& all, const SharedAccesses& more)
{
    for (const auto& [var, access] : more)
        add(all[var], access);
}

bool conflict(const SharedAccesses& left, const SharedAccesses& right)
{
    for (const auto& [var, access] : left) {
        const auto other = right.find(var);
        if (other != right.end() && ((access.how | other->second.how) & Writes) &&
            !isSameElement(access, other->second))
            return true;
    }
    return false;
}

void AccessCollector::visit(const BufferLoad& node)
{
    note(*node.buffer, Reads, indicesOf(node.indices, node.predicate));
    for (const Expr* index : node.indices)
        Visitor::visit(index);
    if (node.predicate)
        Visitor::visit(node.predicate);
}

void AccessCollector::visit(const BufferStore& node)
{
    note(*node.buffer, Writes, indicesOf(node.indices, node.predicate));
    for (const Expr* index : node.indices)
        Visitor::visit(index);
    if (node.predicate)
        Visitor::visit(node.predicate);
    Visitor::visit(node.value);
}

/// Who gets an address may read and write there.
void AccessCollector::visit(const Call& node)
{
    const bool isAddress = node.isOp(OpId::address_of);
    for (const Expr* arg : node.args) {
        if (const auto* load = as<BufferLoad>(arg); load && isAddress)
            note(*load->buffer, Reads | Writes, std::nullopt);
        Visitor::visit(arg);
    }
}

void AccessCollector::visit(const Var& node)
{
    const auto* pointer = as<PointerType>(node.type);
    if (!pointer)
        return;
    const auto scope = storageScopeFromString(pointer->scope);
    if (!scope || !isPrivate(scope->rank))
        note(node, Reads | Writes, std::nullopt);
}

void AccessCollector::note(const Buffer& buffer, uint8_t how, std::optional<ExprList> indices)
{
    const bool isReduced = m_reductions.axes.contains(buffer.data);
    if (isReduced || !isPrivate(buffer.scope().rank))
        note(*buffer.data, how, indices, buffer.dtype);
}

void AccessCollector::note(const Var& var, uint8_t how, std::optional<ExprList> indices, DType element)
{
    const auto alias = m_aliases.find(&var);
    const bool isAlias = alias != m_aliases.end();
    const SBlock* reduction = m_reductions.axes.contains(&var) ? m_reduction : nullptr;
    // Other views may index the same elements in other ways.
    add(result[isAlias ? alias->second : &var], {how, isAlias ? std::nullopt : indices, element, reduction});
}

} // namespace tir::llvm_ir
