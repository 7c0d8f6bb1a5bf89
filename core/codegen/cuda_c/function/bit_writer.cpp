#include "core/codegen/cuda_c/function/bit_writer.h"

#include "core/codegen/cuda_c/function/vector_writer.h"

#include <unordered_map>

namespace tir::cuda_c {

std::string BitWriter::narrowed(DType element, const std::string& text)
{
    const bool isNarrow = element.bits < 32 && !element.isBool();
    return isNarrow ? "((" + type(element) + ")" + text + ")" : text;
}

std::string BitWriter::complement(const Call& call)
{
    const DType element = call.dtype.element();
    const auto write = [&](const std::string& value) {
        return element.isBool() ? "(!" + value + ")" : narrowed(element, "(~" + value + ")");
    };
    if (call.dtype.lanes == 1)
        return write(expr(*call.args[0]));
    return m_vectors.laneByLane(call.dtype, {call.args[0]}, VectorWriter::OwnScope::Yes,
                                [&](const std::vector<std::string>& lanes) { return write(lanes[0]); });
}

std::optional<std::string> BitWriter::operation(const Call& call)
{
    static const std::unordered_map<OpId, const char*> Symbols = {
        {OpId::bitwise_and, " & "}, {OpId::bitwise_or, " | "},   {OpId::bitwise_xor, " ^ "},
        {OpId::shift_left, " << "}, {OpId::shift_right, " >> "},
    };
    if (call.isOp(OpId::bitwise_not))
        return complement(call);
    const auto symbol = Symbols.find(call.opId());
    if (symbol == Symbols.end())
        return std::nullopt;
    const auto write = [&](const std::string& a, const std::string& b) {
        const std::string text = "(" + a + symbol->second + b + ")";
        return call.isOp(OpId::shift_left) ? narrowed(call.dtype.element(), text) : text;
    };
    if (call.dtype.lanes == 1) {
        const std::string a = expr(*call.args[0]);
        return write(a, expr(*call.args[1]));
    }
    return m_vectors.laneByLane(
        call.dtype, {call.args[0], call.args[1]}, VectorWriter::OwnScope::Yes,
        [&](const std::vector<std::string>& lanes) { return write(lanes[0], lanes[1]); });
}

} // namespace tir::cuda_c
