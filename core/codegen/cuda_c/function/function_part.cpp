#include "core/codegen/cuda_c/function/function_part.h"

#include "core/codegen/cuda_c/types.h"
#include "core/ir/places.h"
#include "core/support/gpu_arch.h"

namespace tir::cuda_c {

std::string_view stringOf(const Expr& arg)
{
    const auto* text = as<StringImm>(&arg);
    return text ? text->value : std::string_view();
}

std::string FunctionPart::type(DType dtype)
{
    m_file.use(featuresOf(dtype));
    if (std::optional<std::string> name = typeName(dtype))
        return *std::move(name);
    refuse("CUDA C has no type for " + toString(dtype));
    return "void";
}

std::string FunctionPart::storage(DType dtype)
{
    m_file.use(featuresOf(dtype));
    if (std::optional<std::string> name = storageName(dtype))
        return *std::move(name);
    refuse("CUDA C has no type for " + toString(dtype));
    return "void";
}

std::string FunctionPart::lane(DType dtype, const std::string& vector, int index)
{
    if (std::optional<std::string> text = laneOf(dtype, vector, index))
        return *std::move(text);
    refuse("the lanes of " + toString(dtype) + " cannot be reached one by one in CUDA C");
    return vector;
}

void FunctionPart::refuse(const std::string& message)
{
    m_file.refuse(m_context.lines.statement(), message);
}

void FunctionPart::refuse(const Node& node, const std::string& message)
{
    m_file.refuse(placeOf(node), message);
}

Place FunctionPart::placeOf(const Node& node) const
{
    const PlaceTable& places = m_file.places();
    const Place statement = m_context.lines.statement();
    if (statement != NoPlace)
        for (Place inner = statement; inner < places[statement].end; ++inner)
            if (places[inner].node == &node)
                return inner;
    return statement;
}

void FunctionPart::needArch(int number, const std::string& what)
{
    if (isOlderThan(number))
        refuse(what + " need sm_" + std::to_string(number) + " or later, not " + m_file.options().arch);
}

bool FunctionPart::isOlderThan(int number) const
{
    const int found = computeCapability(m_file.options().arch);
    return found > 0 && found < number;
}

} // namespace tir::cuda_c
