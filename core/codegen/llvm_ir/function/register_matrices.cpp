#include "core/codegen/llvm_ir/function/register_matrices.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/buffer_addresses.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/thread_axes.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdio>

namespace tir::llvm_ir {
namespace {

/// PTX's name of the element type of an operand; nothing for elements of less than a byte.
std::optional<DType> operandType(const Expr* word)
{
    static constexpr std::pair<std::string_view, DType> Types[] = {
        {"fp16", Float16},
        {"float16", Float16},
        {"bf16", {TypeCode::BFloat, 16, 1}},
        {"bfloat16", {TypeCode::BFloat, 16, 1}},
        {"tf32", Float32},
        {"fp32", Float32},
        {"float32", Float32},
        {"fp64", Float64},
        {"float64", Float64},
        {"int8", Int8},
        {"uint8", UInt8},
        {"int32", Int32},
        {"e4m3", {TypeCode::Float8E4M3FN, 8, 1}},
        {"e5m2", {TypeCode::Float8E5M2, 8, 1}},
        {"float8_e4m3fn", {TypeCode::Float8E4M3FN, 8, 1}},
        {"float8_e5m2", {TypeCode::Float8E5M2, 8, 1}},
    };
    const auto* text = as<StringImm>(word);
    for (const auto& [name, dtype] : Types)
        if (text && text->value == name)
            return dtype;
    return std::nullopt;
}

std::string textOf(const Expr* node)
{
    const auto* text = as<StringImm>(node);
    return text ? std::string(text->value) : std::string();
}

/// Shapes whose element layout core/runtime/simt/emulator_matrix.cpp implements.
bool isKnownShape(int m, int n, int k, DType a)
{
    const int words = m / 8 * k * a.bits / 128; // of a lane
    return n == 8 && (m == 16 || (m == 8 && a.bits != 16)) && words >= 1 && words <= 4;
}

} // namespace

std::optional<llvm::Value*> RegisterMatrices::emitOperation(const Call& call)
{
    if (!m_context.emulator)
        return std::nullopt;
    static constexpr Handler<RegisterMatrices> Handlers[] = {
        {OpId::mma_fill, 3, &RegisterMatrices::emitRegisterFill},
        {OpId::mma_fill_legacy, 3, &RegisterMatrices::emitRegisterFill},
        {OpId::mma_store, 6, &RegisterMatrices::emitRegisterStore},
        {OpId::mma_store_legacy, 6, &RegisterMatrices::emitRegisterStore},
        {OpId::ptx_ldmatrix, 5, &RegisterMatrices::emitMatrixLoad},
        {OpId::ptx_ldmatrix_legacy, 7, &RegisterMatrices::emitMatrixLoad},
        {OpId::ptx_mma, 10, &RegisterMatrices::emitMatrixProduct},
        {OpId::ptx_mma_legacy, 13, &RegisterMatrices::emitMatrixProduct},
    };
    return emitListed(*this, Handlers, call);
}

/// (size, registers, offset)
llvm::Value* RegisterMatrices::emitRegisterFill(const Call& call)
{
    const size_t first = call.args.size() - 3;
    const auto* size = as<IntImm>(call.args[first]);
    if (!size)
        return refuse(call, "mma_fill needs a constant number of registers", call.dtype);
    const int64_t bytes = size->value * call.dtype.bytes();
    Value* address = m_checks.checkedPointer(SiteKind::Write, call,
                                             m_pointers.offsetPointer(call, first + 1, call.dtype), bytes);
    m_builder.CreateMemSet(address, m_builder.getInt8(0), int64Value(bytes), llvm::Align(1));
    return undefined(call.dtype);
}

/// (m, n, target, registers, offset, stride): the lane's eight elements of a tile of 16 by 16.
llvm::Value* RegisterMatrices::emitRegisterStore(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const size_t first = call.args.size() - 6;
    const Pointer target = m_pointers.pointerTo(*call.args[first + 2]);
    constexpr int64_t Registers = 8;
    m_work.countBytes(CountedWork::Kind::StoredBytes, *call.args[first + 2], Registers * call.dtype.bytes());
    Value* registers =
        m_checks.checkedPointer(SiteKind::Read, call, m_pointers.offsetPointer(call, first + 3, call.dtype),
                                Registers * call.dtype.bytes());
    Value* stride = m_expressions.emitAs(*call.args[first + 5], Int64);
    Value* thread = b.CreateZExt(m_axes.threadIndex(ThreadAxis::ThreadX), b.getInt64Ty());
    Value* group = b.CreateUDiv(thread, int64Value(4));
    Value* pair = b.CreateMul(b.CreateURem(thread, int64Value(4)), int64Value(2));
    for (int64_t number = 0; number < Registers; ++number) {
        Value* row = b.CreateAdd(group, int64Value(number % 4 / 2 * 8));
        Value* column = b.CreateAdd(pair, int64Value(number / 4 * 8 + number % 2));
        Value* into = m_checks.checkedPointer(
            SiteKind::Write, call,
            m_pointers.moved(target, call.dtype, b.CreateAdd(b.CreateMul(row, stride), column)),
            call.dtype.bytes());
        Value* value = b.CreateAlignedLoad(
            m_forms.memoryType(call.dtype),
            m_addresses.elementAddress(registers, call.dtype, int64Value(number)), llvm::Align(1));
        b.CreateAlignedStore(value, into, llvm::Align(1));
    }
    return undefined(call.dtype);
}

/// ptx_ldmatrix_legacy(transposed, count, ".b16", registers, offset, address, offset), and
/// ptx_ldmatrix(transposed, count, ".b16", address, registers …), one pointer a register.
llvm::Value* RegisterMatrices::emitMatrixLoad(const Call& call)
{
    if (!m_coroutine.canExchange(call))
        return undefined(call.dtype);
    llvm::IRBuilderBase& b = m_builder;
    const bool isLegacy = call.isOp(OpId::ptx_ldmatrix_legacy);
    const auto* count = as<IntImm>(call.args[1]);
    const bool isKnown = count && (count->value == 1 || count->value == 2 || count->value == 4) &&
                         textOf(call.args[2]).find("b16") != std::string::npos &&
                         (isLegacy || call.args.size() == 4 + size_t(count->value));
    if (!isKnown)
        return refuse(call, "ldmatrix loads 1, 2 or 4 matrices of 16-bit elements", call.dtype);
    const Pointer row =
        isLegacy ? m_pointers.offsetPointer(call, 5, call.dtype) : m_pointers.pointerTo(*call.args[3]);
    constexpr int64_t RowBytes = 16;
    constexpr uint32_t Rows = 8;
    constexpr int64_t WordBytes = 4;
    m_work.countBytes(CountedWork::Kind::LoadedBytes, *call.args[isLegacy ? 5 : 3], WordBytes * count->value);
    // The rows that the other lanes show are not read.
    Value* number = b.CreateLoad(b.getInt32Ty(), m_coroutine.threadField(offsetof(GpuThread, number)));
    Value* isRead = b.CreateICmpULT(b.CreateURem(number, int32Value(WarpLanes)),
                                    int32Value(Rows * uint32_t(count->value)));
    b.CreateStore(m_checks.guardedPointer(isRead, call, row, RowBytes, RowBytes),
                  m_coroutine.threadField(offsetof(GpuThread, operands)));
    m_coroutine.wait(Wait::Warp, "ldmatrix");
    Value* words = isLegacy ? m_checks.checkedPointer(SiteKind::Write, call,
                                                      m_pointers.offsetPointer(call, 3, call.dtype),
                                                      WordBytes * count->value)
                            : stackMemory(WordBytes * count->value, WordBytes);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* load = m_module.external("tirscope_load_matrices", b.getVoidTy(),
                                             {pointer, b.getInt32Ty(), b.getInt1Ty(), pointer});
    load->addParamAttr(2, llvm::Attribute::ZExt);
    b.CreateCall(
        load, {m_context.thread, int32Value(uint32_t(count->value)), b.getInt1(isTrue(call.args[0])), words});
    for (int64_t word = 0; !isLegacy && word < count->value; ++word) {
        Value* value =
            b.CreateLoad(b.getInt32Ty(), m_addresses.elementAddress(words, Int32, int64Value(word)));
        Value* into = m_checks.checkedPointer(SiteKind::Write, call,
                                              m_pointers.pointerTo(*call.args[4 + size_t(word)]), WordBytes);
        b.CreateAlignedStore(value, into, llvm::Align(1));
    }
    m_coroutine.wait(Wait::Warp, "ldmatrix"); // published values stay until all lanes have read them
    return undefined(call.dtype);
}

/// ptx_mma_legacy(shape, layouts …, types of a b c, a, offset, b, offset, c, offset, saturate): c += a b.
/// ptx_mma(shape, layouts …, types of d a b c, d, a, b[, c, saturate]): d = a b + c.
llvm::Value* RegisterMatrices::emitMatrixProduct(const Call& call)
{
    if (!m_coroutine.canExchange(call))
        return undefined(call.dtype);
    llvm::IRBuilderBase& b = m_builder;
    const bool isLegacy = call.isOp(OpId::ptx_mma_legacy);
    const size_t types = isLegacy ? 3 : 4;
    const auto left = operandType(call.args[types]);
    const auto right = operandType(call.args[types + 1]);
    const auto sum = operandType(call.args[types + 2]);
    int m = 0;
    int n = 0;
    int k = 0;
    const std::string shape = textOf(call.args[0]);
    const bool isKnown = std::sscanf(shape.c_str(), "m%dn%dk%d", &m, &n, &k) == 3 && left && right && sum &&
                         isKnownShape(m, n, k, *left) && textOf(call.args[1]) == "row" &&
                         textOf(call.args[2]) == "col" &&
                         (isLegacy || operandType(call.args[3]) == operandType(call.args[types + 2]));
    if (!isKnown)
        return refuse(call,
                      "a product of matrices of shape " + quoted(shape) +
                          " with these types and layouts cannot be executed",
                      call.dtype);
    m_work.countMatrixOperations(*left, 2 * m * n * k / int(WarpLanes));
    const auto operand = [&](SiteKind kind, size_t index, DType dtype, int elements) {
        const Pointer registers =
            isLegacy ? m_pointers.offsetPointer(call, index, dtype) : m_pointers.pointerTo(*call.args[index]);
        return m_checks.checkedPointer(kind, call, registers, int64_t(elements) / 32 * dtype.bytes());
    };
    Value* a = operand(SiteKind::Read, isLegacy ? 6 : 8, *left, m * k);
    Value* other = operand(SiteKind::Read, isLegacy ? 8 : 9, *right, n * k);
    const bool hasC = isLegacy || (call.args.size() > 10 && call.args[10]->dtype.isHandle());
    Value* c = hasC ? operand(SiteKind::Read, 10, *sum, m * n) : nullptr;
    Value* d = operand(SiteKind::Write, isLegacy ? 10 : 7, *sum, m * n);
    const size_t saturate = isLegacy ? 12 : 11;
    const MatrixProduct product{uint32_t(m),
                                uint32_t(k),
                                uint8_t(left->code),
                                uint8_t(left->bits),
                                uint8_t(right->code),
                                uint8_t(right->bits),
                                uint8_t(sum->code),
                                uint8_t(sum->bits),
                                hasC,
                                call.args.size() > saturate && isTrue(call.args[saturate])};
    const size_t at = offsetof(GpuThread, operands);
    size_t number = 0;
    for (Value* registers : {d, a, other, hasC ? c : d})
        b.CreateStore(registers, m_coroutine.threadField(at + number++ * sizeof(void*)));
    m_coroutine.wait(Wait::Warp, "mma");
    const std::string_view bytes(reinterpret_cast<const char*>(&product), sizeof product);
    llvm::Type* pointer = b.getPtrTy();
    b.CreateCall(m_module.external("tirscope_matrix_product", b.getVoidTy(), {pointer, pointer}),
                 {m_context.thread, m_module.text(bytes)});
    m_coroutine.wait(Wait::Warp, "mma");
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
