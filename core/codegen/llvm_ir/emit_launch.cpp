// Launches, as the host sees them: the extents are computed, what the kernel takes from around it is put
// into an environment, and the runtime runs the blocks. The region of a launch that is in place and the
// body of a kernel that is called are the same thing with different variables in scope.

#include "core/codegen/llvm_ir/called_axes.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function_emitter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tir::llvm_ir {
namespace {

/// The exported symbol of a function, or its name in the module: what call_packed names it by.
bool isNamed(const ModuleEntry& entry, std::string_view name)
{
    return globalSymbol(*entry.function) == name || entry.var->name == name;
}

} // namespace

void FunctionEmitter::emitThreadExtent(const AttrStmt& node, const IterVar& axis)
{
    const auto number = threadAxis(axis.threadTag);
    if (!number) {
        refuse(node, "thread axis '" + std::string(axis.threadTag) + "' cannot be run on the CPU", Void);
        return;
    }
    emitThreads(node, axis.var, nullptr, *number, *node.body);
}

/// One axis of a launch: the host launches `axisStmt`, a thread is at one place of the axis.
void FunctionEmitter::emitThreads(const Stmt& axisStmt, const Var* var, const Expr* min, ThreadAxis axis,
                                  const Stmt& body)
{
    if (m_side == Side::Host) {
        notePart(ProgramPart::Kind::Launch, axisStmt);
        emitLaunch(axisStmt, m_function->getName().str() + "_launch", {}, nullptr);
        return;
    }
    const size_t mark = enterScope();
    m_axes[var] = axis;
    Value* index = emitCast(var->dtype, UInt32, threadIndex(axis));
    define(var, min ? m_builder->CreateAdd(emitAs(*min, var->dtype), index) : index);
    const auto* loop = as<For>(&axisStmt);
    if (!loop || isExtentOf(axis, *loop->extent)) {
        emit(body);
        return leaveScope(mark);
    }
    // Another loop over the same axis is longer: the threads past this extent have nothing to do.
    llvm::BasicBlock* inside = newBlock("inside");
    llvm::BasicBlock* after = newBlock("after");
    m_builder->CreateCondBr(m_builder->CreateICmpULT(index, emitAs(*loop->extent, var->dtype)), inside,
                            after);
    m_builder->SetInsertPoint(inside);
    emit(body);
    leaveScope(mark);
    continueIn(after);
}

bool FunctionEmitter::isExtentOf(ThreadAxis axis, const Expr& extent) const
{
    const auto* launched = as<IntImm>(m_extents[size_t(axis)]);
    const auto* own = as<IntImm>(&extent);
    return m_extents[size_t(axis)] == &extent || (launched && own && launched->value == own->value);
}

