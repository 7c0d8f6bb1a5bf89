/// Names in one function: of its variables, and of values that are used lane by lane. Within a scope the same text gets
/// the same name, so a scope never spans a store.

#pragma once

#include "core/codegen/c_like/names.h"
#include "core/codegen/cuda_c/function/function_part.h"

#include <unordered_map>
#include <vector>

namespace tir::cuda_c {

class FunctionNames : public FunctionPart {
public:
    explicit FunctionNames(FunctionContext& context);

    /// A name that nothing else has.
    std::string fresh(std::string_view hint) { return m_names.fresh(hint); }

    /// A new name for the variable.
    std::string define(const Var& var);
    /// Writes the variable as this text, such as `threadIdx.x`.
    void define(const Var& var, std::string text) { m_variables[&var] = std::move(text); }
    bool isDefined(const Var& var) const { return m_variables.contains(&var); }
    /// Its name, or the text that it is written as; refuses a variable that is not defined.
    std::string nameOf(const Var& var);

    /// Of a block in C, which is indented.
    void openScope();
    void closeScope();
    /// A name for the value, within the scope; the text itself when it is a name.
    std::string named(const std::string& text, DType type);
    /// Declares a variable for a result and returns its name.
    std::string declare(DType type, std::string_view hint);
    /// Forgets the names of values that a statement may have changed.
    void forgetLoads();

private:
    using Values = std::unordered_map<std::string, std::string>; ///< names by text

    c_like::Names m_names;
    std::unordered_map<const Var*, std::string> m_variables;
    std::vector<Values> m_scopes;
};

} // namespace tir::cuda_c
