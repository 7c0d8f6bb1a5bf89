#include "tests/support/formula.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace tir::testing {
namespace {

/// The state of the evaluation of an expression.
struct Evaluation {
    std::vector<double> variables; ///< by their slots
    std::string error = {};        ///< the first
    int64_t terms = 1;             ///< of the longest sum
};

using Term = std::function<double(Evaluation&)>;

double elementAt(Evaluation& evaluation, const NumberTensor& tensor, const std::string& name,
                 const std::vector<Term>& indices)
{
    int64_t position = 0;
    const bool isFlat = indices.size() == 1;
    bool isInside = isFlat || indices.size() == tensor.shape.size();
    for (size_t axis = 0; isInside && axis < indices.size(); ++axis) {
        const auto index = int64_t(indices[axis](evaluation));
        const int64_t extent = isFlat ? int64_t(tensor.values.size()) : tensor.shape[axis];
        isInside = index >= 0 && index < extent;
        position = position * extent + index;
    }
    if (isInside)
        return tensor.values[size_t(position)];
    if (evaluation.error.empty())
        evaluation.error = "an index of '" + name + "' is out of range";
    return 0;
}

class FormulaParser {
public:
    /// The tensors must outlive the formula, which reads their elements.
    FormulaParser(const std::string& text, const NumberTensors& tensors) : m_text(text), m_tensors(tensors) {}

    /// The tensor on the left, the slots of its indices, and the expression.
    struct Formula {
        std::string target;
        std::vector<size_t> indices;
        Term value;
        size_t slotCount = 0;
    };

    Formula parse()
    {
        Formula formula;
        formula.target = takeName();
        if (!m_tensors.contains(formula.target))
            fail("'" + formula.target + "' is not a tensor");
        expect("[");
        do {
            formula.indices.push_back(bind(takeName()));
        } while (take(","));
        expect("]");
        expect("=");
        formula.value = conditional();
        if (skipSpaces() < m_text.size())
            fail("unexpected text");
        for (const auto& [name, slot] : m_slots)
            if (!m_bound.contains(name))
                fail("'" + name + "' is not defined");
        formula.slotCount = m_slots.size();
        return formula;
    }

    const std::string& error() const { return m_error; }

private:
    void fail(const std::string& message)
    {
        if (m_error.empty())
            m_error = message + " before '" + m_text.substr(m_at) + "'";
        m_at = m_text.size();
    }

    size_t skipSpaces()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
        return m_at;
    }

    /// Takes a token; a name only as a whole.
    bool take(const std::string& token)
    {
        skipSpaces();
        if (m_text.compare(m_at, token.size(), token) != 0)
            return false;
        const char next = m_at + token.size() < m_text.size() ? m_text[m_at + token.size()] : ' ';
        if (std::isalpha(static_cast<unsigned char>(token[0])) &&
            std::isalnum(static_cast<unsigned char>(next)))
            return false;
        m_at += token.size();
        return true;
    }

    void expect(const std::string& token)
    {
        if (!take(token))
            fail("expected '" + token + "'");
    }

    std::string takeName()
    {
        const size_t begin = skipSpaces();
        while (m_at < m_text.size() &&
               (std::isalnum(static_cast<unsigned char>(m_text[m_at])) || m_text[m_at] == '_'))
            ++m_at;
        if (m_at == begin)
            fail("expected a name");
        return m_text.substr(begin, m_at - begin);
    }

    size_t slotOf(const std::string& name)
    {
        const size_t slot = m_slots.try_emplace(name, m_slots.size()).first->second;
        m_used.insert(slot);
        return slot;
    }

    size_t bind(const std::string& name)
    {
        m_bound[name] = true;
        return slotOf(name);
    }

    Term conditional()
    {
        Term value = disjunction();
        if (!take("if"))
            return value;
        Term condition = disjunction();
        expect("else");
        Term otherwise = conditional();
        return [=](Evaluation& at) { return condition(at) != 0 ? value(at) : otherwise(at); };
    }

