#include "core/codegen/llvm_ir/nvptx_function.h"

#include "core/arith/index_range.h"
#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/nvptx_module.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace tir::llvm_ir {
namespace {

/// Long vectors of bfloat16, at which LLVM 19 crashes, are kept in memory as integers.
bool areBits(DType dtype)
{
    return dtype.lanes > 8;
}

} // namespace

NvptxFunction::NvptxFunction(NvptxModuleEmitter& module, const PrimFunc& primFunc, FunctionParts& parts)
    : FunctionPart(parts.context),
      m_gpu(module),
      m_primFunc(primFunc),
      m_bindings(parts.bindings),
      m_forms(parts.forms),
      m_conversions(parts.conversions),
      m_failures(parts.failures),
      m_expressions(parts.expressions),
      m_addresses(parts.addresses),
      m_statements(parts.statements),
      m_functions(parts.functions),
      m_arch(module, parts),
      m_fragments(parts, m_arch),
      m_calls(module, parts, m_arch)
{}

std::optional<llvm::Value*> NvptxFunction::emitOperation(const Call& call)
{
    if (const auto value = m_fragments.emitOperation(call))
        return value;
    return m_calls.emitOperation(call);
}

llvm::Function* NvptxFunction::libraryFunction(std::string_view function, DType element,
                                               const std::vector<llvm::Type*>& params)
{
    return m_calls.libraryFunction(function, element, params);
}

llvm::Value* NvptxFunction::parameter(const Var& param, Value* argument)
{
    return param.dtype.isScalar() && !param.dtype.isHandle() ? m_forms.fromMemory(param.dtype, argument)
                                                             : argument;
}

llvm::Value* NvptxFunction::argument(const Var& param, Value* value)
{
    return param.dtype.isScalar() && !param.dtype.isHandle() ? m_forms.toMemory(param.dtype, value) : value;
}

/// A kernel cannot report to a caller.
bool NvptxFunction::fail(std::string_view, std::string_view)
{
    m_builder.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    m_builder.CreateUnreachable();
    return true;
}

bool NvptxFunction::emitAssert(const AssertStmt& node)
{
    m_failures.failUnless(m_expressions.emitBool(*node.condition), {}, {});
    return true;
}

llvm::Type* NvptxFunction::memoryType(DType dtype)
{
    if (!dtype.isBFloat16())
        return nullptr;
    llvm::Type* element = areBits(dtype) ? m_builder.getInt16Ty() : m_builder.getBFloatTy();
    return dtype.lanes > 1 ? llvm::FixedVectorType::get(element, unsigned(dtype.lanes)) : element;
}

/// The 8-bit floats that the architecture converts, two lanes at a time; empty for all others.
std::string_view NvptxFunction::nativeFloat8(DType dtype)
{
    constexpr int First = 89;
    if (m_gpu.architecture() < First)
        return {};
    if (m_gpu.architecture() == First)
        m_gpu.needPtx(81); // sm_90 had these conversions first
    return dtype.code == TypeCode::Float8E4M3FN ? "e4m3x2"
           : dtype.code == TypeCode::Float8E5M2 ? "e5m2x2"
                                                : std::string_view();
}

/// Parameters are converted before the first statement.
llvm::Value* NvptxFunction::refuseConversion(DType dtype)
{
    const Node& node = m_context.statement ? static_cast<const Node&>(*m_context.statement) : m_primFunc;
    return refuse(node,
                  tir::toString(dtype.element()) + " cannot be converted by sm_" +
                      std::to_string(m_gpu.architecture()),
                  dtype);
}

llvm::Value* NvptxFunction::toMemory(DType dtype, Value* value)
{
    llvm::IRBuilderBase& b = m_builder;
    if (dtype.isBFloat16() && areBits(dtype))
        return m_forms.lanewise(value, dtype, b.getInt16Ty(), [&](Value* lane) {
            return b.CreateBitCast(b.CreateFPTrunc(lane, b.getBFloatTy()), b.getInt16Ty());
        });
    if (dtype.isBFloat16())
        return b.CreateFPTrunc(value, m_forms.memoryType(dtype));
    if (!dtype.isSmallFloat())
        return nullptr;
    const std::string_view native = nativeFloat8(dtype);
    if (native.empty()) {
        refuseConversion(dtype);
        return llvm::UndefValue::get(m_forms.memoryType(dtype));
    }
    llvm::Type* word = b.getInt16Ty();
    auto* type = llvm::FunctionType::get(word, {b.getFloatTy(), b.getFloatTy()}, false);
    auto* convert = llvm::InlineAsm::get(type, "cvt.rn.satfinite." + std::string(native) + ".f32 $0, $1, $2;",
                                         "=h,f,f", false);
    llvm::Value* zero = llvm::ConstantFP::get(b.getFloatTy(), 0.0);
    return m_forms.lanewise(value, dtype, b.getInt8Ty(), [&](Value* lane) {
        return b.CreateTrunc(b.CreateCall(type, convert, {zero, lane}), b.getInt8Ty());
    });
}

