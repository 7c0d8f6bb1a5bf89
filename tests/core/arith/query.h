/// Queries to the analyzer as text: a question, facts, and an answer, each an expression with the declarations of its
/// variables above it. Variables of one name are one variable.

#pragma once

#include "core/arith/analyzer.h"
#include "core/script/reading/parser.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace tir::testing {

struct Fact {
    enum class Kind : uint8_t { Assume, BindValue, BindRange, Bound };
    Kind kind = Kind::Assume;
    const Expr* subject = nullptr; ///< the condition, or the variable
    const Expr* value = nullptr;   ///< or the start of the range
    const Expr* extent = nullptr;
    arith::ConstIntBound bound;
};

struct Query {
    std::string op;
    std::vector<Fact> facts;
    const Expr* expr = nullptr;
    const Expr* answer = nullptr; ///< of a simplification
    std::vector<int64_t> numbers; ///< of a bound or a set
    bool isProved = false;        ///< of a proof
    std::string text;             ///< the expression, for people
    std::string answerText;
    ParsedModule parsed; ///< owns the expressions
    std::string error;   ///< why it could not be read
};

Query readQuery(const nlohmann::json& line);

/// Adds the facts to the analyzer.
void enterFacts(arith::Analyzer& analyzer, const Query& query, std::vector<arith::Constraint>& constraints);

/// The answer of the analyzer, as text that equals `answerText` if the two agree.
struct Answer {
    bool agrees = false;
    std::string text;
};
/// Settings of a query.
struct Settings {
    arith::AnalyzerOptions options = {};
    int steps = 2; ///< of a simplification
    arith::ProofStrength strength = arith::ProofStrength::Default;
    std::map<std::string, arith::ConstIntBound> ranges = {}; ///< of variables and axes, by name
};
Answer ask(const Query& query, const Settings& settings = {});

} // namespace tir::testing
