#include "tests/fuzz/program_scope.h"

namespace tir::testing {
namespace {

bool isFloat(const std::string& dtype)
{
    return dtype.find("float") != std::string::npos;
}

std::string wrapped(const std::string& index, int extent)
{
    return extent == 0 ? index : "(" + index + ") % " + std::to_string(extent);
}

std::string call(const std::string& function, const std::string& a, const std::string& b)
{
    return function + "(" + a + ", " + b + ")";
}

} // namespace

void ProgramScope::restore(Mark mark)
{
    m_variables.resize(mark.variables);
    m_buffers.resize(mark.buffers);
}

std::string ProgramScope::expression(const std::string& dtype, int depth)
{
    if (depth <= 0 || m_bytes.isEmpty())
        return leaf(dtype);
    if (m_bytes.oneIn(6)) {
        const std::string form = m_bytes.oneOf({"T.if_then_else", "T.Select"});
        return form + "(" + condition(depth - 1) + ", " + expression(dtype, depth - 1) + ", " +
               expression(dtype, depth - 1) + ")";
    }
    if (m_bytes.oneIn(6) && dtype != "bool")
        return call("T.Cast", "\"" + dtype + "\"", expression(this->dtype(), depth - 1));
    if (dtype == "bool")
        return boolean(depth);
    return isFloat(dtype) ? floating(dtype, depth) : integer(dtype, depth);
}

std::string ProgramScope::boolean(int depth)
{
    switch (m_bytes.below(4)) {
    case 0:
        return "(not " + condition(depth - 1) + ")";
    case 1:
        return "(" + condition(depth - 1) + m_bytes.oneOf({" and ", " or "}) + condition(depth - 1) + ")";
    default: {
        const std::string dtype = this->dtype();
        return "(" + expression(dtype, depth - 1) +
               m_bytes.oneOf({" < ", " <= ", " == ", " != ", " > ", " >= "}) + expression(dtype, depth - 1) +
               ")";
    }
    }
}

std::string ProgramScope::integer(const std::string& dtype, int depth)
{
    const std::string a = expression(dtype, depth - 1);
    switch (m_bytes.below(6)) {
    case 0:
        return "(" + a + m_bytes.oneOf({" // ", " % "}) + literal(dtype) + ")";
    case 1:
        return call(m_bytes.oneOf({"T.min", "T.max", "T.bitwise_and", "T.bitwise_or", "T.bitwise_xor"}), a,
                    expression(dtype, depth - 1));
    case 2:
        return call(m_bytes.oneOf({"T.shift_left", "T.shift_right", "T.truncmod", "T.Div"}), a,
                    literal(dtype));
    case 3:
        return dtype == "int32" && !m_helpers.empty() ? helperCall(depth) : a;
    default:
        return "(" + a + m_bytes.oneOf({" + ", " - ", " * "}) + expression(dtype, depth - 1) + ")";
    }
}

std::string ProgramScope::floating(const std::string& dtype, int depth)
{
    const std::string a = expression(dtype, depth - 1);
    switch (m_bytes.below(5)) {
    case 0:
        return std::string(m_bytes.oneOf({"T.exp", "T.sqrt", "T.fabs", "T.sigmoid"})) + "(" + a + ")";
    case 1:
        return call(m_bytes.oneOf({"T.min", "T.max", "T.pow"}), a, expression(dtype, depth - 1));
    case 2:
        return m_purpose == ScopePurpose::Executing
                   ? a
                   : "T.call_pure_extern(\"" + dtype + "\", \"work\", " + a + ")";
    case 3: // constants fold while they are read, and nothing may fold to zero
        return "(" + a + " / " + literal(dtype) + ")";
    default:
        return "(" + a + m_bytes.oneOf({" + ", " - ", " * "}) + expression(dtype, depth - 1) + ")";
    }
}

std::string ProgramScope::helperCall(int depth)
{
    const ScopeHelper& helper = m_helpers[m_bytes.below(m_helpers.size())];
    std::string text = "Module." + helper.name + "(";
    for (int i = 0; i < helper.paramCount; ++i)
        text += (i ? ", " : "") + expression("int32", depth - 1);
    return text + ")";
}

std::string ProgramScope::leaf(const std::string& dtype)
{
    if (m_bytes.oneIn(3))
        return literal(dtype);
    for (size_t tries = 0, at = m_bytes.below(m_buffers.size()); tries < m_buffers.size(); ++tries, ++at) {
        const ScopeBuffer& buffer = m_buffers[at % m_buffers.size()];
        if (buffer.dtype == dtype && m_bytes.oneIn(2))
            return buffer.name + "[" + index(buffer, 0) + "]";
    }
    for (size_t tries = 0, at = m_bytes.below(m_variables.size()); tries < m_variables.size();
         ++tries, ++at) {
        const ScopeVariable& variable = m_variables[at % m_variables.size()];
        if (variable.dtype == dtype)
            return variable.name;
    }
    return literal(dtype);
}

/// Never zero, so that it may divide.
std::string ProgramScope::literal(const std::string& dtype)
{
    const std::string number = std::to_string(m_bytes.between(1, 9));
    if (dtype == "bool")
        return m_bytes.oneIn(2) ? "T.bool(True)" : "T.bool(False)";
    if (dtype == "int32")
        return number;
    return "T." + dtype + "(" + number + (isFloat(dtype) ? ".0)" : ")");
}

std::string ProgramScope::index(const ScopeBuffer& buffer, int depth)
{
    std::string text;
    for (int i = 0; i < buffer.rank; ++i)
        text += (i ? ", " : "") + wrapped(expression("int32", depth), buffer.wrapsAt);
    return text;
}

std::string ProgramScope::extent()
{
    const size_t start = m_bytes.below(m_variables.size());
    for (size_t i = 0; i < m_variables.size(); ++i) {
        const ScopeVariable& variable = m_variables[(start + i) % m_variables.size()];
        if (variable.dtype == "int32" && !variable.isMemory)
            return m_bytes.oneIn(2) ? variable.name : "(" + variable.name + " + 31) // 32";
    }
    return literal("int32");
}

const ScopeBuffer* ProgramScope::anyBuffer()
{
    return m_buffers.empty() ? nullptr : &m_buffers[m_bytes.below(m_buffers.size())];
}

} // namespace tir::testing
