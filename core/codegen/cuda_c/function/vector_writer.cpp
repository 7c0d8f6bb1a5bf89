#include "core/codegen/cuda_c/function/vector_writer.h"

#include "core/codegen/cuda_c/function/expression_writer.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/types.h"

namespace tir::cuda_c {
namespace {

const IntImm* constantInt(const Expr* node)
{
    return as<IntImm>(node);
}

} // namespace

std::string VectorWriter::vectorOf(DType dtype, const std::vector<std::string>& lanes, const char* separator)
{
    if (lanes.size() == 1)
        return lanes[0];
    const std::optional<std::string> make = makeFunction(dtype);
    if (!make) {
        const std::string result = m_names.declare(dtype, "_");
        for (size_t at = 0; at < lanes.size(); ++at)
            line(lane(dtype, result, int(at)) + " = " + lanes[at] + ";");
        return result;
    }
    type(dtype);
    const std::optional<std::string> pack = packFunction(dtype);
    if (pack) {
        use(*pack == "__pack_b32"     ? Feature::Pack32
            : *pack == "__pack_b16"   ? Feature::Pack16
            : *pack == "__pack_half2" ? Feature::PackHalf
                                      : Feature::PackBFloat16);
        m_file.use(featuresOf(dtype.element()));
    }
    std::string text;
    for (size_t at = 0; at < lanes.size(); at += pack ? 2 : 1) {
        text += at == 0 ? "" : separator;
        text += pack ? *pack + "(" + lanes[at] + ", " + lanes[at + 1] + ")" : lanes[at];
    }
    return *make + "(" + text + ")";
}

std::string VectorWriter::laneByLane(DType dtype, const std::vector<const Expr*>& operands, OwnScope scope,
                                     const LaneWriter& write)
{
    const std::string result = m_names.declare(dtype, "_");
    if (scope == OwnScope::Yes)
        m_names.openScope();
    std::vector<std::string> names;
    for (const Expr* operand : operands)
        names.push_back(m_names.named(m_expressions.expr(*operand), operand->dtype));
    for (int at = 0; at < dtype.lanes; ++at) {
        std::vector<std::string> lanes;
        for (size_t number = 0; number < operands.size(); ++number)
            lanes.push_back(lane(operands[number]->dtype, names[number], at));
        line(lane(dtype, result, at) + " = " + write(lanes) + ";");
    }
    if (scope == OwnScope::Yes)
        m_names.closeScope();
    return result;
}

std::string VectorWriter::broadcast(const Broadcast& node)
{
    const DType dtype = node.dtype;
    if (!typeName(dtype)) {
        type(dtype);
        return "0";
    }
    const bool isBytes = dtype.bits == 8 && dtype.isIntegral() && !dtype.isBool() && dtype.lanes > 3;
    if (!isBytes)
        return vectorOf(dtype, std::vector<std::string>(size_t(dtype.lanes), m_expressions.expr(*node.value)),
                        ", ");
    // Four bytes form one word.
    const std::string word = *typeName(dtype.withLanes(4));
    std::string text;
    if (const IntImm* value = constantInt(node.value)) {
        const uint32_t bits = uint32_t(uint8_t(value->value)) * 0x01010101U;
        text = "(" + word + ")" +
               (dtype.isInt() && int32_t(bits) != INT32_MIN ? std::to_string(int32_t(bits))
                                                            : std::to_string(bits));
    } else {
        text = "((" + word + ")(((uint)(uchar)" + m_expressions.expr(*node.value) + ") * 16843009u))";
    }
    const int words = dtype.lanes / 4;
    if (words == 1)
        return text;
    std::string list = text;
    for (int at = 1; at < words; ++at)
        list += ", " + text;
    return "make_" + type(dtype) + "(" + list + ")";
}

std::string VectorWriter::ramp(const Ramp& node)
{
    const DType dtype = node.dtype;
    if (dtype.lanes <= 4) {
        const std::string base = m_expressions.expr(*node.base);
        const std::string stride = m_expressions.expr(*node.stride);
        std::vector<std::string> lanes;
        for (int at = 0; at < dtype.lanes; ++at)
            lanes.push_back("(" + base + ")+(" + stride + "*" + std::to_string(at) + ")");
        return vectorOf(dtype, lanes, ", ");
    }
    const std::string result = m_names.declare(dtype, "_");
    m_names.openScope();
    const std::string base = m_names.named(m_expressions.expr(*node.base), node.base->dtype);
    const std::string stride = m_names.named(m_expressions.expr(*node.stride), node.stride->dtype);
    for (int at = 0; at < dtype.lanes; ++at)
        line(lane(dtype, result, at) + " = (" + base + ")+(" + stride + "*" + std::to_string(at) + ");");
    m_names.closeScope();
    return result;
}

std::string VectorWriter::shuffle(const Shuffle& node)
{
    std::vector<std::string> all;
    for (const Expr* vector : node.vectors) {
        const std::string name = vector->dtype.lanes == 1
                                     ? m_expressions.expr(*vector)
                                     : m_names.named(m_expressions.expr(*vector), vector->dtype);
        for (int at = 0; at < vector->dtype.lanes; ++at)
            all.push_back(lane(vector->dtype, name, at));
    }
    std::vector<std::string> picked;
    for (const Expr* index : node.indices) {
        const IntImm* number = constantInt(index);
        if (!number || number->value < 0 || size_t(number->value) >= all.size()) {
            refuse(node, "a shuffle must pick lanes that are known and there");
            return "0";
        }
        picked.push_back(all[size_t(number->value)]);
    }
    return vectorOf(node.dtype, picked, ", ");
}

std::string VectorWriter::pureCall(const std::string& name, DType dtype, ExprList args)
{
    if (dtype.lanes <= 1)
        return m_expressions.callOf(name, args);
    // A scalar operand is the same for all lanes.
    return laneByLane(dtype, {args.begin(), args.end()}, OwnScope::No,
                      [&](const std::vector<std::string>& lanes) {
                          std::string text = name + "(";
                          for (size_t at = 0; at < lanes.size(); ++at)
                              text += (at == 0 ? "" : ", ") + lanes[at];
                          return text + ")";
                      });
}

} // namespace tir::cuda_c
