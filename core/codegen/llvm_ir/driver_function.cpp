#include "core/codegen/llvm_ir/driver_function.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>

namespace tir::llvm_ir {
namespace {

constexpr std::string_view NotSplit =
    "a launch is in the host's own code; only kernels that are split off can be launched on a GPU";

/// The position of a launch parameter's value in a KernelLaunch; nothing for tags without a value or unknown ones.
std::optional<size_t> fieldOf(std::string_view tag)
{
    struct Field {
        std::string_view prefix;
        size_t offset;
    };
    static constexpr Field Fields[] = {{"blockIdx.", offsetof(KernelLaunch, grid)},
                                       {"threadIdx.", offsetof(KernelLaunch, block)},
                                       {"clusterCtaIdx.", offsetof(KernelLaunch, cluster)},
                                       {"preferredClusterCtaIdx.", offsetof(KernelLaunch, preferredCluster)}};
    if (tag == attr::UseDynSharedMemory)
        return offsetof(KernelLaunch, dynamicBytes);
    for (const Field& field : Fields)
        if (tag.size() == field.prefix.size() + 1 && tag.starts_with(field.prefix) && tag.back() >= 'x' &&
            tag.back() <= 'z')
            return field.offset + size_t(tag.back() - 'x') * sizeof(int64_t);
    return std::nullopt;
}

const ModuleEntry* kernelNamed(const Module& module, std::string_view symbol)
{
    for (const ModuleEntry& entry : module.functions)
        if (callingConv(*entry.function) == CallingConv::DeviceKernelLaunch && as<PrimFunc>(entry.function) &&
            (globalSymbol(*entry.function) == symbol || entry.var->name == symbol))
            return &entry;
    return nullptr;
}

/// A workspace: (device type, device, …).
bool isOfDevice(const Call& workspace)
{
    const auto* device = as<IntImm>(workspace.args[0]);
    return !device || device->value != int64_t(DeviceType::CPU);
}

bool isTensorMap(const Var& param)
{
    const auto* pointer = as<PointerType>(param.type);
    return pointer && as<TensorMapType>(pointer->element);
}

} // namespace

DriverModuleEmitter::DriverModuleEmitter(const Module& module, llvm::Module& output)
    : ModuleEmitter(module, output, "cannot be executed on the host of a GPU"),
      m_memory(tir::deviceMemory(module))
{
    for (const Node* access : m_memory.hostAccesses) {
        const auto* store = as<BufferStore>(access);
        const Buffer& buffer = store ? *store->buffer : *to<BufferLoad>(*access).buffer;
        refuse(*access, nullptr,
               "the host " + std::string(store ? "writes" : "reads") + " " + quoted(buffer.name) +
                   ", which is in the memory of the GPU");
    }
}

void DriverModuleEmitter::emitBody(const PrimFunc& primFunc, llvm::Function* function, Side side)
{
    const auto makePlatform = [this](FunctionParts& parts) {
        return std::make_unique<DriverFunction>(parts, m_memory);
    };
    FunctionEmitter(*this, function, side, makePlatform, EmulatorParameters).emitFunction(primFunc);
}

DriverFunction::DriverFunction(FunctionParts& parts, const DeviceMemory& memory)
    : FunctionPart(parts.context),
      m_bindings(parts.bindings),
      m_forms(parts.forms),
      m_expressions(parts.expressions),
      m_addresses(parts.addresses),
      m_allocations(parts.allocations),
      m_packed(parts.packed),
      m_memory(memory)
{}

std::optional<llvm::Value*> DriverFunction::emitOperation(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    const bool isLowered = call.isOp(OpId::tvm_call_packed_lowered) && call.args.size() >= 4;
    if (symbol && (isLowered || call.isOp(OpId::tvm_call_packed)))
        if (const ModuleEntry* kernel = kernelNamed(m_module.module(), symbol->value))
            return emitKernelLaunch(call, to<PrimFunc>(*kernel->function), std::string(symbol->value),
                                    isLowered ? loweredValuesOf(call) : valuesOf(call));
    if (call.isOp(OpId::TVMBackendAllocWorkspace) && call.args.size() >= 3 && isOfDevice(call))
        return allocateOnDevice(m_expressions.emitAs(*call.args[2], Int64));
    if (call.isOp(OpId::TVMBackendFreeWorkspace) && call.args.size() >= 3 && isOfDevice(call)) {
        m_bindings.release(m_expressions.emitAs(*call.args[2], Handle));
        return emitNothing(call);
    }
    return std::nullopt;
}

llvm::Value* DriverFunction::allocateOnDevice(Value* bytes)
{
    llvm::Type* pointer = m_builder.getPtrTy();
    return m_builder.CreateCall(
        m_module.external("tirscope_allocate_device", pointer, {pointer, m_builder.getInt64Ty()}),
        {m_context.emulator, bytes});
}

/// tvm_call_packed(symbol, values…)
DriverFunction::LaunchValues DriverFunction::valuesOf(const Call& packed)
{
    const ExprList values = packed.args.subspan(1);
    return {.at = [this, values](size_t index,
                                 DType dtype) { return m_expressions.emitAs(*values[index], dtype); },
            .count = values.size()};
}

/// tvm_call_packed_lowered(symbol, tagged values, begin, end), as LowerTVMBuiltin leaves it
DriverFunction::LaunchValues DriverFunction::loweredValuesOf(const Call& packed)
{
    Value* const tagged = m_packed.taggedValue(m_expressions.emitAs(*packed.args[1], Handle),
                                               m_expressions.emitAs(*packed.args[2], Int64));
    const auto* begin = as<IntImm>(packed.args[2]);
    const auto* end = as<IntImm>(packed.args[3]);
    return {.at =
                [this, tagged](size_t index, DType dtype) {
                    return m_packed.contentOf(dtype,
                                              m_packed.taggedValue(tagged, int64Value(int64_t(index))));
                },
            .count = begin && end ? std::optional(size_t(end->value - begin->value)) : std::nullopt};
}

/// Flags among the launch parameters have no value.
llvm::Value* DriverFunction::emitKernelLaunch(const Call& call, const PrimFunc& kernel,
                                              const std::string& symbol, const LaunchValues& given)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* launch = stackMemory(sizeof(KernelLaunch), alignof(KernelLaunch));
    const auto set = [&](size_t offset, Value* value) {
        b.CreateStore(value, b.CreateConstGEP1_64(b.getInt8Ty(), launch, offset));
    };
    for (size_t axis = 0; axis < 3; ++axis) {
        set(offsetof(KernelLaunch, grid) + axis * sizeof(int64_t), int64Value(1));
        set(offsetof(KernelLaunch, block) + axis * sizeof(int64_t), int64Value(1));
        set(offsetof(KernelLaunch, cluster) + axis * sizeof(int64_t), int64Value(0));
        set(offsetof(KernelLaunch, preferredCluster) + axis * sizeof(int64_t), int64Value(0));
    }
    set(offsetof(KernelLaunch, dynamicBytes), int64Value(0));
    bool isCooperative = false;
    bool isProgrammatic = false;
    std::vector<size_t> fields;
    const AttrValue* tags = find(kernel.attrs, attr::KernelLaunchParams);
    for (size_t index = 0; tags && index < tags->items().size(); ++index) {
        const std::string_view tag = tags->items()[index].text();
        if (tag == UseCooperativeLaunch)
            isCooperative = true;
        else if (tag == UseProgrammaticLaunch)
            isProgrammatic = true;
        else if (const auto field = fieldOf(tag))
            fields.push_back(*field);
        else
            return refuse(
                call, "launch parameter " + quoted(tag) + " of kernel " + quoted(symbol) + " is not known",
                call.dtype);
    }