void FunctionEmitter::emitLaunch(const Stmt& body, const std::string& name,
                                 const std::array<Value*, ThreadAxisCount>& given, Value* dynamicBytes)
{
    llvm::IRBuilderBase& b = *m_builder;
    const LaunchScan scan = scanLaunch(body);
    const size_t mark = enterScope();
    m_launchBinds = &scan.binds;
    std::array<Value*, ThreadAxisCount> counts = given;
    for (size_t axis = 0; axis < ThreadAxisCount; ++axis)
        if (!counts[axis])
            counts[axis] = scan.extents[axis] ? emitAs(*scan.extents[axis], Int64) : int64Value(1);
    m_launchBinds = nullptr;
    leaveScope(mark);

    for (const WrongAxis& wrong : wrongAxesOfCallees(body, m_module.module(), scan.extents))
        refuse(*wrong.node, wrong.message, Void);

    // The kernel takes names from here while it is emitted; what it took goes into the environment.
    const Stmt* const statement = m_statement;
    const Cooperation cooperates = cooperation(body, m_module.module());
    LockstepPlan lockstep;
    if (m_module.isLockstep())
        lockstep = LockstepPlan(body, m_module.module(), m_reductions);
    // Without a wait for copies, they happen at once.
    const bool copiesLate = cooperates.copiesAsync && cooperates.waitsForCopies;
    const bool hasBarriers = cooperates.waits || copiesLate || !lockstep.isEmpty();
    llvm::Type* pointer = b.getPtrTy();
    auto* type = llvm::FunctionType::get(hasBarriers ? pointer : b.getVoidTy(),
                                         std::vector<llvm::Type*>(4, pointer), false);
    llvm::Function* function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, name + ".thread", m_module.output());
    FunctionEmitter thread(m_module, function, Side::Device, this);
    thread.m_reductions = m_reductions;
    thread.m_target = m_target;
    thread.m_extents = scan.extents;
    thread.m_lockstep = std::move(lockstep);
    thread.m_fragmentShapes = m_fragmentShapes;
    thread.m_copiesLate = copiesLate;
    thread.emitThread(body, hasBarriers);
    llvm::Function* run = hasBarriers ? function : emitBlockFunction(function, name + ".block");
    m_statement = statement;

    Value* launch = stackMemory(sizeof(GpuLaunch), alignof(GpuLaunch));
    const auto set = [&](size_t offset, Value* value) {
        b.CreateStore(value, b.CreateConstGEP1_64(b.getInt8Ty(), launch, offset));
    };
    set(offsetof(GpuLaunch, kernel), textValue(name));
    for (size_t axis = 0; axis < 3; ++axis) {
        set(offsetof(GpuLaunch, blockCounts) + axis * sizeof(int64_t),
            counts[size_t(ThreadAxis::BlockX) + axis]);
        set(offsetof(GpuLaunch, threadCounts) + axis * sizeof(int64_t),
            counts[size_t(ThreadAxis::ThreadX) + axis]);
    }
    set(offsetof(GpuLaunch, dynamicBytes), dynamicBytes ? dynamicBytes : int64Value(-1));
    set(offsetof(GpuLaunch, isLockstep), int64Value(m_module.isLockstep()));
    set(offsetof(GpuLaunch, isOrdered), int64Value(cooperates.isAtomic || cooperates.prints));
    set(offsetof(GpuLaunch, environment), environmentOf(thread));
    Value* none = llvm::ConstantPointerNull::get(b.getPtrTy());
    set(offsetof(GpuLaunch, runBlock), hasBarriers ? none : run);
    set(offsetof(GpuLaunch, startThread), hasBarriers ? run : none);
    b.CreateCall(m_module.external("tirscope_launch", b.getVoidTy(), {pointer, pointer}),
                 {m_emulator, launch});
}

/// What the thread function captured, stored where it will look for it.
llvm::Value* FunctionEmitter::environmentOf(const FunctionEmitter& thread)
{
    Value* environment = stackMemory(std::max<int64_t>(thread.m_environmentBytes, 1), 16);
    for (const Capture& capture : thread.m_captures)
        m_builder->CreateStore(
            capture.siteValue,
            m_builder->CreateConstGEP1_64(m_builder->getInt8Ty(), environment, uint64_t(capture.offset)));
    return environment;
}

/// What a host passes to a kernel. Shared memory of the host does not exist.
std::vector<llvm::Value*> FunctionEmitter::kernelArguments(const PrimFunc& kernel, std::string_view name,
                                                           ExprList args)
{
    std::vector<Value*> values;
    for (size_t index = 0; index < args.size(); ++index) {
        const auto* var = as<Var>(args[index]);
        const Binding* binding = var ? findBinding(var) : nullptr;
        if (binding && binding->perLaunch)
            values.push_back(refuse(*args[index],
                                    "kernel '" + std::string(name) + "' takes shared memory '" +
                                        std::string(var->name) + "' from its host, which has none",
                                    kernel.params[index]->dtype));
        else
            values.push_back(emitAs(*args[index], kernel.params[index]->dtype));
    }
    return values;
}

