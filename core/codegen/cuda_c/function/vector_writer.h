/// Vectors: built from lanes, computed lane by lane. A value that is used lane by lane gets a name first.

#pragma once

#include "core/codegen/cuda_c/function/function_part.h"

#include <functional>
#include <vector>

namespace tir::cuda_c {

class ExpressionWriter;
class FunctionNames;

class VectorWriter : public FunctionPart {
public:
    VectorWriter(FunctionContext& context, FunctionNames& names, ExpressionWriter& expressions)
        : FunctionPart(context),
          m_names(names),
          m_expressions(expressions)
    {}

    std::string broadcast(const Broadcast& node);
    std::string ramp(const Ramp& node);
    std::string shuffle(const Shuffle& node);

    /// A vector from the texts of its lanes.
    std::string vectorOf(DType type, const std::vector<std::string>& lanes, const char* separator);

    using LaneWriter = std::function<std::string(const std::vector<std::string>& operands)>;
    /// Whether the operands of a vector computed lane by lane get names in a scope of their own.
    enum class OwnScope { No, Yes };
    std::string laneByLane(DType type, const std::vector<const Expr*>& operands, OwnScope scope,
                           const LaneWriter& write);
    /// A call of a function of scalars without effects: for a vector, one for each lane.
    std::string pureCall(const std::string& name, DType type, ExprList args);

private:
    FunctionNames& m_names;
    ExpressionWriter& m_expressions;
};

} // namespace tir::cuda_c
