// Buffers: addresses, loads, stores; allocations are in emit_allocation.cpp. A buffer finds its memory when it
// is accessed, through its data variable; a declaration emits nothing, so it may be before the allocation it
// names.

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/ir/make.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

namespace tir::llvm_ir {
namespace {

bool isVector(llvm::Value* value)
{
    return value->getType()->isVectorTy();
}

} // namespace

bool FunctionEmitter::isAddressable(const Node& access, const Buffer& buffer, size_t indexCount)
{
    if (indexCount != buffer.shape.size()) {
        refuse(access,
               "buffer '" + std::string(buffer.name) + "' has " + std::to_string(buffer.shape.size()) +
                   " dimensions, but " + std::to_string(indexCount) + " indices are given",
               Void);
        return false;
    }
    if (!buffer.dtype.isScalable() && (buffer.dtype.isBool() || buffer.dtype.bits % 8 == 0 ||
                                       (m_emulator && buffer.dtype.isScalar() && buffer.dtype.bits < 8)))
        return true;
    refuse(access,
           "buffer '" + std::string(buffer.name) + "' of " + tir::toString(buffer.dtype) +
               " packs several elements into a byte, which cannot be run",
           buffer.dtype);
    return false;
}

llvm::Value* FunctionEmitter::dataPointer(const Node& access, const Buffer& buffer)
{
    const Binding* binding = findBinding(buffer.data);
    if (binding && binding->perLaunch) {
        refuse(access,
               "buffer '" + std::string(buffer.name) +
                   "' lies in shared memory, which belongs to a block of threads; it is accessed outside of "
                   "any launch",
               Handle);
        return undefined(Handle);
    }
    if (Value* pointer = lookup(buffer.data))
        return pointer;
    return refuse(access,
                  "buffer '" + std::string(buffer.name) + "' is accessed where no definition of its data '" +
                      std::string(buffer.data->name) + "' is in scope",
                  Handle);
}

/// The position of the element, as int64 (or a vector of them): row-major, or by strides. Flat buffers are
/// addressed from their data pointer, whatever their offset says; that is what generators do.
llvm::Value* FunctionEmitter::elementIndex(const Buffer& buffer, ExprList indices, std::vector<Value*>* parts)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto matched = [&](Value*& left, Value*& right) {
        if (isVector(left) == isVector(right))
            return;
        Value*& scalar = isVector(left) ? right : left;
        scalar = b.CreateVectorSplat(
            llvm::cast<llvm::FixedVectorType>((isVector(left) ? left : right)->getType())->getNumElements(),
            scalar);
    };
    const auto wide = [&](const Expr& expr) { return emitAs(expr, Int64.withLanes(expr.dtype.lanes)); };

    Value* result = int64Value(0);
    if (const auto match = m_matches.find(&buffer); match != m_matches.end()) {
        result = match->second.offset;
        for (size_t axis = 0; axis < indices.size(); ++axis) {
            Value* index = wide(*indices[axis]);
            if (parts)
                parts->push_back(index);
            Value* stride = match->second.strides[axis];
            matched(index, stride);
            index = b.CreateMul(index, stride);
            matched(result, index);
            result = b.CreateAdd(result, index);
        }
        return result;
    }
    for (size_t axis = 0; axis < indices.size(); ++axis) {
        Value* index = wide(*indices[axis]);
        if (parts)
            parts->push_back(index);
        if (!buffer.strides.empty()) {
            Value* stride = wide(*buffer.strides[axis]);
            matched(index, stride);
            index = b.CreateMul(index, stride);
        } else if (axis > 0) {
            result = b.CreateMul(result, wide(*buffer.shape[axis]));
        }
        matched(result, index);
        result = b.CreateAdd(result, index);
    }
    if (indices.size() > 1 || !buffer.strides.empty()) {
        Value* offset = wide(*buffer.elemOffset);
        matched(result, offset);
        result = b.CreateAdd(result, offset);
    }
    return result;
}

/// `compact`: what it is where the buffer does not say.
llvm::Value* FunctionEmitter::strideOf(const Buffer& buffer, size_t axis, Value* compact)
{
    if (const auto match = m_matches.find(&buffer); match != m_matches.end())
        return match->second.strides[axis];
    return buffer.strides.empty() ? compact : emitAs(*buffer.strides[axis], Int64);
}

llvm::Value* FunctionEmitter::elementAddress(Value* data, DType dtype, Value* index)
{
    Value* offset = m_builder->CreateMul(index, int64Value(std::max(dtype.vectorBytes(), 1)));
    return m_builder->CreateGEP(m_builder->getInt8Ty(), data, offset);
}