llvm::Value* NvptxFunction::fromMemory(DType dtype, Value* value)
{
    llvm::IRBuilderBase& b = m_builder;
    if (dtype.isBFloat16() && areBits(dtype))
        return m_forms.lanewise(value, dtype, b.getFloatTy(), [&](Value* lane) {
            return b.CreateFPExt(b.CreateBitCast(lane, b.getBFloatTy()), b.getFloatTy());
        });
    if (dtype.isBFloat16())
        return widenedFloat(value, dtype);
    if (!dtype.isSmallFloat())
        return nullptr;
    const std::string_view native = nativeFloat8(dtype);
    if (native.empty())
        return refuseConversion(dtype);
    auto* type = llvm::FunctionType::get(b.getInt32Ty(), {b.getInt16Ty()}, false);
    auto* convert =
        llvm::InlineAsm::get(type, "cvt.rn.f16x2." + std::string(native) + " $0, $1;", "=r,h", false);
    return m_forms.lanewise(value, dtype, b.getFloatTy(), [&](Value* lane) {
        Value* pair = b.CreateCall(type, convert, {b.CreateZExt(lane, b.getInt16Ty())});
        Value* half = b.CreateBitCast(b.CreateTrunc(pair, b.getInt16Ty()), b.getHalfTy());
        return b.CreateFPExt(half, b.getFloatTy());
    });
}

/// Lane by lane: LLVM 19 crashes at a vector of 8 or more that is widened as it is read from memory that no one writes.
llvm::Value* NvptxFunction::widenedFloat(Value* value, DType to)
{
    return m_forms.lanewise(value, to, valueType(to.element()), [&](Value* lane) {
        return m_builder.CreateFPExt(lane, valueType(to.element()));
    });
}

/// PTX clamps, as required; LLVM assumes that the plain instruction never overflows. Of NaN, it makes zero where neither
/// side has 64 bits, else the highest bit alone.
llvm::Value* NvptxFunction::floatToInt(DType toType, DType from, Value* value)
{
    namespace Intrinsic = llvm::Intrinsic;
    llvm::IRBuilderBase& b = m_builder;
    const bool isDouble = from.bits == 64;
    const bool isWide = toType.bits > 32;
    const bool isSigned = toType.isInt();
    static constexpr Intrinsic::ID Conversions[2][2][2] = {
        {{Intrinsic::nvvm_f2ui_rz, Intrinsic::nvvm_f2i_rz},
         {Intrinsic::nvvm_f2ull_rz, Intrinsic::nvvm_f2ll_rz}},
        {{Intrinsic::nvvm_d2ui_rz, Intrinsic::nvvm_d2i_rz},
         {Intrinsic::nvvm_d2ull_rz, Intrinsic::nvvm_d2ll_rz}},
    };
    llvm::Type* type = valueType(toType.element());
    return m_forms.lanewise(value, toType, type, [&](Value* lane) -> Value* {
        Value* number = b.CreateIntrinsic(Conversions[isDouble][isWide][isSigned], {}, {lane});
        if (isDouble || isWide)
            number = b.CreateSelect(b.CreateFCmpUNO(lane, lane),
                                    llvm::Constant::getNullValue(number->getType()), number);
        if (toType.bits >= 32)
            return number;
        const auto bound = [&](const llvm::APInt& limit) {
            return llvm::ConstantInt::get(number->getType(), isSigned ? limit.sext(32) : limit.zext(32));
        };
        const unsigned bits = toType.bits;
        if (isSigned) {
            number =
                b.CreateBinaryIntrinsic(Intrinsic::smin, number, bound(llvm::APInt::getSignedMaxValue(bits)));
            number =
                b.CreateBinaryIntrinsic(Intrinsic::smax, number, bound(llvm::APInt::getSignedMinValue(bits)));
        } else {
            number = b.CreateBinaryIntrinsic(Intrinsic::umin, number, bound(llvm::APInt::getMaxValue(bits)));
        }
        return b.CreateTrunc(number, type);
    });
}

/// Scalars are aligned to their size: GPUs cannot access them otherwise. Vectors are when their first index
/// is provably a multiple of their lanes; pointers of buffers are aligned well enough.
uint64_t NvptxFunction::accessAlignment(const Buffer& buffer, const Expr& index, int lanes)
{
    const uint64_t element = uint64_t(std::max(buffer.dtype.bytes(), 1));
    uint64_t bytes = std::bit_floor(element);
    if (!buffer.dtype.isScalar() && std::has_single_bit(uint64_t(buffer.dtype.vectorBytes())))
        bytes = uint64_t(buffer.dtype.vectorBytes());
    const auto* ramp = as<Ramp>(&index);
    if (ramp && lanes > 1 && std::has_single_bit(uint64_t(lanes))) {
        const uint64_t first = std::gcd(uint64_t(knownMultiple(*ramp->base)), uint64_t(lanes));
        bytes = std::max(bytes, std::bit_floor(element * first));
    }
    return std::min(bytes, uint64_t(std::min<int64_t>(std::bit_floor(uint64_t(std::max(buffer.alignment, 1))),
                                                      MaxVectorBytes)));
}

