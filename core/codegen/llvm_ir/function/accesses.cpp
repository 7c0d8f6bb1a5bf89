#include "core/codegen/llvm_ir/function/accesses.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/buffer_addresses.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

llvm::Value* laneOf(llvm::IRBuilderBase& b, llvm::Value* value, int lane)
{
    return value->getType()->isVectorTy() ? b.CreateExtractElement(value, uint64_t(lane)) : value;
}

} // namespace

/// `accessed`: the memory of one access.
Access Accesses::startAccess(SiteKind kind, const Node& node, const Buffer& buffer, ExprList indices,
                             DType accessed)
{
    CheckSites* checks = m_module.checks();
    Access access{buffer, m_addresses.dataPointer(node, buffer), nullptr, {}, NoSite, 1};
    access.index = m_addresses.elementIndex(buffer, indices, checks ? &access.parts : nullptr);
    access.elements = accessed.lanes / buffer.dtype.lanes;
    if (checks)
        access.site =
            checks->access(kind, node, m_context.statement, buffer, m_addresses.layoutOf(buffer), accessed);
    return access;
}

/// Null if the shape implies no more than the memory. Extents that this function does not know are not compared.
llvm::Value* Accesses::insideShape(const Access& access, int lane)
{
    llvm::IRBuilderBase& b = m_builder;
    // Flat buffers are parts of merged memory: their shape is that of the part, their index counts from the
    // start of all.
    if (access.parts.size() < 2)
        return nullptr;
    Value* inside = nullptr;
    for (size_t axis = 0; axis < access.parts.size(); ++axis) {
        const Expr& shape = *access.buffer.shape[axis];
        const auto* var = as<Var>(&shape);
        if (shape.kind != NodeKind::IntImm && !(var && m_bindings.lookup(var)))
            continue;
        Value* last = laneOf(b, access.parts[axis], lane);
        Value* extent = m_expressions.emitAs(shape, Int64);
        Value* isInside = b.CreateICmpULT(last, extent);
        if (axis + 1 == access.parts.size() && access.elements > 1) {
            last = b.CreateAdd(last, int64Value(access.elements - 1));
            isInside = b.CreateAnd(isInside, b.CreateICmpULT(last, extent));
        }
        inside = inside ? b.CreateAnd(inside, isInside) : isInside;
    }
    return inside;
}

llvm::Value* Accesses::accessAddress(const Access& access, int lane)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* index = laneOf(b, access.index, lane);
    if (!m_module.checks() || m_module.checks()->isSettled(access.buffer.data))
        return m_addresses.elementAddress(access.data, access.buffer.dtype, index);

    llvm::Type* pointer = b.getPtrTy();
    llvm::Type* number = b.getInt32Ty();
    Value* site = int32Value(access.site);
    Value* inside = insideShape(access, lane);
    llvm::BasicBlock* good = inside ? newBlock("inside") : nullptr;
    llvm::BasicBlock* bad = inside ? newBlock("outside") : nullptr;
    llvm::BasicBlock* after = inside ? newBlock("access") : nullptr;
    if (inside) {
        b.CreateCondBr(inside, good, bad);
        b.SetInsertPoint(good);
    }
    Value* offset = b.CreateMul(index, int64Value(std::max(access.buffer.dtype.vectorBytes(), 1)));
    llvm::Function* check = m_module.external("tirscope_check_access", pointer,
                                              {pointer, pointer, pointer, number, pointer, b.getInt64Ty()});
    Value* address = b.CreateCall(
        check, {m_context.emulator, m_context.block, m_context.thread, site, access.data, offset});
    if (!inside)
        return address;
    b.CreateBr(after);

    b.SetInsertPoint(bad);
    Value* indices = stackMemory(int64_t(access.parts.size() * sizeof(int64_t)), alignof(int64_t));
    for (size_t axis = 0; axis < access.parts.size(); ++axis)
        b.CreateStore(laneOf(b, access.parts[axis], lane),
                      b.CreateConstGEP1_64(b.getInt64Ty(), indices, axis));
    llvm::Function* outside =
        m_module.external("tirscope_check_outside", pointer, {pointer, pointer, pointer, number, pointer});
    Value* harmless =
        b.CreateCall(outside, {m_context.emulator, m_context.block, m_context.thread, site, indices});
    continueIn(after);
    llvm::PHINode* chosen = b.CreatePHI(pointer, 2);
    chosen->addIncoming(address, good);
    chosen->addIncoming(harmless, bad);
    return chosen;
}

