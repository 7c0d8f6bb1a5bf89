/// Reads expressions that belong to no program: their free names become variables.

#pragma once

#include "core/script/reading/parser.h"

namespace tir {

struct ParsedExprs {
    ParsedModule program; ///< owns the expressions
    std::vector<const Expr*> exprs;
    std::map<std::string, const Var*> variables; ///< by name
};

/// One expression per text; equal names are the same variable. `types` gives the dtypes of names; other names
/// are int32.
Result<ParsedExprs> parseExprs(const std::vector<std::string>& texts,
                               const std::map<std::string, std::string>& types = {});

} // namespace tir