    if (given.count && *given.count != kernel.params.size() + fields.size())
        return refuse(call,
                      "kernel " + quoted(symbol) + " needs " + std::to_string(kernel.params.size()) +
                          " arguments and " + std::to_string(fields.size()) + " launch parameters, but " +
                          std::to_string(*given.count) + " values are given",
                      call.dtype);
    constexpr int64_t Bytes = KernelLaunch::ArgumentBytes;
    const auto count = int64_t(kernel.params.size());
    Value* values = stackMemory(std::max<int64_t>(count, 1) * Bytes, Bytes);
    for (size_t index = 0; index < kernel.params.size(); ++index) {
        const Var& param = *kernel.params[index];
        if (isTensorMap(param) || param.dtype.lanes > 1)
            return refuse(call,
                          "kernel " + quoted(symbol) + " takes " + quoted(param.name) +
                              ", which is neither a number nor an address: the host cannot pass it yet",
                          call.dtype);
        Value* slot = b.CreateConstGEP1_64(b.getInt8Ty(), values, index * uint64_t(Bytes));
        b.CreateStore(int64Value(0), slot);
        b.CreateStore(m_forms.toMemory(param.dtype, given.at(index, param.dtype)), slot);
    }
    for (size_t index = 0; index < fields.size(); ++index)
        set(fields[index], given.at(kernel.params.size() + index, Int64));
    set(offsetof(KernelLaunch, kernel), textValue(symbol));
    set(offsetof(KernelLaunch, arguments), values);
    set(offsetof(KernelLaunch, argumentCount), int64Value(count));
    set(offsetof(KernelLaunch, isCooperative), int32Value(isCooperative));
    set(offsetof(KernelLaunch, isProgrammatic), int32Value(isProgrammatic));
    llvm::Type* pointer = b.getPtrTy();
    b.CreateCall(m_module.external("tirscope_launch_kernel", b.getVoidTy(), {pointer, pointer}),
                 {m_context.emulator, launch});
    return emitNothing(call);
}

std::optional<llvm::Value*> DriverFunction::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    const auto* function = as<PrimFunc>(callee.function);
    if (!function || !isKernel(*function))
        return std::nullopt;
    return refuse(call,
                  "kernel " + quoted(callee.var->name) +
                      " is called like a function of the host; LowerDeviceKernelLaunch makes a launch of it",
                  call.dtype);
}

/// Memory that is passed to kernels is on the GPU, the rest is the host's own.
bool DriverFunction::emitAllocation(const AllocBuffer& alloc)
{
    const Buffer& buffer = *alloc.buffer;
    if (!m_memory.addresses.contains(buffer.data) ||
        !m_addresses.isAddressable(alloc, buffer, buffer.shape.size()))
        return false;
    Value* memory = allocateOnDevice(m_allocations.allocationBytes(buffer));
    m_bindings.define(buffer.data, memory);
    m_bindings.releaseAtEnd(memory);
    return true;
}

bool DriverFunction::emitThreadExtent(const AttrStmt& node, const IterVar&)
{
    refuse(node, std::string(NotSplit), Void);
    return true;
}

bool DriverFunction::emitLaunch(const Stmt& body)
{
    refuse(body, std::string(NotSplit), Void);
    return true;
}

} // namespace tir::llvm_ir