llvm::Value* Accesses::emitLoad(const BufferLoad& load)
{
    llvm::IRBuilderBase& b = m_builder;
    const Buffer& buffer = *load.buffer;
    if (!m_addresses.isAddressable(load, buffer, load.indices.size()))
        return undefined(load.dtype);
    const bool isContiguous = !load.predicate && m_addresses.isContiguousIndex(buffer, load.indices);
    const Access access =
        startAccess(SiteKind::Read, load, buffer, load.indices, isContiguous ? load.dtype : buffer.dtype);
    Value* index = access.index;
    const bool isVolatileAccess = m_platform.isVolatile(buffer);
    const auto alignment = [&](int lanes) {
        return llvm::Align(
            load.indices.empty() ? 1 : m_platform.accessAlignment(buffer, *load.indices.back(), lanes));
    };
    const auto at = [&](int lane) {
        m_work.countBytes(CountedWork::Kind::LoadedBytes, buffer, buffer.dtype.vectorBytes());
        Value* raw = b.CreateAlignedLoad(m_forms.memoryType(buffer.dtype), accessAddress(access, lane),
                                         alignment(1), isVolatileAccess);
        return m_forms.fromMemory(buffer.dtype, raw);
    };
    if (!isVector(index) && !load.predicate)
        return at(0);
    if (isContiguous) {
        m_work.countBytes(CountedWork::Kind::LoadedBytes, buffer, load.dtype.vectorBytes());
        Value* raw = b.CreateAlignedLoad(m_forms.memoryType(load.dtype), accessAddress(access, 0),
                                         alignment(load.dtype.lanes), isVolatileAccess);
        return m_forms.fromMemory(load.dtype, raw);
    }

    // Lane by lane. A lane whose predicate is false is not touched and reads as zero.
    Value* mask = emitMask(load.predicate);
    const int count = load.dtype.lanes / buffer.dtype.lanes;
    Value* result = llvm::Constant::getNullValue(valueType(load.dtype));
    for (int lane = 0; lane < count; ++lane) {
        llvm::BasicBlock* before = b.GetInsertBlock();
        llvm::BasicBlock* after = nullptr;
        if (mask) {
            llvm::BasicBlock* read = newBlock("lane");
            after = newBlock("next");
            b.CreateCondBr(isVector(mask) ? b.CreateExtractElement(mask, uint64_t(lane)) : mask, read, after);
            b.SetInsertPoint(read);
        }
        Value* element = at(lane);
        Value* with = element;
        for (int part = 0; load.dtype.lanes > 1 && part < buffer.dtype.lanes; ++part) {
            Value* piece = isVector(element) ? b.CreateExtractElement(element, uint64_t(part)) : element;
            with = b.CreateInsertElement(part == 0 ? result : with, piece,
                                         uint64_t(lane * buffer.dtype.lanes + part));
        }
        if (mask) {
            llvm::BasicBlock* readEnd = b.GetInsertBlock();
            continueIn(after);
            llvm::PHINode* merged = b.CreatePHI(with->getType(), 2);
            merged->addIncoming(result, before);
            merged->addIncoming(with, readEnd);
            with = merged;
        }
        result = with;
    }
    return result;
}

/// The predicate of an access: lanes where it is false are not touched. Null if there is none.
llvm::Value* Accesses::emitMask(const Expr* predicate)
{
    if (!predicate)
        return nullptr;
    Value* mask = m_expressions.emitBool(*predicate);
    m_checks.notePartIf(ProgramPart::Kind::Lanes, *predicate, mask);
    return mask;
}

void Accesses::emitStore(const BufferStore& store)
{
    llvm::IRBuilderBase& b = m_builder;
    const Buffer& buffer = *store.buffer;
    Value* value = m_expressions.emitAs(*store.value, buffer.dtype.withLanes(store.value->dtype.lanes));
    if (!m_addresses.isAddressable(store, buffer, store.indices.size()))
        return;
    const DType valueDType = buffer.dtype.withLanes(store.value->dtype.lanes);
    const bool isContiguous =
        !store.predicate && m_addresses.isContiguousIndex(buffer, store.indices) && isVector(value);
    const bool isWhole = isContiguous || store.indices.empty() || store.indices.back()->dtype.isScalar();
    const Access access =
        startAccess(SiteKind::Write, store, buffer, store.indices, isWhole ? valueDType : buffer.dtype);
    Value* index = access.index;
    const bool isVolatileAccess = m_platform.isVolatile(buffer);
    const auto alignment = [&](int lanes) {
        return llvm::Align(
            store.indices.empty() ? 1 : m_platform.accessAlignment(buffer, *store.indices.back(), lanes));
    };
    if (!isVector(index) && !store.predicate) {
        m_work.countBytes(CountedWork::Kind::StoredBytes, buffer, valueDType.vectorBytes());
        b.CreateAlignedStore(m_forms.toMemory(valueDType, value), accessAddress(access, 0), alignment(1),
                             isVolatileAccess);
        return;
    }
    if (isContiguous) {
        m_work.countBytes(CountedWork::Kind::StoredBytes, buffer, valueDType.vectorBytes());
        b.CreateAlignedStore(m_forms.toMemory(valueDType, value), accessAddress(access, 0),
                             alignment(valueDType.lanes), isVolatileAccess);
        return;
    }

    Value* mask = emitMask(store.predicate);
    const int count =
        isVector(index) ? int(llvm::cast<llvm::FixedVectorType>(index->getType())->getNumElements()) : 1;
    for (int lane = 0; lane < count; ++lane) {
        llvm::BasicBlock* after = nullptr;
        if (mask) {
            llvm::BasicBlock* write = newBlock("lane");
            after = newBlock("next");
            b.CreateCondBr(isVector(mask) ? b.CreateExtractElement(mask, uint64_t(lane)) : mask, write,
                           after);
            b.SetInsertPoint(write);
        }
        m_work.countBytes(CountedWork::Kind::StoredBytes, buffer, buffer.dtype.vectorBytes());
        Value* element = accessAddress(access, lane);
        for (int part = 0; part < buffer.dtype.lanes; ++part) {
            const uint64_t from = uint64_t(lane * buffer.dtype.lanes + part);
            Value* piece = isVector(value) ? b.CreateExtractElement(value, from) : value;
            Value* address =
                b.CreateConstGEP1_64(b.getInt8Ty(), element, uint64_t(part * buffer.dtype.bytes()));
            b.CreateAlignedStore(m_forms.toMemory(buffer.dtype.element(), piece), address, alignment(1),
                                 isVolatileAccess);
        }
        if (mask)
            continueIn(after);
    }
}

} // namespace tir::llvm_ir
