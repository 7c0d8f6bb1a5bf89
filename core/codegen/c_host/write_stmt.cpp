// Statements. Flat definitions become declarations; attributes add nothing but their bodies.

#include "core/codegen/c_host/function_writer.h"
#include "core/support/checked_math.h"
#include "core/support/text_format.h"

#include "core/ir/make.h"

#include <algorithm>

namespace tir::c_host {

void FunctionWriter::writeBlock(const Stmt& body)
{
    lines().indent();
    statement(body);
    lines().outdent();
}

void FunctionWriter::write(const AllocBuffer& node)
{
    const Buffer& buffer = *node.buffer;
    const StorageRank rank = buffer.scope().rank;
    const int64_t count = constantElementCount(buffer);
    const std::string name = define(*buffer.data);
    if (rank != StorageRank::Global && rank != StorageRank::Local) {
        refuse("a host cannot allocate " + quoted(buffer.name) + " in " + quoted(buffer.scopeText()));
        return;
    }
    if (count < 0) {
        refuse("memory " + quoted(buffer.name) +
               " has no constant size; LowerTVMBuiltin takes it from the runtime");
        return;
    }
    m_pointees[buffer.data] = buffer.dtype.element();
    line("_Alignas(" + std::to_string(std::max(buffer.alignment, 1)) + ") " + type(buffer.dtype) + " " +
         name + "[" + std::to_string(std::max<int64_t>(limitedProduct(count, buffer.dtype.lanes), 1)) + "];");
}

void FunctionWriter::write(const AssertStmt& node)
{
    m_file.useRuntime("TVMFFIErrorSetRaisedFromCStrParts");
    std::string parts;
    for (const Expr* part : node.messageParts) {
        const auto* text = as<StringImm>(part);
        parts += (parts.empty() ? "" : ", ") +
                 stringLiteral(text ? text->value : "(left out of the module's text)");
    }
    const std::string kind = stringLiteral(node.errorKind.empty() ? "RuntimeError" : node.errorKind);
    const std::string count = std::to_string(std::max<size_t>(node.messageParts.size(), 1));
    const auto* negation = as<Not>(node.condition);
    line("if (" +
         (negation ? expression(*negation, [&] { return condition(*negation->value); })
                   : "!(" + condition(*node.condition) + ")") +
         ") {");
    lines().indent();
    line("const char* __tvm_assert_parts[" + count + "] = {" +
         (parts.empty() ? "\"assertion failed\"" : parts) + "};");
    line("TVMFFIErrorSetRaisedFromCStrParts(" + kind + ", __tvm_assert_parts, " + count + ");");
    line(failure());
    lines().outdent();
    line("}");
}

void FunctionWriter::write(const AttrStmt& node)
{
    if (node.key == attr::ThreadExtent || node.key == attr::Target) {
        refuse("a host has no threads of a GPU; SplitHostDevice takes them into a kernel");
        return;
    }
    statement(*node.body);
}

void FunctionWriter::write(const Bind& node)
{
    const Var& var = *node.var;
    const auto* call = as<Call>(node.value);
    if (call && writeStackMemory(var, *call))
        return;
    if (var.dtype.lanes > 1) { // an array of its lanes
        std::string lanes;
        for (int lane = 0; lane < var.dtype.lanes; ++lane)
            lanes += (lane > 0 ? ", " : "") + expr(*node.value, lane);
        line(type(var.dtype) + " " + define(var) + "[" + std::to_string(var.dtype.lanes) + "] = {" + lanes +
             "};");
    } else {
        std::string value;
        const auto isPacked = [&](const std::string& target) {
            return call && writePackedCall(*call, target);
        };
        const std::string declared = pointerType(var);
        const std::string name = m_names.fresh(var.name);
        const bool mayBePacked = call && call->op && call->op->name.starts_with("tirx.tvm_call_");
        if (mayBePacked) {
            line(declared + " " + name + ";");
            if (!isPacked(name))
                refuse("operation " + quoted(call->op->printedName) + " has no counterpart on a host");
        } else {
            value = expr(*node.value);
            if (declared.ends_with('*') && declared != "void*")
                value = "(" + declared + ")" + value;
            line(declared + " " + name + " = " + value + ";");
        }
        m_variables[&var] = name;
    }
    if (!m_used.contains(&var))
        line("(void)" + m_variables[&var] + ";");
}

/// Every lane by itself; all are computed before the first is stored.
void FunctionWriter::write(const BufferStore& node)
{
    if (node.predicate) {
        refuse("a store with a predicate has no counterpart on a host");
        return;
    }
    const int lanes = node.value->dtype.lanes;
    if (lanes == 1) {
        line(element(*node.buffer, node.indices, 0) + " = " + expr(*node.value) + ";");
        return;
    }
    const std::string values = m_names.fresh("lanes");
    line("{");
    lines().indent();
    line(type(node.value->dtype) + " " + values + "[" + std::to_string(lanes) + "];");
    for (int lane = 0; lane < lanes; ++lane)
        line(values + "[" + std::to_string(lane) + "] = " + expr(*node.value, lane) + ";");
    for (int lane = 0; lane < lanes; ++lane)
        line(element(*node.buffer, node.indices, lane) + " = " + values + "[" + std::to_string(lane) + "];");
    lines().outdent();
    line("}");
}

void FunctionWriter::write(const Evaluate& node)
{
    const auto* call = as<Call>(node.value);
    if (!call) {
        if (node.value->kind != NodeKind::IntImm)
            line("(void)" + expr(*node.value) + ";");
        return;
    }
    if (call->isOp(OpId::ret))
        return writeReturn(*call);
    if (call->isOp(OpId::thread_return))
        return line("return;");
    if (call->isOp(OpId::break_loop))
        return line("break;");
    if (call->isOp(OpId::continue_loop))
        return line("continue;");
    if (call->isOp(OpId::tvm_throw_last_error))
        return line(failure());
    if (call->isOp(OpId::assume) || call->isOp(OpId::prefetch) || writeStructSet(*call) ||
        writePackedCall(*call, ""))
        return;
    const std::string text = expression(*call, [&] { return this->call(*call, 0); });
    line((call->dtype.isVoid() || call->function ? "" : "(void)") + text + ";");
}

void FunctionWriter::writeReturn(const Call& call)
{
    const c_like::FunctionLines::Inside inside(lines(), call);
    const auto* packed = call.args.empty() ? nullptr : as<Call>(call.args[0]);
    if (call.args.empty() || m_returns.isVoid())
        return line("return;");
    if (packed && packed->op && packed->op->name.starts_with("tirx.tvm_call_")) {
        const std::string name = m_names.fresh("returned");
        line(type(m_returns) + " " + name + ";");
        if (writePackedCall(*packed, name))
            return line("return " + name + ";");
    }
    line("return " + expr(*call.args[0]) + ";");
}

void FunctionWriter::write(const For& node)
{
    if (node.forKind == ForKind::ThreadBinding) {
        refuse("a host has no threads of a GPU; SplitHostDevice takes them into a kernel");
        return;
    }
    const DType dtype = node.loopVar->dtype;
    const auto* min = as<IntImm>(node.min);
    const auto* extent = as<IntImm>(node.extent);
    std::string end;
    std::string open;
    if (min && extent) {
        end = constant(IntImm(dtype, min->value + extent->value));
    } else {
        end = m_names.fresh(std::string(node.loopVar->name) + "_end");
        open = type(dtype) + " " + end + " = " + (isConstInt(node.min, 0) ? "" : expr(*node.min) + " + ") +
               expr(*node.extent) + ";";
    }
    const std::string step = node.step ? expr(*node.step) : "";
    if (!open.empty())
        line(open);
    const std::string first = expr(*node.min);
    const std::string name = define(*node.loopVar);
    line("for (" + type(dtype) + " " + name + " = " + first + "; " + name + " < " + end + "; " +
         (step.empty() ? "++" + name : name + " += " + step) + ") {");
    writeBlock(*node.body);
    line("}");
}

void FunctionWriter::write(const IfThenElse& node)
{
    line("if (" + condition(*node.condition) + ") {");
    writeBlock(*node.thenCase);
    if (node.elseCase) {
        line("} else {");
        writeBlock(*node.elseCase);
    }
    line("}");
}

void FunctionWriter::write(const While& node)
{
    line("while (" + condition(*node.condition) + ") {");
    writeBlock(*node.body);
    line("}");
}

void FunctionWriter::refuseStatement(const Stmt& stmt)
{
    refuse(std::string(toString(stmt.kind)) + " has no meaning in a lowered host function");
}

} // namespace tir::c_host
