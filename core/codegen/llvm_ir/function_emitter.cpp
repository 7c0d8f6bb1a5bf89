#include "core/codegen/llvm_ir/function_emitter.h"

#include "core/codegen/llvm_ir/place_marks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

/// Alignment of a captured value in the environment; enough for every scalar and pointer.
constexpr int64_t CaptureAlignment = 16;

} // namespace

FunctionEmitter::FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side,
                                 FunctionEmitter* site, unsigned firstParameter)
    : m_module(module),
      m_function(function),
      m_side(side),
      m_site(site),
      m_firstParameter(firstParameter),
      m_builder(std::make_shared<llvm::IRBuilder<>>(module.context()))
{
    if (PlaceMarks* marks = module.marks()) {
        m_cursor = std::make_unique<PlaceCursor>(&marks->places());
        m_placeScope = marks->scopeOf(*function);
    }
    if (firstParameter != EmulatorParameters)
        return;
    // Programs may write to null and loop forever; both must happen as written.
    function->addFnAttr(llvm::Attribute::NullPointerIsValid);
    m_emulator = function->getArg(0);
    m_block = function->getArg(1);
    m_thread = function->getArg(2);
}

FunctionEmitter::PlaceScope::PlaceScope(FunctionEmitter& emitter, const Node& node) : m_emitter(emitter)
{
    if (!m_emitter.m_cursor)
        return;
    const Place place = m_emitter.m_cursor->enter(&node);
    if (place != NoPlace)
        m_emitter.m_builder->SetCurrentDebugLocation(PlaceMarks::location(place, m_emitter.m_placeScope));
}

FunctionEmitter::PlaceScope::~PlaceScope()
{
    if (!m_emitter.m_cursor)
        return;
    m_emitter.m_cursor->leave();
    const Place place = m_emitter.m_cursor->place();
    if (place != NoPlace)
        m_emitter.m_builder->SetCurrentDebugLocation(PlaceMarks::location(place, m_emitter.m_placeScope));
}

void FunctionEmitter::startAt(const FunctionEmitter& site)
{
    if (!m_cursor || !site.m_cursor)
        return;
    *m_cursor = *site.m_cursor;
    if (m_cursor->place() != NoPlace)
        m_builder->SetCurrentDebugLocation(PlaceMarks::location(m_cursor->place(), m_placeScope));
}

llvm::Value* FunctionEmitter::emitOwnCall(const Call&, bool&)
{
    return nullptr;
}

llvm::Value* FunctionEmitter::parameter(const Var&, Value* argument)
{
    return argument;
}

llvm::Value* FunctionEmitter::argument(const Var&, Value* value)
{
    return value;
}

llvm::BasicBlock* FunctionEmitter::newBlock(const char* name)
{
    return llvm::BasicBlock::Create(m_module.context(), name, m_function);
}

void FunctionEmitter::setUpPrologue()
{
    m_prologue = newBlock("prologue");
    m_start = newBlock("start");
    m_builder->SetInsertPoint(m_start);
}

void FunctionEmitter::finishPrologue()
{
    llvm::IRBuilder<>(m_prologue).CreateBr(m_start);
}

void FunctionEmitter::emitFunction(const PrimFunc& function)
{
    const PlaceScope place(*this, function);
    m_target = targetOf(function);
    setUpPrologue();
    unsigned number = m_firstParameter;
    for (const Var* param : function.params)
        define(param, parameter(*param, m_function->getArg(number++)));
    for (const Var* size : ModuleEmitter::implicitSizes(function))
        define(size, m_function->getArg(number++));
    for (const BufferBinding& binding : function.bufferMap)
        define(binding.buffer->data, lookup(binding.param));

    m_return = {newBlock("return"), nullptr, returnDType(function)};
    if (!m_return.dtype.isVoid())
        m_return.result = llvm::IRBuilder<>(m_prologue).CreateAlloca(valueType(m_return.dtype));
    if (m_return.result)
        m_builder->CreateStore(llvm::Constant::getNullValue(valueType(m_return.dtype)), m_return.result);
    scanFragments(*function.body);
    if (m_emulator) {
        m_reductions = threadReductions(*function.body);
        m_launchMemory = launchMemory(*function.body, m_reductions);
    }
    notePart(ProgramPart::Kind::Function, function);
    // A function for a device that a host calls is a kernel, even when it names no thread axis.
    emitScope(*function.body);
    m_builder->CreateBr(m_return.block);

    m_builder->SetInsertPoint(m_return.block);
    if (m_return.result)
        m_builder->CreateRet(m_builder->CreateLoad(valueType(m_return.dtype), m_return.result));
    else
        m_builder->CreateRetVoid();
    finishPrologue();
}