    Term disjunction()
    {
        Term left = conjunction();
        while (take("or")) {
            Term right = conjunction();
            left = [=](Evaluation& at) { return double(left(at) != 0 || right(at) != 0); };
        }
        return left;
    }

    Term conjunction()
    {
        Term left = comparison();
        while (take("and")) {
            Term right = comparison();
            left = [=](Evaluation& at) { return double(left(at) != 0 && right(at) != 0); };
        }
        return left;
    }

    using Operator = double (*)(double, double);

    /// `a < b <= c` means `a < b and b <= c`.
    Term comparison()
    {
        Term left = sum();
        std::optional<Term> all;
        while (const Operator compare = takeComparison()) {
            Term right = sum();
            Term one = [=](Evaluation& at) { return compare(left(at), right(at)); };
            all = all ? Term([=, before = *all](Evaluation& at) {
                return double(before(at) != 0 && one(at) != 0);
            })
                      : one;
            left = right;
        }
        return all.value_or(left);
    }

    Operator takeComparison()
    {
        if (take("<="))
            return [](double a, double b) { return double(a <= b); };
        if (take(">="))
            return [](double a, double b) { return double(a >= b); };
        if (take("=="))
            return [](double a, double b) { return double(a == b); };
        if (take("<"))
            return [](double a, double b) { return double(a < b); };
        if (take(">"))
            return [](double a, double b) { return double(a > b); };
        return nullptr;
    }

    static Term apply(Operator operation, Term left, Term right)
    {
        return [=](Evaluation& at) { return operation(left(at), right(at)); };
    }

    Term sum()
    {
        Term left = product();
        for (;;) {
            if (take("+"))
                left = apply([](double a, double b) { return a + b; }, left, product());
            else if (take("-"))
                left = apply([](double a, double b) { return a - b; }, left, product());
            else
                return left;
        }
    }

    Term product()
    {
        Term left = negation();
        for (;;) {
            if (take("//"))
                left = apply([](double a, double b) { return std::floor(a / b); }, left, negation());
            else if (take("/"))
                left = apply([](double a, double b) { return a / b; }, left, negation());
            else if (take("%"))
                left = apply([](double a, double b) { return a - std::floor(a / b) * b; }, left, negation());
            else if (take("*"))
                left = apply([](double a, double b) { return a * b; }, left, negation());
            else
                return left;
        }
    }

    Term negation()
    {
        if (!take("-"))
            return power();
        Term value = negation();
        return [=](Evaluation& at) { return -value(at); };
    }

    Term power()
    {
        Term base = atom();
        if (!take("**"))
            return base;
        return apply([](double a, double b) { return std::pow(a, b); }, base, negation());
    }

