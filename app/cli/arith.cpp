/// `tirc arith`: the results of the arithmetic analyzer for one expression. With --json:
///
///     expression   as it was read
///     facts        [text], as given
///     simplified   the expression as passes see it
///     sound        the same without TVM's rules that are wrong for some values or can overflow
///     rewritten    by the rewrite rules alone
///     canonical    in normal form alone
///     bounds       of the simplified expression, {min, max}: null for an infinite end; null if it is not a scalar
///                  integer
///     modularSet   {coeff, base}: the values are base plus multiples of coeff; of coeff 0, base itself; null as
///                  above
///     set          {min, max}: texts, over all variables with a range; null as above
///     isProved     of a condition: it always holds; null for other expressions
///     isRefuted    of a condition: it never holds; null for other expressions

#include "app/cli/command_line.h"
#include "app/cli/output.h"
#include "core/analysis/verify/types.h"
#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/expression_list.h"
#include "core/support/text_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ArithArguments {
    std::string expression;
    std::vector<std::string> facts;
    std::string mode = "as-tvm";
    bool proves = false;
    bool isJson = false;
};

/// `i in [0, n)`, `i in [0, 15]`, `k = i * 4`, `n: int64`, or a condition.
struct Fact {
    enum class Kind : uint8_t { Range, ClosedRange, Value, Type, Condition };
    Kind kind = Kind::Condition;
    std::string name;
    std::vector<std::string> exprs;
};

/// The two sides of a comma that is in no brackets; nothing without such a comma.
std::optional<std::pair<std::string, std::string>> splitAtComma(const std::string& text)
{
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
        if (depth == 0 && text[i] == ',')
            return std::pair(text.substr(0, i), text.substr(i + 1));
    }
    return std::nullopt;
}

Fact readFact(const std::string& text)
{
    std::string_view rest = trimmed(text);
    const auto nameEnd = std::ranges::find_if_not(rest, isNameByte);
    const std::string name(rest.begin(), nameEnd);
    rest = trimmed(rest.substr(name.size()));
    if (name.empty() || isDigit(name[0]) || rest.empty())
        return {Fact::Kind::Condition, "", {text}};
    const std::string_view ends = rest.starts_with("in") ? trimmed(rest.substr(2)) : "";
    if (ends.starts_with('[') && (ends.back() == ')' || ends.back() == ']')) {
        if (const auto both = splitAtComma(std::string(ends.substr(1, ends.size() - 2))))
            return {rest.back() == ')' ? Fact::Kind::Range : Fact::Kind::ClosedRange,
                    name,
                    {name, both->first, both->second}};
    }
    const std::string value(trimmed(rest.substr(1)));
    if (rest[0] == ':' && !value.empty() && std::ranges::all_of(value, isNameByte))
        return {Fact::Kind::Type, name, {value}};
    if (rest[0] == '=' && !rest.starts_with("=="))
        return {Fact::Kind::Value, name, {name, value}};
    return {Fact::Kind::Condition, "", {text}};
}

/// Expression and facts as they were read.
struct Question {
    ParsedExprs parsed;
    std::vector<Fact> facts;

    const Expr* expr() const { return parsed.exprs[0]; }
};

bool isCondition(const Expr& expr)
{
    return expr.dtype.isBool() && expr.dtype.isScalar();
}

