#include "core/codegen/cuda_c/function/function_names.h"

#include "core/analysis/calls.h"
#include "core/codegen/c_like/marked_text.h"
#include "core/codegen/cuda_c/names.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"

#include <set>

namespace tir::cuda_c {
namespace {

/// Functions that are called by their names in C, which no variable may hide.
class CalleeCollector : public Visitor {
public:
    std::set<std::string> names;

protected:
    using Visitor::visit;
    void visit(const Call& call) override
    {
        if (const std::string_view name = externName(call); !name.empty())
            names.emplace(name);
        visitChildren(call);
    }
};

std::set<std::string> externalCallees(const Stmt& body)
{
    CalleeCollector collector;
    static_cast<Visitor&>(collector).visit(&body, Role::Scope);
    return std::move(collector.names);
}

/// Whether the same text means the same value after a store.
bool isStable(const std::string& text)
{
    return text.find('[') == text.npos && text.find("*(") == text.npos;
}

} // namespace

FunctionNames::FunctionNames(FunctionContext& context) : FunctionPart(context), m_names(unusedNames())
{
    for (const ModuleEntry& entry : m_file.module().functions) {
        m_names.reserve(c_like::identifier(entry.var->name));
        m_names.reserve(c_like::identifier(globalSymbol(*entry.function)));
    }
    for (const std::string& callee : externalCallees(*context.function.body))
        m_names.reserve(callee);
    m_names.reserve(context.name);
}

std::string FunctionNames::define(const Var& var)
{
    std::string name = m_names.fresh(var.name);
    define(var, name);
    return name;
}

std::string FunctionNames::nameOf(const Var& var)
{
    const auto known = m_variables.find(&var);
    if (known != m_variables.end())
        return known->second;
    refuse(var, "variable " + quoted(var.name) + " is used, but function " + quoted(m_context.name) +
                    " does not define it");
    return define(var);
}

void FunctionNames::openScope()
{
    m_context.lines.indent();
    m_scopes.emplace_back();
}

void FunctionNames::closeScope()
{
    m_context.lines.outdent();
    m_scopes.pop_back();
}

std::string FunctionNames::named(const std::string& text, DType dtype)
{
    const std::string plain = c_like::withoutMarks(text);
    if (m_names.isTaken(plain))
        return text;
    for (const Values& scope : m_scopes)
        if (const auto known = scope.find(plain); known != scope.end())
            return known->second;
    const std::string name = m_names.fresh("v_");
    line(type(dtype) + " " + name + " = " + text + ";");
    m_scopes.back().emplace(plain, name);
    return name;
}

std::string FunctionNames::declare(DType dtype, std::string_view hint)
{
    const std::string name = m_names.fresh(hint);
    line(type(dtype) + " " + name + ";");
    return name;
}

void FunctionNames::forgetLoads()
{
    std::erase_if(m_scopes.back(), [](const auto& entry) { return !isStable(entry.first); });
}

} // namespace tir::cuda_c