void FunctionEmitter::emitEntry(const PrimFunc& function, llvm::Function* callee)
{
    setUpPrologue();
    Value* arguments = m_function->getArg(1);
    std::vector<Value*> values = {m_emulator, llvm::ConstantPointerNull::get(m_builder->getPtrTy()),
                                  llvm::ConstantPointerNull::get(m_builder->getPtrTy())};
    const auto take = [&](DType dtype) {
        const size_t offset = (values.size() - 3) * sizeof(void*);
        Value* slot = m_builder->CreateLoad(
            m_builder->getPtrTy(), m_builder->CreateConstGEP1_64(m_builder->getInt8Ty(), arguments, offset));
        values.push_back(dtype.isHandle() ? slot
                                          : fromMemory(dtype, m_builder->CreateAlignedLoad(
                                                                  memoryType(dtype), slot, llvm::Align(1))));
    };
    for (const Var* param : function.params)
        take(param->dtype);
    for (const Var* size : ModuleEmitter::implicitSizes(function)) {
        take(Int64);
        values.back() = emitCast(size->dtype, Int64, values.back());
    }
    Value* result = m_builder->CreateCall(callee, values);
    if (const DType dtype = returnDType(function); !dtype.isVoid())
        m_builder->CreateAlignedStore(toMemory(dtype, result), m_function->getArg(2), llvm::Align(1));
    m_builder->CreateRetVoid();
    finishPrologue();
}

void FunctionEmitter::define(const Var* var, Binding binding)
{
    Binding& current = m_vars[var];
    m_undo.push_back({var, current, nullptr});
    current = binding;
}

void FunctionEmitter::leaveScope(size_t mark)
{
    while (m_undo.size() > mark) {
        const Undo& undo = m_undo.back();
        if (undo.release) {
            llvm::Type* pointer = m_builder->getPtrTy();
            llvm::Function* release =
                m_module.external("tirscope_release", m_builder->getVoidTy(), {pointer, pointer});
            m_builder->CreateCall(release, {m_emulator, undo.release});
        }
        if (undo.var && !undo.old.value && !undo.old.perLaunch)
            m_vars.erase(undo.var);
        else if (undo.var)
            m_vars[undo.var] = undo.old;
        m_undo.pop_back();
    }
}

const FunctionEmitter::Binding* FunctionEmitter::findBinding(const Var* var) const
{
    const auto found = m_vars.find(var);
    return found == m_vars.end() ? nullptr : &found->second;
}

/// What the variable stands for here; null when it is not in scope.
llvm::Value* FunctionEmitter::lookup(const Var* var)
{
    if (const Binding* binding = findBinding(var))
        return binding->value;
    if (m_launchBinds) {
        const auto found = m_launchBinds->find(var);
        if (found != m_launchBinds->end()) {
            Value* value = emit(*found->second);
            define(var, value);
            return value;
        }
    }
    return m_site ? capture(var) : nullptr;
}

llvm::Value* FunctionEmitter::capture(const Var* var)
{
    const Binding* binding = m_site->findBinding(var);
    if (binding && binding->perLaunch) {
        const llvm::IRBuilderBase::InsertPointGuard guard(*m_builder);
        m_builder->SetInsertPoint(m_prologue);
        m_vars[var].value = emitSharedAllocation(*binding->perLaunch);
        return m_vars[var].value;
    }
    Value* value = m_site->lookup(var);
    // ConvertSSA leaves the host's variable in the extents of a kernel's allocation. No generator reads them
    // there: the launch says how many bytes it takes.
    if (!value && m_isAllocating && m_site->m_callerVars) {
        const auto found = m_site->m_callerVars->find(var);
        value = found == m_site->m_callerVars->end() ? nullptr : found->second.value;
    }
    if (!value)
        return nullptr;
    if (!llvm::isa<llvm::Constant>(value)) {
        llvm::IRBuilder<> prologue(m_prologue);
        llvm::Value* address = prologue.CreateConstInBoundsGEP1_64(prologue.getInt8Ty(), m_environment,
                                                                   uint64_t(m_environmentBytes));
        llvm::Type* type = value->getType();
        m_captures.push_back({value, m_environmentBytes});
        const int64_t bytes = int64_t(m_module.output().getDataLayout().getTypeAllocSize(type));
        m_environmentBytes += (bytes + CaptureAlignment - 1) / CaptureAlignment * CaptureAlignment;
        value =
            prologue.CreateAlignedLoad(type, address, llvm::Align(CaptureAlignment), std::string(var->name));
    }
    m_vars[var].value = value;
    return value;
}

llvm::Value* FunctionEmitter::refuse(const Node& node, std::string message, DType dtype)
{
    m_module.refuse(node, m_statement, std::move(message));
    return undefined(dtype);
}

void FunctionEmitter::continueIn(llvm::BasicBlock* block)
{
    m_builder->CreateBr(block);
    m_builder->SetInsertPoint(block);
}

void FunctionEmitter::fail(std::string_view kind, std::string_view message)
{
    llvm::Type* pointer = m_builder->getPtrTy();
    llvm::Function* failure =
        m_module.external("tirscope_fail", m_builder->getVoidTy(), {pointer, pointer, pointer});
    failure->addFnAttr(llvm::Attribute::NoReturn);
    failure->addFnAttr(llvm::Attribute::Cold);
    m_builder->CreateCall(failure, {m_emulator, textValue(kind), textValue(message)});
    m_builder->CreateUnreachable();
}

void FunctionEmitter::failUnless(Value* condition, std::string_view kind, std::string_view message)
{
    llvm::BasicBlock* good = newBlock("good");
    llvm::BasicBlock* bad = newBlock("bad");
    m_builder->CreateCondBr(condition, good, bad);
    m_builder->SetInsertPoint(bad);
    fail(kind, message);
    m_builder->SetInsertPoint(good);
}

} // namespace tir::llvm_ir