/// Nothing, reported, when a text does not read.
std::optional<Question> readQuestion(const ArithArguments& options)
{
    Question question;
    std::map<std::string, std::string> types;
    for (const std::string& text : options.facts) {
        question.facts.push_back(readFact(text));
        const Fact& fact = question.facts.back();
        if (fact.kind != Fact::Kind::Type)
            continue;
        if (!dtypeFromString(fact.exprs[0])) {
            report({error("usage", "'" + text + "': '" + fact.exprs[0] + "' is not a data type")});
            return std::nullopt;
        }
        types[fact.name] = fact.exprs[0];
    }
    std::vector<std::string> texts{options.expression};
    for (const Fact& fact : question.facts)
        if (fact.kind != Fact::Kind::Type)
            texts.insert(texts.end(), fact.exprs.begin(), fact.exprs.end());
    // One at a time first, so that an error belongs to a text.
    for (const std::string& text : texts) {
        Result<ParsedExprs> parsed = parseExprs({text}, types);
        if (parsed)
            continue;
        report({error("usage", "'" + text + "': " + parsed.diagnostics().front().message)});
        return std::nullopt;
    }
    Result<ParsedExprs> parsed = parseExprs(texts, types);
    if (!parsed) {
        report({error("usage", parsed.diagnostics().front().message)});
        return std::nullopt;
    }
    question.parsed = std::move(parsed).value();
    // The analyzer relies on what the verifier guarantees to passes.
    Diagnostics wrong;
    for (const Expr* expr : question.parsed.exprs)
        contains(*expr, [&wrong](const Node& node) {
            if (node.isExpr())
                checkExprTypes(static_cast<const Expr&>(node), {wrong, NoPlace});
            return false;
        });
    if (!wrong.empty()) {
        report({error("usage", wrong.front().message)});
        return std::nullopt;
    }
    size_t next = 1;
    for (size_t number = 0; number < question.facts.size(); ++number) {
        const Fact& fact = question.facts[number];
        if (fact.kind == Fact::Kind::Condition && !isCondition(*question.parsed.exprs[next])) {
            report({error("usage", "'" + options.facts[number] +
                                       "' is not a condition, a range, a value, or a data type")});
            return std::nullopt;
        }
        next += fact.kind == Fact::Kind::Type ? 0 : fact.exprs.size();
    }
    return question;
}

/// The results of the analyzer, which has the facts.
class ArithAnswer {
public:
    ArithAnswer(const Question& question, bool isSound)
        : m_analyzer(m_arena, {.isSound = isSound}),
          m_expr(question.expr())
    {
        size_t next = 1;
        const auto take = [&] { return question.parsed.exprs[next++]; };
        for (size_t number = 0; number < question.facts.size(); ++number)
            if (!enter(question.facts[number], take) && !m_contradiction)
                m_contradiction = number;
    }
    ~ArithAnswer()
    {
        while (!m_conditions.empty())
            m_conditions.pop_back();
    }
    ArithAnswer(const ArithAnswer&) = delete;
    ArithAnswer& operator=(const ArithAnswer&) = delete;

    /// The first fact that is false whenever those before it hold. From such facts, everything follows.
    std::optional<size_t> contradiction() const { return m_contradiction; }

    bool isCondition() const { return cli::isCondition(*m_expr); }
    bool isInteger() const
    {
        return m_expr->dtype.isIntegral() && m_expr->dtype.isScalar() && !isCondition();
    }
    std::string expression() const { return printExpr(*m_expr); }
    std::string simplified() { return printExpr(*m_analyzer.simplify(m_expr)); }
    std::string rewritten() { return printExpr(*m_analyzer.rewriteSimplify(m_expr)); }
    std::string canonical() { return printExpr(*m_analyzer.canonicalSimplify(m_expr)); }
    // Of the simplified expression, as passes query it.
    arith::ConstIntBound bounds() { return m_analyzer.constIntBound(m_analyzer.simplify(m_expr)); }
    arith::ModularSet modularSet() { return m_analyzer.modularSet(m_analyzer.simplify(m_expr)); }
    arith::IntSet set() { return evalSet(m_analyzer, m_analyzer.simplify(m_expr), m_domains); }
    bool isProved() { return isAlways(m_expr); }
    bool isRefuted() { return isAlways(m_arena.make<Not>(m_expr)); }

private:
    /// False if the fact cannot hold.
    template <class Take>
    bool enter(const Fact& fact, const Take& take)
    {
        bool canHold = true;
        switch (fact.kind) {
        case Fact::Kind::Range:
        case Fact::Kind::ClosedRange: {
            const auto* var = as<Var>(take());
            const Expr* first = take();
            const Expr* end = take();
            if (fact.kind == Fact::Kind::ClosedRange)
                end = add(m_arena, end, intImm(m_arena, end->dtype, 1));
            const Expr* extent = binary(m_arena, BinaryOp::Sub, end, first);
            canHold = !isAlways(binary(m_arena, BinaryOp::LE, extent, intImm(m_arena, extent->dtype, 0)));
            m_analyzer.bind(var, first, extent);
            m_domains[var] = intSetFromRange(m_analyzer, first, extent);
            break;
        }
        case Fact::Kind::Value: {
            const auto* var = as<Var>(take());
            m_analyzer.bind(var, take());
            break;
        }
        case Fact::Kind::Type:
            break;
        case Fact::Kind::Condition: {
            const Expr* condition = take();
            canHold = !isAlways(m_arena.make<Not>(condition));
            m_conditions.push_back(m_analyzer.enterConstraint(condition));
            break;
        }
        }
        return canHold;
    }