bool NvptxFunction::isVolatile(const Buffer& buffer) const
{
    return m_volatile.contains(buffer.data);
}

std::optional<llvm::Value*> NvptxFunction::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    if (!m_functions.hasParametersOf(call, callee))
        return undefined(call.dtype);
    if (callingConv(*callee.function) == CallingConv::DeviceKernelLaunch)
        return refuse(call, "kernel " + quoted(callee.var->name) + " is called from a device", call.dtype);
    return m_functions.emitDirectCall(call, callee, {});
}

bool NvptxFunction::emitAllocation(const AllocBuffer& alloc)
{
    const Buffer& buffer = *alloc.buffer;
    const StorageScope scope = buffer.scope();
    const std::string name(buffer.name);
    if (scope.rank == StorageRank::WmmaMatrixA || scope.rank == StorageRank::WmmaMatrixB ||
        scope.rank == StorageRank::WmmaAccumulator)
        return m_fragments.allocate(alloc);
    const auto define = [&](Value* memory) {
        m_bindings.define(buffer.data, memory);
        return true;
    };
    const auto refused = [&](std::string message) {
        refuse(alloc, std::move(message), Handle);
        return define(undefined(Handle));
    };
    if (!m_addresses.isAddressable(alloc, buffer, buffer.shape.size()))
        return define(undefined(Handle));
    if (const AttrValue* mark = find(alloc.annotations, attr::Volatile); mark && mark->isTrue())
        m_volatile.insert(buffer.data);
    const int64_t count = constantElementCount(buffer);
    const int64_t bytes = count * std::max(buffer.dtype.vectorBytes(), 1);
    if (scope.isDynamicShared() || scope.isStaticShared()) {
        if (scope.isStaticShared() && count <= 0)
            return refused("static shared memory " + quoted(name) + " needs a constant size above zero");
        Value* memory = m_gpu.sharedMemory(*m_context.function, buffer, bytes);
        if (!memory)
            return refused("kernel " + quoted(m_context.function->getName().str()) +
                           " has more than one dynamic shared allocation; MergeSharedMemoryAllocations makes "
                           "one of them");
        return define(memory);
    }
    if (scope.rank != StorageRank::Local)
        return refused("a kernel cannot allocate " + quoted(name) + " in " +
                       quoted(scope.rank == StorageRank::Global ? "global" : buffer.scopeText()));
    if (count <= 0)
        return refused("local memory " + quoted(name) + " needs a constant size above zero");
    Value* memory = stackMemory(
        bytes, std::min<int64_t>(std::bit_floor(uint64_t(std::max(buffer.alignment, 1))), MaxVectorBytes));
    memory->setName(std::string(buffer.data->name));
    return define(memory);
}

bool NvptxFunction::emitAttr(const AttrStmt& node)
{
    m_fragments.note(node);
    return false;
}

bool NvptxFunction::emitThreadExtent(const AttrStmt& node, const IterVar& axis)
{
    namespace Intrinsic = llvm::Intrinsic;
    static constexpr std::pair<std::string_view, Intrinsic::ID> ClusterAxes[] = {
        {"clusterCtaIdx.x", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_x},
        {"clusterCtaIdx.y", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_y},
        {"clusterCtaIdx.z", Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_z},
    };
    for (const auto& [tag, id] : ClusterAxes)
        if (axis.threadTag == tag) {
            if (!m_arch.hasClusters(node))
                return true;
            const size_t mark = m_bindings.enterScope();
            m_bindings.define(axis.var, m_conversions.emitCast(axis.var->dtype, UInt32,
                                                               m_builder.CreateIntrinsic(id, {}, {})));
            m_statements.emit(*node.body);
            m_bindings.leaveScope(mark);
            return true;
        }
    if (!threadAxis(axis.threadTag)) {
        refuse(node, "thread axis " + quoted(axis.threadTag) + " " + std::string(m_module.cannot()), Void);
        return true;
    }
    return false;
}

llvm::Value* NvptxFunction::threadIndex(ThreadAxis axis)
{
    namespace Intrinsic = llvm::Intrinsic;
    static constexpr Intrinsic::ID Registers[ThreadAxisCount] = {
        Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
        Intrinsic::nvvm_read_ptx_sreg_ctaid_z, Intrinsic::nvvm_read_ptx_sreg_tid_x,
        Intrinsic::nvvm_read_ptx_sreg_tid_y,   Intrinsic::nvvm_read_ptx_sreg_tid_z,
    };
    Value* index = m_builder.CreateIntrinsic(Registers[size_t(axis)], {}, {});
    index->setName(std::string(toString(axis)));
    return index;
}

} // namespace tir::llvm_ir