    Term atom()
    {
        skipSpaces();
        if (take("(")) {
            Term inner = conditional();
            expect(")");
            return inner;
        }
        if (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at]))) {
            size_t length = 0;
            const double number = std::stod(m_text.substr(m_at), &length);
            m_at += length;
            return [=](Evaluation&) { return number; };
        }
        const std::string name = takeName();
        if (take("("))
            return call(name);
        if (take("["))
            return element(name);
        if (m_tensors.contains(name))
            return elementOf(name, {[](Evaluation&) { return 0.0; }});
        const size_t slot = slotOf(name);
        return [=](Evaluation& at) { return at.variables[slot]; };
    }

    Term element(const std::string& name)
    {
        std::vector<Term> indices;
        do {
            indices.push_back(conditional());
        } while (take(","));
        expect("]");
        return elementOf(name, indices);
    }

    Term elementOf(const std::string& name, const std::vector<Term>& indices)
    {
        const auto tensor = m_tensors.find(name);
        if (tensor == m_tensors.end()) {
            fail("'" + name + "' is not a tensor");
            return [](Evaluation&) { return 0.0; };
        }
        return
            [=, values = &tensor->second](Evaluation& at) { return elementAt(at, *values, name, indices); };
    }

    Term call(const std::string& name)
    {
        if (name == "size") {
            const std::string tensor = takeName();
            expect(",");
            const auto axis = size_t(std::atoi(takeName().c_str()));
            expect(")");
            const auto found = m_tensors.find(tensor);
            if (found == m_tensors.end() || axis >= found->second.shape.size()) {
                fail("'" + tensor + "' has no such axis");
                return [](Evaluation&) { return 0.0; };
            }
            const auto size = double(found->second.shape[axis]);
            return [=](Evaluation&) { return size; };
        }
        if (name == "sum")
            return sumOverRange();
        Term first = conditional();
        if (name == "max" || name == "min") {
            expect(",");
            Term second = conditional();
            expect(")");
            return name == "max" ? apply([](double a, double b) { return std::max(a, b); }, first, second)
                                 : apply([](double a, double b) { return std::min(a, b); }, first, second);
        }
        expect(")");
        if (name == "abs")
            return [=](Evaluation& at) { return std::fabs(first(at)); };
        if (name == "exp")
            return [=](Evaluation& at) { return std::exp(first(at)); };
        if (name == "sqrt")
            return [=](Evaluation& at) { return std::sqrt(first(at)); };
        fail("'" + name + "' is not a function");
        return first;
    }

    /// `term for k in range(n))`. The value is cached as long as no variable that it uses changes.
    Term sumOverRange()
    {
        const std::set<size_t> outside = std::exchange(m_used, {});
        const Term term = conditional();
        expect("for");
        const size_t slot = bind(takeName());
        expect("in");
        expect("range");
        expect("(");
        Term count = conditional();
        expect(")");
        expect(")");
        m_used.erase(slot);
        const std::vector<size_t> used(m_used.begin(), m_used.end());
        m_used.insert(outside.begin(), outside.end());
        return [=, known = std::optional<double>(),
                values = std::vector<double>(used.size())](Evaluation& at) mutable {
            for (size_t index = 0; index < used.size(); ++index)
                if (const double value = at.variables[used[index]]; value != values[index]) {
                    values[index] = value;
                    known.reset();
                }
            if (known)
                return *known;
            const double outer = at.variables[slot];
            const double end = count(at);
            double total = 0;
            const int64_t termsOutside = std::exchange(at.terms, 1);
            for (double k = 0; k < end; ++k) {
                at.variables[slot] = k;
                total += term(at);
            }
            at.variables[slot] = outer;
            at.terms = std::max(termsOutside, std::max(int64_t(end), int64_t(1)) * at.terms);
            known = total;
            return total;
        };
    }

    const std::string& m_text;
    const NumberTensors& m_tensors;
    size_t m_at = 0;
    std::map<std::string, size_t> m_slots;
    std::set<size_t> m_used; ///< slots of variables, by the sum that is being read
    std::map<std::string, bool> m_bound;
    std::string m_error;
};

} // namespace

std::string applyFormula(const std::string& formula, NumberTensors& tensors)
{
    FormulaParser parser(formula, tensors);
    const FormulaParser::Formula parsed = parser.parse();
    if (!parser.error().empty())
        return parser.error();
    NumberTensor result = tensors.at(parsed.target);
    const bool isFlat = parsed.indices.size() == 1;
    if (!isFlat && parsed.indices.size() != result.shape.size())
        return "'" + parsed.target + "' has " + std::to_string(result.shape.size()) + " dimensions";
    Evaluation evaluation{std::vector<double>(parsed.slotCount)};
    for (size_t position = 0; position < result.values.size() && evaluation.error.empty(); ++position) {
        auto rest = int64_t(position);
        for (size_t axis = parsed.indices.size(); axis-- > 0;) {
            const int64_t extent = isFlat ? int64_t(result.values.size()) : result.shape[axis];
            evaluation.variables[parsed.indices[axis]] = double(rest % extent);
            rest /= extent;
        }
        result.values[position] = parsed.value(evaluation);
    }
    result.terms = evaluation.terms;
    if (evaluation.error.empty())
        tensors[parsed.target] = std::move(result);
    return evaluation.error;
}

} // namespace tir::testing