    bool isAlways(const Expr* condition)
    {
        return m_analyzer.canProve(condition, arith::ProofStrength::SymbolicBound);
    }

    Arena m_arena;
    arith::Analyzer m_analyzer;
    std::vector<arith::Constraint> m_conditions;
    arith::VarDomains m_domains;
    std::optional<size_t> m_contradiction; ///< number of a fact
    const Expr* m_expr;
};

bool isInfinite(int64_t end)
{
    return end == arith::ConstIntBound::PosInf || end == arith::ConstIntBound::NegInf;
}

std::string text(const Expr* end, const char* missing)
{
    return end ? printExpr(*end) : missing;
}

std::string boundsText(arith::ConstIntBound bounds)
{
    const std::string min = isInfinite(bounds.min) ? "-inf" : std::to_string(bounds.min);
    return "[" + min + ", " + (isInfinite(bounds.max) ? "inf" : std::to_string(bounds.max)) + "]";
}

std::string modularText(arith::ModularSet set)
{
    if (set.coeff == 0)
        return std::to_string(set.base);
    if (set.coeff == 1)
        return "any integer";
    const std::string factor = std::to_string(set.coeff) + " * k";
    return set.base == 0 ? factor : factor + " + " + std::to_string(set.base);
}

std::string setText(const arith::IntSet& set)
{
    return "[" + text(set.min, "-inf") + ", " + text(set.max, "inf") + "]";
}

std::string proofText(ArithAnswer& answer)
{
    return answer.isProved() ? "yes: it always holds" : answer.isRefuted() ? "no: it never holds" : "no";
}

/// Names and values, in the order in which they are printed.
std::vector<std::pair<std::string, std::string>> resultsOf(ArithAnswer& answer)
{
    std::vector<std::pair<std::string, std::string>> results{{"simplified", answer.simplified()},
                                                             {"rewritten", answer.rewritten()},
                                                             {"canonical", answer.canonical()}};
    if (answer.isInteger()) {
        results.emplace_back("bounds", boundsText(answer.bounds()));
        results.emplace_back("values", modularText(answer.modularSet()));
        results.emplace_back("set", setText(answer.set()));
    }
    if (answer.isCondition())
        results.emplace_back("provable", proofText(answer));
    return results;
}

/// `sound`: without TVM's incorrect rules. The two may simplify an expression in different ways that are both right.
std::string asText(ArithAnswer& answer, ArithAnswer& sound)
{
    constexpr size_t NameWidth = 12;
    const auto named = [](std::string name, const std::string& value) {
        name.resize(NameWidth, ' ');
        return name + value;
    };
    const auto results = resultsOf(answer);
    const auto soundResults = resultsOf(sound);
    std::string text;
    for (size_t index = 0; index < results.size(); ++index) {
        const auto& [name, value] = results[index];
        text += named(name, value) + "\n";
        const bool isShown = name != "rewritten" && name != "canonical" && index < soundResults.size();
        if (isShown && soundResults[index].second != value)
            text += named("sound", soundResults[index].second) +
                    "  (TVM uses a rule that does not always hold)\n";
    }
    return text;
}

