#include "core/codegen/llvm_ir/module_emitter.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/part_marks.h"
#include "core/codegen/llvm_ir/place_marks.h"
#include "core/codegen/llvm_ir/work_slots.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <unordered_set>

namespace tir::llvm_ir {
namespace {

/// Variables that an expression mentions.
class VarCollector : public Visitor {
public:
    explicit VarCollector(std::vector<const Var*>& vars) : m_vars(vars) {}

protected:
    void visit(const Var& var) override
    {
        if (std::find(m_vars.begin(), m_vars.end(), &var) == m_vars.end())
            m_vars.push_back(&var);
    }

private:
    std::vector<const Var*>& m_vars;
};

} // namespace

ModuleEmitter::ModuleEmitter(const Module& module, llvm::Module& output, std::string_view cannot)
    : m_module(module),
      m_output(output),
      m_cannot(cannot),
      m_places(module)
{}

ModuleEmitter::~ModuleEmitter() = default;

void ModuleEmitter::recordPlaces()
{
    m_marks = std::make_unique<PlaceMarks>(m_output, m_places);
}

void ModuleEmitter::recordChecks()
{
    m_checks = std::make_unique<CheckSites>(m_places);
}

void ModuleEmitter::recordParts()
{
    m_parts = std::make_unique<PartMarks>(m_output);
}

void ModuleEmitter::recordWork()
{
    m_work = std::make_unique<WorkSlots>(m_module);
}

Place ModuleEmitter::placeOf(const Node& node)
{
    if (!m_placeIndex)
        m_placeIndex.emplace(m_places);
    return m_placeIndex->firstPlaceOf(&node);
}

llvm::LLVMContext& ModuleEmitter::context()
{
    return m_output.getContext();
}

std::vector<const Var*> ModuleEmitter::implicitSizes(const PrimFunc& function)
{
    std::vector<const Var*> mentioned(function.params.begin(), function.params.end());
    for (const BufferBinding& binding : function.bufferMap)
        mentioned.push_back(binding.buffer->data);
    const size_t known = mentioned.size();
    VarCollector collector(mentioned);
    for (const BufferBinding& binding : function.bufferMap) {
        for (const Expr* extent : binding.buffer->shape)
            static_cast<Visitor&>(collector).visit(extent);
        for (const Expr* stride : binding.buffer->strides)
            static_cast<Visitor&>(collector).visit(stride);
        static_cast<Visitor&>(collector).visit(binding.buffer->elemOffset);
    }
    return {mentioned.begin() + ptrdiff_t(known), mentioned.end()};
}

llvm::Function* ModuleEmitter::function(const ModuleEntry& entry, Side side)
{
    const auto& primFunc = to<PrimFunc>(*entry.function);
    const auto [found, isNew] = m_functions.try_emplace({entry.function, side}, nullptr);
    if (!isNew)
        return found->second;

    llvm::Type* pointer = llvm::PointerType::getUnqual(context());
    std::vector<llvm::Type*> params(3, pointer);
    for (const Var* param : primFunc.params)
        params.push_back(valueType(context(), param->dtype));
    for (const Var* size : implicitSizes(primFunc))
        params.push_back(valueType(context(), size->dtype));
    auto* type = llvm::FunctionType::get(valueType(context(), returnDType(primFunc)), params, false);
    std::string name = std::string(entry.var->name) + (side == Side::Device ? ".device" : "");
    llvm::Function* function = llvm::Function::Create(type, llvm::Function::InternalLinkage, name, m_output);
    found->second = function;
    emitBody(primFunc, function, side);
    return function;
}

void ModuleEmitter::emitBody(const PrimFunc& primFunc, llvm::Function* function, Side side)
{
    FunctionEmitter(*this, function, side).emitFunction(primFunc);
}

llvm::Function* ModuleEmitter::external(std::string_view name, llvm::Type* result,
                                        const std::vector<llvm::Type*>& params)
{
    const llvm::StringRef symbol(name.data(), name.size());
    if (llvm::Function* known = m_output.getFunction(symbol))
        return known;
    return llvm::Function::Create(llvm::FunctionType::get(result, params, false),
                                  llvm::Function::ExternalLinkage, symbol, m_output);
}

llvm::Value* ModuleEmitter::text(std::string_view text)
{
    const auto found = m_texts.find(text);
    if (found != m_texts.end())
        return found->second;
    llvm::Constant* bytes =
        llvm::ConstantDataArray::getString(context(), llvm::StringRef(text.data(), text.size()));
    auto* global = new llvm::GlobalVariable(m_output, bytes->getType(), true,
                                            llvm::GlobalValue::PrivateLinkage, bytes, "text");
    m_texts.emplace(text, global);
    return global;
}

void ModuleEmitter::refuse(const Node& node, const Stmt* statement, std::string message)
{
    const auto [found, isNew] = m_refused.try_emplace(message, Refused{m_refusals.size(), {&node}});
    if (!isNew) {
        found->second.nodes.insert(&node);
        return;
    }
    Diagnostic diagnostic = error("cannot-run", std::move(message));
    // A variable occurs in many places: the one meant is inside of the statement.
    const Place around = statement ? m_places.firstPlaceOf(statement) : NoPlace;
    if (around != NoPlace)
        for (Place place = around; place < m_places[around].end && diagnostic.place == NoPlace; ++place)
            if (m_places[place].node == &node)
                diagnostic.place = place;
    if (diagnostic.place == NoPlace)
        diagnostic.place = m_places.firstPlaceOf(&node);
    if (diagnostic.place == NoPlace)
        diagnostic.place = around;
    m_refusals.push_back(std::move(diagnostic));
}

Diagnostics ModuleEmitter::takeRefusals()
{
    for (const auto& [message, refused] : m_refused)
        if (refused.nodes.size() > 1)
            m_refusals[refused.index].notes.push_back(
                {"and at " + counted(int64_t(refused.nodes.size()) - 1, "other place"), NoPlace, {}});
    return std::move(m_refusals);
}

} // namespace tir::llvm_ir
