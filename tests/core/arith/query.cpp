#include "tests/core/arith/query.h"

#include "core/ir/contains.h"
#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"

#include <map>

namespace tir::testing {
namespace {

using nlohmann::json;

/// Collects texts into one program: the declarations, and a call with all the expressions.
class ProgramText {
public:
    size_t add(const std::string& text)
    {
        const size_t end = text.rfind('\n');
        size_t start = 0;
        while (end != std::string::npos && start <= end) {
            const size_t next = text.find('\n', start);
            const std::string line = text.substr(start, next - start);
            const std::string name = line.substr(0, line.find(" = "));
            if (m_names.emplace(name, line).second)
                m_declarations += line + "\n";
            start = next + 1;
        }
        m_arguments += ", " + (end == std::string::npos ? text : text.substr(end + 1));
        return m_count++;
    }
    /// The elements of a TE tensor and calls of an operation without a name print as nothing that can be
    /// read.
    std::string text() const
    {
        std::string arguments = m_arguments;
        for (size_t at = 0; (at = arguments.find("dummy(", at)) != std::string::npos;)
            arguments.replace(at, 6, "T.call_extern(\"float32\", \"dummy\", ");
        const bool isTensor = !m_names.contains("A") && arguments.find("A[") != std::string::npos;
        return (isTensor ? "A = T.Buffer((10,), \"float32\")\n" : "") + m_declarations +
               "T.evaluate(T.call_extern(\"int32\", \"query\"" + arguments + "))\n";
    }

private:
    std::string m_declarations;
    std::map<std::string, std::string> m_names;
    std::string m_arguments;
    size_t m_count = 0;
};

const Call* queryCall(const Module& module)
{
    const auto* function = as<PrimFunc>(module.functions[0].function);
    const Stmt* body = function->body;
    if (const auto* root = as<SBlockRealize>(body))
        body = root->block->body;
    if (const auto* sequence = as<SeqStmt>(body))
        body = sequence->seq.back();
    const auto* evaluate = as<Evaluate>(body);
    return evaluate ? as<Call>(evaluate->value) : nullptr;
}

std::string numbersText(const std::vector<int64_t>& numbers)
{
    return "[" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + "]";
}

} // namespace

Query readQuery(const json& line)
{
    Query query;
    query.op = line.at("op");
    ProgramText program;
    std::vector<std::pair<const Expr**, size_t>> places;
    const auto slot = [&](const Expr** into, const std::string& text) {
        places.emplace_back(into, program.add(text));
    };
    query.facts.resize(line.at("facts").size());
    for (size_t i = 0; i < query.facts.size(); ++i) {
        const json& source = line.at("facts")[i];
        Fact& fact = query.facts[i];
        if (source.contains("assume")) {
            slot(&fact.subject, source["assume"]);
        } else if (source.contains("to")) {
            fact.kind = Fact::Kind::BindValue;
            slot(&fact.subject, source["bind"]);
            slot(&fact.value, source["to"]);
        } else if (source.contains("bind")) {
            fact.kind = Fact::Kind::BindRange;
            slot(&fact.subject, source["bind"]);
            slot(&fact.value, source["min"]);
            slot(&fact.extent, source["extent"]);
        } else {
            fact.kind = Fact::Kind::Bound;
            slot(&fact.subject, source["update"]);
            fact.bound = {source["bound"][0], source["bound"][1]};
        }
    }
    const std::string text = line.at("expr");
    query.text = text.substr(text.rfind('\n') + 1);
    slot(&query.expr, text);
    const json& answer = line.at("answer");
    if (answer.is_string()) {
        const std::string expected = answer;
        query.answerText = expected.substr(expected.rfind('\n') + 1);
        slot(&query.answer, expected);
    } else if (answer.is_array()) {
        query.numbers = answer.get<std::vector<int64_t>>();
        query.answerText = numbersText(query.numbers);
    } else {
        query.isProved = answer;
        query.answerText = query.isProved ? "true" : "false";
    }

    const SourceText source("query", program.text());
    Result<ParsedModule> parsed = parseModule(source);
    if (!parsed) {
        query.error = render(parsed.diagnostics(), source);
        return query;
    }
    query.parsed = std::move(parsed).value();
    const Call* call = queryCall(*query.parsed.module.module);
    if (!call || call->args.size() != places.size() + 1) {
        query.error = "the query is not read as a call";
        return query;
    }
    for (const auto& [into, index] : places)
        *into = call->args[index + 1];
    return query;
}

void enterFacts(arith::Analyzer& analyzer, const Query& query, std::vector<arith::Constraint>& constraints)
{
    for (const Fact& fact : query.facts) {
        const auto* var = as<Var>(fact.subject);
        switch (fact.kind) {
        case Fact::Kind::Assume:
            constraints.push_back(analyzer.enterConstraint(fact.subject));
            break;
        case Fact::Kind::BindValue:
            analyzer.bind(var, fact.value);
            break;
        case Fact::Kind::BindRange:
            analyzer.bind(var, fact.value, fact.extent);
            break;
        case Fact::Kind::Bound:
            analyzer.updateBound(var, fact.bound);
            break;
        }
    }
}

Answer ask(const Query& query, const Settings& settings)
{
    Arena arena;
    arith::Analyzer analyzer(arena, settings.options);
    contains(*query.expr, [&](const Node& node) {
        const auto* var = as<Var>(&node);
        if (const auto found = settings.ranges.find(var ? std::string(var->name) : "");
            found != settings.ranges.end())
            analyzer.updateBound(var, found->second);
        return false;
    });
    std::vector<arith::Constraint> constraints;
    enterFacts(analyzer, query, constraints);
    Answer answer;
    const auto give = [&](const Expr* expr) {
        // Two variables of one name are numbered anew in every text.
        const bool hasNumbers = query.text.find("_1") != std::string::npos;
        answer = {structuralEqual(*expr, *query.answer, {.mapFreeVars = hasNumbers}), printExpr(*expr)};
    };
    const auto giveNumbers = [&](const std::vector<int64_t>& numbers) {
        answer = {numbers == query.numbers, numbersText(numbers)};
    };
    const auto giveProof = [&](arith::ProofStrength strength) {
        const bool isProved = analyzer.canProve(query.expr, strength);
        answer = {isProved == query.isProved, isProved ? "true" : "false"};
    };
    if (query.op == "simplify")
        give(analyzer.simplify(query.expr, settings.steps));
    else if (query.op == "rewrite_simplify")
        give(analyzer.rewriteSimplify(query.expr));
    else if (query.op == "canonical_simplify")
        give(analyzer.canonicalSimplify(query.expr));
    else if (query.op == "const_int_bound")
        giveNumbers({analyzer.constIntBound(query.expr).min, analyzer.constIntBound(query.expr).max});
    else if (query.op == "modular_set")
        giveNumbers({analyzer.modularSet(query.expr).coeff, analyzer.modularSet(query.expr).base});
    else if (query.op == "can_prove")
        giveProof(settings.strength);
    else if (query.op == "can_prove_symbolic")
        giveProof(arith::ProofStrength::SymbolicBound);
    while (!constraints.empty())
        constraints.pop_back();
    return answer;
}

} // namespace tir::testing
