#include "core/codegen/cuda_c/function_writer.h"

#include "core/analysis/calls.h"
#include "core/codegen/c_like/marked_text.h"
#include "core/ir/places.h"
#include "core/ir/visitor.h"
#include "core/support/gpu_arch.h"
#include "core/support/text_format.h"

#include <cstdio>
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

} // namespace

FunctionWriter::FunctionWriter(FileWriter& file, const PrimFunc& function, const std::string& name)
    : StatementWriter(file.places()),
      m_file(file),
      m_function(function),
      m_name(name),
      m_names(unusedNames())
{
    for (const ModuleEntry& entry : file.module().functions) {
        m_names.reserve(c_like::identifier(entry.var->name));
        m_names.reserve(c_like::identifier(globalSymbol(*entry.function)));
    }
    for (const std::string& callee : externalCallees(*function.body))
        m_names.reserve(callee);
    m_names.reserve(name);
}

c_like::FunctionText FunctionWriter::write()
{
    lines().enter(&m_function);
    std::string head = declaration();
    line(head + " {");
    if (const AttrValue* sync = find(m_function.attrs, attr::EntryClusterSync); sync && sync->isTrue())
        line("  " + clusterBarrier() + ";");
    body(*m_function.body);
    line("}");
    lines().leave();
    return lines().take(std::move(head));
}

void FunctionWriter::openScope()
{
    lines().indent();
    m_scopes.emplace_back();
}

void FunctionWriter::closeScope()
{
    lines().outdent();
    m_scopes.pop_back();
}

std::string FunctionWriter::named(const std::string& text, DType dtype)
{
    const std::string plain = c_like::withoutMarks(text);
    if (m_names.isTaken(plain))
        return text;
    for (const Scope& scope : m_scopes)
        if (const auto known = scope.names.find(plain); known != scope.names.end())
            return known->second;
    const std::string name = m_names.fresh("v_");
    line(type(dtype) + " " + name + " = " + text + ";");
    m_scopes.back().names.emplace(plain, name);
    return name;
}

std::string FunctionWriter::declare(DType dtype, std::string_view hint)
{
    const std::string name = m_names.fresh(hint);
    line(type(dtype) + " " + name + ";");
    return name;
}

std::string FunctionWriter::nameOf(const Var& var)
{
    const auto known = m_variables.find(&var);
    if (known != m_variables.end())
        return known->second;
    refuse(var, "variable " + quoted(var.name) + " is used, but function " + quoted(m_name) +
                    " does not define it");
    return define(var);
}

std::string FunctionWriter::define(const Var& var)
{
    std::string name = m_names.fresh(var.name);
    m_variables[&var] = name;
    return name;
}

std::string FunctionWriter::type(DType dtype)
{
    m_file.use(featuresOf(dtype));
    if (std::optional<std::string> name = typeName(dtype))
        return *std::move(name);
    refuse("CUDA C has no type for " + toString(dtype));
    return "void";
}

std::string FunctionWriter::storage(DType dtype)
{
    m_file.use(featuresOf(dtype));
    if (std::optional<std::string> name = storageName(dtype))
        return *std::move(name);
    refuse("CUDA C has no type for " + toString(dtype));
    return "void";
}

std::string FunctionWriter::lane(DType dtype, const std::string& vector, int index)
{
    if (std::optional<std::string> text = laneOf(dtype, vector, index))
        return *std::move(text);
    refuse("the lanes of " + toString(dtype) + " cannot be reached one by one in CUDA C");
    return vector;
}

void FunctionWriter::refuse(const std::string& message)
{
    m_file.refuse(place(), message);
}

void FunctionWriter::refuse(const Node& node, const std::string& message)
{
    m_file.refuse(placeOf(node), message);
}

Place FunctionWriter::placeOf(const Node& node) const
{
    const PlaceTable& places = m_file.places();
    if (place() != NoPlace)
        for (Place inner = place(); inner < places[place()].end; ++inner)
            if (places[inner].node == &node)
                return inner;
    return place();
}

void FunctionWriter::needArch(int number, const std::string& what)
{
    if (isOlderThan(number))
        refuse(what + " need sm_" + std::to_string(number) + " or later, not " + m_file.options().arch);
}

bool FunctionWriter::isOlderThan(int number) const
{
    const int found = computeCapability(m_file.options().arch);
    return found > 0 && found < number;
}

} // namespace tir::cuda_c