/// Of the simplified expression: its bounds, the multiples that it can be, and the set of its values; or whether it holds.
void addFacts(Json& json, ArithAnswer& answer)
{
    const auto number = [](int64_t end) { return isInfinite(end) ? Json(nullptr) : Json(end); };
    const auto end = [](const Expr* expr) { return expr ? Json(printExpr(*expr)) : Json(nullptr); };
    for (const char* key : {"bounds", "modularSet", "set", "isProved", "isRefuted"})
        json[key] = nullptr;
    if (answer.isInteger()) {
        const arith::ConstIntBound bounds = answer.bounds();
        const arith::ModularSet modular = answer.modularSet();
        const arith::IntSet set = answer.set();
        json["bounds"] = {{"min", number(bounds.min)}, {"max", number(bounds.max)}};
        json["modularSet"] = {{"coeff", modular.coeff}, {"base", modular.base}};
        json["set"] = {{"min", end(set.min)}, {"max", end(set.max)}};
    }
    if (answer.isCondition()) {
        json["isProved"] = answer.isProved();
        json["isRefuted"] = answer.isRefuted();
    }
}

Json asJson(ArithAnswer& answer, ArithAnswer& sound, const ArithArguments& options)
{
    Json json{{"expression", answer.expression()}, {"facts", options.facts},
              {"simplified", answer.simplified()}, {"sound", sound.simplified()},
              {"rewritten", answer.rewritten()},   {"canonical", answer.canonical()}};
    addFacts(json, answer);
    addFacts(json["soundFacts"], sound);
    return json;
}

ExitCode run(const ArithArguments& options)
{
    const std::optional<Question> question = readQuestion(options);
    if (!question)
        return ExitCode::Unusable;
    ArithAnswer answer(*question, options.mode == "sound");
    if (const std::optional<size_t> fact = answer.contradiction()) {
        report({error("usage", "the facts contradict each other: '" + options.facts[*fact] + "' cannot hold" +
                                   (*fact == 0 ? "" : " when those before it do"))});
        return ExitCode::Unusable;
    }
    if (options.proves && !answer.isCondition()) {
        report({error("usage",
                      "--prove needs a condition, and '" + options.expression + "' is not a condition")});
        return ExitCode::Unusable;
    }
    ArithAnswer sound(*question, true);
    const ExitCode written =
        writeResult({}, options.isJson ? printed(asJson(answer, sound, options)) : asText(answer, sound));
    if (written != ExitCode::Done || !options.proves)
        return written;
    return answer.isProved() ? ExitCode::Done : ExitCode::No;
}

} // namespace

void addArithCommand(CommandLine& line)
{
    Command command = line.add("arith", "Simplify an expression, bound it, and prove it, as the passes do");
    const auto options = std::make_shared<ArithArguments>();
    command
        .option("EXPR", options->expression,
                "Expression in TVMScript, such as '(i * 8 + j) // 8'; names are variables of int32")
        .required();
    command
        .option("--given", options->facts,
                "What is known, as often as needed: a range 'i in [0, 16)', a value 'k = i * 4', a condition "
                "'i < n', a data type 'n: int64'. Ranges and values first, then conditions that use them")
        .typeName("FACT")
        .oneValueEach();
    command.option("--mode", options->mode, "as-tvm, or sound: without TVM's incorrect simplification rules")
        .oneOf({"as-tvm", "sound"})
        .typeName("MODE");
    command.flag("--prove", options->proves, "Exit with 1 unless EXPR, a condition, is proved");
    command.flag("--json", options->isJson, "Print the result as JSON");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