/// Nothing is known of a program's addresses: what it computes wrongly must still happen as written.
uint64_t FunctionEmitter::accessAlignment(const Buffer&, const Expr&, int)
{
    return 1;
}

bool FunctionEmitter::isVolatile(const Buffer&) const
{
    return false;
}

/// Consecutive elements of a buffer of scalars, which are accessed at once.
bool FunctionEmitter::isContiguousIndex(const Buffer& buffer, ExprList indices) const
{
    return buffer.dtype.isScalar() && buffer.dtype.bits >= 8 && buffer.strides.empty() &&
           !m_matches.contains(&buffer) && !indices.empty() && indices.back()->kind == NodeKind::Ramp &&
           isConstInt(to<Ramp>(*indices.back()).stride, 1);
}

llvm::Value* FunctionEmitter::emitLoad(const BufferLoad& load)
{
    llvm::IRBuilderBase& b = *m_builder;
    const Buffer& buffer = *load.buffer;
    if (!isAddressable(load, buffer, load.indices.size()))
        return undefined(load.dtype);
    const bool isContiguous = !load.predicate && isContiguousIndex(buffer, load.indices);
    const Access access =
        startAccess(SiteKind::Read, load, buffer, load.indices, isContiguous ? load.dtype : buffer.dtype);
    Value* index = access.index;
    const bool isVolatileAccess = isVolatile(buffer);
    const auto alignment = [&](int lanes) {
        return llvm::Align(load.indices.empty() ? 1 : accessAlignment(buffer, *load.indices.back(), lanes));
    };
    const auto at = [&](int lane) {
        Value* raw = b.CreateAlignedLoad(memoryType(buffer.dtype), accessAddress(access, lane), alignment(1),
                                         isVolatileAccess);
        return fromMemory(buffer.dtype, raw);
    };
    if (!isVector(index) && !load.predicate)
        return at(0);
    if (isContiguous) {
        Value* raw = b.CreateAlignedLoad(memoryType(load.dtype), accessAddress(access, 0),
                                         alignment(load.dtype.lanes), isVolatileAccess);
        return fromMemory(load.dtype, raw);
    }

    // Lane by lane. A lane whose predicate is false is not touched and reads as zero.
    Value* mask = load.predicate ? emitBool(*load.predicate) : nullptr;
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

void FunctionEmitter::emitStore(const BufferStore& store)
{
    llvm::IRBuilderBase& b = *m_builder;
    const Buffer& buffer = *store.buffer;
    Value* value = emitAs(*store.value, buffer.dtype.withLanes(store.value->dtype.lanes));
    if (!isAddressable(store, buffer, store.indices.size()))
        return;
    const DType valueDType = buffer.dtype.withLanes(store.value->dtype.lanes);
    const bool isContiguous = !store.predicate && isContiguousIndex(buffer, store.indices) && isVector(value);
    const bool isWhole = isContiguous || store.indices.empty() || store.indices.back()->dtype.isScalar();
    const Access access =
        startAccess(SiteKind::Write, store, buffer, store.indices, isWhole ? valueDType : buffer.dtype);
    Value* index = access.index;
    const bool isVolatileAccess = isVolatile(buffer);
    const auto alignment = [&](int lanes) {
        return llvm::Align(store.indices.empty() ? 1 : accessAlignment(buffer, *store.indices.back(), lanes));
    };
    if (!isVector(index) && !store.predicate) {
        b.CreateAlignedStore(toMemory(valueDType, value), accessAddress(access, 0), alignment(1),
                             isVolatileAccess);
        return;
    }
    if (isContiguous) {
        b.CreateAlignedStore(toMemory(valueDType, value), accessAddress(access, 0),
                             alignment(valueDType.lanes), isVolatileAccess);
        return;
    }

    Value* mask = store.predicate ? emitBool(*store.predicate) : nullptr;
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
        Value* element = accessAddress(access, lane);
        for (int part = 0; part < buffer.dtype.lanes; ++part) {
            const uint64_t from = uint64_t(lane * buffer.dtype.lanes + part);
            Value* piece = isVector(value) ? b.CreateExtractElement(value, from) : value;
            Value* address =
                b.CreateConstGEP1_64(b.getInt8Ty(), element, uint64_t(part * buffer.dtype.bytes()));
            b.CreateAlignedStore(toMemory(buffer.dtype.element(), piece), address, alignment(1),
                                 isVolatileAccess);
        }
        if (mask)
            continueIn(after);
    }
}

} // namespace tir::llvm_ir
