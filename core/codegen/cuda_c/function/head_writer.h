/// The declaration of a function: linkage, launch bounds, parameters.

#pragma once

#include "core/codegen/cuda_c/function/function_part.h"

namespace tir::cuda_c {

class DataPointers;
class FunctionNames;

class HeadWriter : public FunctionPart {
public:
    HeadWriter(FunctionContext& context, FunctionNames& names, DataPointers& pointers)
        : FunctionPart(context),
          m_names(names),
          m_pointers(pointers)
    {}

    /// Without a semicolon; the parameters are defined from then on.
    std::string declaration();

private:
    std::string parameter(const Var& param);
    std::string launchBounds() const;

    FunctionNames& m_names;
    DataPointers& m_pointers;
};

} // namespace tir::cuda_c
