#include "core/codegen/llvm_ir/function/function_context.h"

#include "core/codegen/llvm_ir/place_marks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

FunctionContext::FunctionContext(ModuleEmitter& module, llvm::Function* function, Side side,
                                 unsigned firstParameter)
    : module(module),
      function(function),
      side(side),
      firstParameter(firstParameter),
      builder(std::make_shared<llvm::IRBuilder<>>(module.context()))
{
    if (PlaceMarks* marks = module.marks()) {
        cursor = std::make_unique<PlaceCursor>(&marks->places());
        placeScope = marks->scopeOf(*function);
    }
    if (firstParameter != EmulatorParameters)
        return;
    // Programs may write to null and loop forever; both must happen as written.
    function->addFnAttr(llvm::Attribute::NullPointerIsValid);
    emulator = function->getArg(0);
    block = function->getArg(1);
    thread = function->getArg(2);
}

void FunctionContext::setUpPrologue()
{
    prologue = llvm::BasicBlock::Create(module.context(), "prologue", function);
    start = llvm::BasicBlock::Create(module.context(), "start", function);
    builder->SetInsertPoint(start);
}

void FunctionContext::finishPrologue()
{
    llvm::IRBuilder<>(prologue).CreateBr(start);
}

void FunctionContext::startAt(const FunctionContext& site)
{
    if (!cursor || !site.cursor)
        return;
    *cursor = *site.cursor;
    if (cursor->place() != NoPlace)
        builder->SetCurrentDebugLocation(module.marks()->location(cursor->place(), placeScope));
}

PlaceScope::PlaceScope(FunctionContext& context, const Node& node) : m_context(context)
{
    if (!m_context.cursor)
        return;
    const Place place = m_context.cursor->enter(&node);
    if (place != NoPlace)
        m_context.builder->SetCurrentDebugLocation(
            m_context.module.marks()->location(place, m_context.placeScope));
}

PlaceScope::~PlaceScope()
{
    if (!m_context.cursor)
        return;
    m_context.cursor->leave();
    const Place place = m_context.cursor->place();
    if (place != NoPlace)
        m_context.builder->SetCurrentDebugLocation(
            m_context.module.marks()->location(place, m_context.placeScope));
}

} // namespace tir::llvm_ir
