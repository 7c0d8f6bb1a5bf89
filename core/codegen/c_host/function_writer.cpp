#include "core/codegen/c_host/function_writer.h"

#include "core/analysis/calls.h"
#include "core/ir/make.h"
#include "core/ir/visitor.h"

namespace tir::c_host {
namespace {

/// Variables that are read, including the data variables of accessed buffers.
class UseCollector : public Visitor {
public:
    explicit UseCollector(std::unordered_set<const Var*>& used) : m_used(used) {}

protected:
    void visit(const Var& var) override
    {
        if (role() != Role::VarDef)
            m_used.insert(&var);
    }
    void visit(const BufferLoad& load) override
    {
        m_used.insert(load.buffer->data);
        visitChildren(load);
    }
    void visit(const BufferStore& store) override
    {
        m_used.insert(store.buffer->data);
        visitChildren(store);
    }
    void visit(const Buffer&) override {} // shapes are not read where a buffer is declared

private:
    std::unordered_set<const Var*>& m_used;
};

/// Whether control leaves the function with its last statement.
bool endsWithReturn(const Stmt& stmt)
{
    if (const auto* sequence = as<SeqStmt>(&stmt))
        return endsWithReturn(*sequence->seq.back());
    if (const auto* attribute = as<AttrStmt>(&stmt))
        return endsWithReturn(*attribute->body);
    const auto* evaluate = as<Evaluate>(&stmt);
    const auto* call = evaluate ? as<Call>(evaluate->value) : nullptr;
    return call && call->isOp(OpId::ret);
}

} // namespace

FunctionWriter::FunctionWriter(FileWriter& file, const ModuleEntry& entry, c_like::FunctionLines& lines)
    : StatementWriter(lines),
      m_file(file),
      m_function(to<PrimFunc>(*entry.function)),
      m_name(file.functionName(entry)),
      m_returns(returnDType(m_function)),
      m_names(file.names())
{
    UseCollector collector(m_used);
    static_cast<Visitor&>(collector).visit(m_function.body, Role::Scope);
}

c_like::FunctionText FunctionWriter::write()
{
    lines().enter(&m_function);
    std::string declaration = type(m_returns) + " " + m_name + "(";
    for (const Var* param : m_function.params) {
        const std::string name = define(*param);
        declaration += (param == m_function.params.front() ? "" : ", ") + pointerType(*param) + " " + name;
    }
    declaration += m_function.params.empty() ? "void)" : ")";
    if (isExposed(m_function))
        declaration = "TVM_DLL " + declaration;

    line(declaration + " {");
    lines().indent();
    for (const Var* param : m_function.params)
        if (!m_used.contains(param))
            line("(void)" + m_variables[param] + ";");
    statement(*m_function.body);
    if (!m_returns.isVoid() && !endsWithReturn(*m_function.body))
        line("return 0;");
    lines().outdent();
    line("}");
    lines().leave();
    return lines().take(std::move(declaration));
}

std::string FunctionWriter::define(const Var& var)
{
    return m_variables[&var] = m_names.fresh(var.name);
}

std::string FunctionWriter::type(DType dtype)
{
    const std::string name = typeName(dtype.isVoid() ? dtype : dtype.element());
    return name.empty() ? refuse("C has no type for " + tir::toString(dtype.element())) : name;
}

/// The type of a variable; pointers to types that C has are typed.
std::string FunctionWriter::pointerType(const Var& var)
{
    const std::optional<DType> pointee = pointeeDType(&var);
    if (!pointee || pointee->isVoid() || typeName(pointee->element()).empty())
        return type(var.dtype);
    m_pointees[&var] = pointee->element();
    return type(pointee->element()) + "*";
}

/// A placeholder for text that cannot be written.
std::string FunctionWriter::refuse(const std::string& message)
{
    m_file.refuse(place(), message);
    return "0";
}

std::string FunctionWriter::failure() const
{
    return m_returns.isVoid() ? "return;" : m_returns.isHandle() ? "return NULL;" : "return -1;";
}

} // namespace tir::c_host