/// A launch by name. The kernel sees its parameters and nothing of its caller. `launchArgs`: the values for
/// the kernel's launch parameters, as int64; empty where the kernel's own extents hold.
void FunctionEmitter::emitKernelCall(const Call& call, const PrimFunc& kernel, std::string_view name,
                                     const std::vector<Value*>& args, const std::vector<Value*>& launchArgs)
{
    if (m_side == Side::Device) {
        refuse(call, "kernel '" + std::string(name) + "' is launched from a device", Void);
        return;
    }
    if (!ModuleEmitter::implicitSizes(kernel).empty()) {
        refuse(call, "kernel '" + std::string(name) + "' has buffers of symbolic size as parameters", Void);
        return;
    }
    std::array<Value*, ThreadAxisCount> counts = {};
    Value* dynamicBytes = nullptr;
    const std::vector<std::string_view> tags = launchTags(kernel);
    for (size_t index = 0; index < launchArgs.size(); ++index) {
        const std::string_view tag = tags[index];
        Value* value = launchArgs[index];
        if (tag == attr::UseDynSharedMemory)
            dynamicBytes = value;
        else if (const auto axis = threadAxis(tag))
            counts[size_t(*axis)] = value;
        else
            refuse(call, "launch parameter '" + std::string(tag) + "' cannot be run on the CPU", Void);
    }

    notePart(ProgramPart::Kind::Launch, call);
    notePart(ProgramPart::Kind::Function, kernel);
    const ThreadReductions reductions = std::exchange(m_reductions, threadReductions(*kernel.body));
    const Target* target = std::exchange(m_target, targetOf(kernel));
    scanFragments(*kernel.body);
    auto callerVars = std::exchange(m_vars, {});
    const size_t mark = enterScope();
    const auto* outer = std::exchange(m_callerVars, &callerVars);
    for (size_t index = 0; index < args.size(); ++index)
        define(kernel.params[index], args[index]);
    for (const BufferBinding& binding : kernel.bufferMap)
        define(binding.buffer->data, lookup(binding.param));
    emitLaunch(*kernel.body, std::string(name), counts, dynamicBytes);
    leaveScope(mark);
    m_callerVars = outer;
    m_vars = std::move(callerVars);
    m_target = target;
    m_reductions = reductions;
}

/// call_packed of a kernel of this module, as LowerDeviceKernelLaunch leaves it: arguments, then the launch
/// parameters in the order of the kernel's attribute.
llvm::Value* FunctionEmitter::emitPackedCall(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    if (!symbol)
        return refuse(call, "call_packed needs the name of a function", call.dtype);
    const std::string name(symbol->value);
    if (name == "__tvm_set_device") // there is one
        return emitNothing(call);
    const ModuleEntry* entry = launchedKernel(call, name);
    if (!entry)
        return undefined(call.dtype);
    const auto& kernel = to<PrimFunc>(*entry->function);
    const size_t launchCount = launchTags(kernel).size();
    const ExprList args = call.args.subspan(1);
    if (args.size() != kernel.params.size() + launchCount)
        return refuse(call,
                      "kernel '" + name + "' needs " + std::to_string(kernel.params.size()) +
                          " arguments and " + std::to_string(launchCount) + " launch parameters, but " +
                          std::to_string(args.size()) + " values are given",
                      call.dtype);
    std::vector<Value*> launchArgs;
    for (const Expr* value : args.subspan(kernel.params.size()))
        launchArgs.push_back(emitAs(*value, Int64));
    emitKernelCall(call, kernel, name, kernelArguments(kernel, name, args.first(kernel.params.size())),
                   launchArgs);
    return emitNothing(call);
}

/// The kernel of the module that a packed call launches; null, with a refusal, when there is none.
const ModuleEntry* FunctionEmitter::launchedKernel(const Call& call, std::string_view name)
{
    bool hasKernels = false;
    for (const ModuleEntry& entry : m_module.module().functions) {
        const auto* kernel = as<PrimFunc>(entry.function);
        const bool isLaunched = kernel && callingConv(*kernel) == CallingConv::DeviceKernelLaunch;
        hasKernels = hasKernels || isLaunched;
        if (isLaunched && isNamed(entry, name))
            return &entry;
    }
    const std::string text = "'" + std::string(name) + "' is not ";
    refuse(call,
           hasKernels
               ? "packed function " + text + "a kernel of this module"
               : "packed function " + text +
                     "in this module, which has no kernels: where it is the host's half of a program, the "
                     "step before the branch has both",
           Void);
    return nullptr;
}

} // namespace tir::llvm_ir
