#include "passes/workbench/check/other_inputs.h"

#include "core/ir/contains.h"
#include "core/runtime/arguments.h"
#include "core/support/decimal.h"
#include "core/support/list_text.h"
#include "passes/workbench/check/tuple_reduction.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tir {
namespace {

/// "n = 64, m = 32", in the order of the names.
std::string textOf(const std::map<std::string, int64_t>& sizes)
{
    return listText(sizes, [](const auto& size) { return size.first + " = " + std::to_string(size.second); });
}

const PrimFunc* entryOf(const RunRequest& request)
{
    const ModuleEntry* entry = request.module.module->find(request.entry);
    return entry ? as<PrimFunc>(entry->function) : nullptr;
}

/// The sizes that a run chooses, and those with which tiles are incomplete.
struct ChosenSizes {
    std::map<std::string, int64_t> whole;
    std::map<std::string, int64_t> partial; ///< empty if there are none
};

ChosenSizes chosenSizes(const RunRequest& request)
{
    ChosenSizes chosen;
    const PrimFunc* function = entryOf(request);
    if (!function)
        return chosen;
    const ArgumentPlan plan =
        planArguments(*function, {.seed = request.seed, .inputs = request.inputs, .findsPartialTiles = true});
    for (const SizePlan& size : plan.sizes)
        if (!size.isGiven)
            chosen.whole.emplace(size.name, size.value);
    for (const auto& [var, value] : plan.partialTiles)
        if (const int64_t whole = plan.values.at(var); whole != value) {
            chosen.partial.emplace(var->name, value);
            chosen.whole.emplace(var->name, whole);
        }
    return chosen;
}

/// Integers that make no product of a few of them overflow.
constexpr double LargestInteger = 32;
/// Those of a wide range do not fit into a type of half the width, and their products fit into their type.
constexpr double LargestInt32 = 40000;
constexpr double LargestInt64 = 3e9;
/// The largest double that fits.
constexpr double LargestUInt64 = 0x1.fffffffffffffp63;
/// Above what the run chooses: from 1 to 8 (InputSpec).
constexpr double ScalarStep = 8;
/// Whole and half numbers, zero included: sums of their products are exact in most types.
constexpr double LargestFloat = 8;
constexpr double FloatStep = 0.5;
/// Narrower floats do not have all of these numbers.
constexpr int LeastFloatBits = 16;
constexpr int LeastIntegerBits = 8;

/// Narrow and unsigned types wrap: all of their numbers.
InputSpec wideRangeOf(DType dtype)
{
    if (dtype.isUInt())
        return InputSpec::mixed(0, dtype.bits == 64 ? LargestUInt64 : std::ldexp(1, dtype.bits) - 1);
    const double half = std::ldexp(1, dtype.bits - 1);
    if (dtype.bits < 32)
        return InputSpec::mixed(-half, half - 1);
    const double largest = dtype.bits == 32 ? LargestInt32 : LargestInt64;
    return InputSpec::mixed(-largest, largest);
}

/// `isDistinct`: equal numbers are rare.
std::optional<InputSpec> otherValuesOf(DType dtype, bool isWide, bool isDistinct)
{
    const bool isInteger = (dtype.isInt() || dtype.isUInt()) && !dtype.isBool();
    if (isInteger && isWide && dtype.bits >= LeastIntegerBits)
        return wideRangeOf(dtype);
    if (dtype.isInt() && dtype.bits >= LeastIntegerBits)
        return InputSpec::random(-LargestInteger, LargestInteger);
    if (dtype.isAnyFloat() && dtype.bits >= LeastFloatBits)
        return InputSpec::random(-LargestFloat, LargestFloat, isDistinct ? 0 : FloatStep);
    return std::nullopt;
}

bool isDivision(const Binary& node)
{
    return node.op >= BinaryOp::Div && node.op <= BinaryOp::FloorMod;
}

bool isSumOrProduct(const Node& node)
{
    const auto* binary = as<Binary>(&node);
    return binary &&
           (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub || binary->op == BinaryOp::Mul);
}

bool loads(const Expr& expr)
{
    return contains(expr, [](const Node& node) { return node.kind == NodeKind::BufferLoad; });
}

/// Whether the module takes the least or the greatest of what it loads: of equal numbers, it does not show which one.
bool takesExtremes(const Module& module)
{
    const auto isExtreme = [](const Node& node) {
        const auto* binary = as<Binary>(&node);
        return binary && (binary->op == BinaryOp::Min || binary->op == BinaryOp::Max) && loads(*binary->a) &&
               loads(*binary->b);
    };
    return std::ranges::any_of(module.functions, [&](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        return function && contains(*function->body, isExtreme, Role::Scope);
    });
}

/// Integer parameters without a buffer that are not the size of one.
class Scalars {
public:
    explicit Scalars(const PrimFunc& function)
    {
        for (const Var* param : function.params)
            if (param->dtype.isIntegral() && !param->dtype.isBool() && !isSize(function, *param))
                m_variables.insert(param);
    }

    bool has(const Var& variable) const { return m_variables.contains(&variable); }

private:
    static bool isSize(const PrimFunc& function, const Var& param)
    {
        return std::ranges::any_of(function.bufferMap, [&](const BufferBinding& binding) {
            return contains(*binding.buffer, [&](const Node& node) { return &node == &param; });
        });
    }

    std::set<const Var*> m_variables;
};

/// Whether what is loaded, or a scalar, reaches an operation that treats values differently; `hasValue`: something below
/// `node` is such a value.
bool choosesByValue(const Node& node, const Scalars& scalars, bool& hasValue)
{
    bool chooses = false;
    bool hasValueBelow = false;
    forEachChild(node, Role::Scope, [&](const Node& child, Role) {
        bool childHasValue = false;
        chooses = choosesByValue(child, scalars, childHasValue) || chooses;
        hasValueBelow |= childHasValue && child.isExpr();
    });
    const auto* variable = as<Var>(&node);
    hasValue = hasValueBelow || node.kind == NodeKind::BufferLoad || (variable && scalars.has(*variable));
    const bool isAlike = node.kind == NodeKind::BufferLoad || node.kind == NodeKind::BufferStore ||
                         node.kind == NodeKind::Evaluate || isSumOrProduct(node);
    return chooses || (hasValueBelow && !isAlike);
}

/// The data of the buffers whose elements are indices, extents, or divisors.
class IndexBuffers {
public:
    explicit IndexBuffers(const Node& root) { visit(root, false); }

    bool has(const Buffer& buffer) const { return m_data.contains(buffer.data); }

private:
    void visit(const Node& node, bool isIndex)
    {
        const auto* load = as<BufferLoad>(&node);
        if (load && isIndex)
            m_data.insert(load->buffer->data);
        const auto* store = as<BufferStore>(&node);
        const auto* division = as<Binary>(&node);
        forEachChild(node, Role::Scope, [&](const Node& child, Role role) {
            const bool isExtent = node.kind == NodeKind::For && child.isExpr();
            const bool isDivisor = division && isDivision(*division) && &child == division->b;
            const bool isIndexOfStore = store && child.isExpr() && &child != store->value;
            const bool isShape = role == Role::BufferAlloc || role == Role::BufferDecl;
            visit(child, isIndex || load || isIndexOfStore || isExtent || isDivisor || isShape);
        });
    }

    std::set<const Var*> m_data;
};

/// Which of the parameters have other values.
struct ValueChoice {
    bool isWide = false;    ///< integers of a wide range
    bool hasIndices = true; ///< tensors with elements that are indices, extents, or divisors
    bool hasIntegers = true;
    bool hasScalars = false;
};

class OtherValues {
public:
    OtherValues(const RunRequest& request, const PrimFunc& function)
        : m_function(function),
          m_plan(planArguments(function, {.seed = request.seed, .inputs = request.inputs})),
          m_indices(*function.body),
          m_scalars(function),
          m_isDistinct(reducesTuples(*request.module.module) || takesExtremes(*request.module.module))
    {}

    OtherInputs choose(const ValueChoice& choice) const
    {
        OtherInputs inputs;
        for (size_t index = 0; index < m_plan.params.size(); ++index) {
            const ParameterPlan& param = m_plan.params[index];
            const std::optional<InputSpec> spec = specOf(index, choice);
            if (param.isGiven || !spec || !inputs.specs.emplace(param.name, *spec).second)
                continue;
            const bool isNumber = spec->kind == InputSpec::Kind::Constant;
            inputs.text += (inputs.text.empty() ? "" : ", ") + param.name + " = " +
                           (isNumber ? shortestText(spec->first) : toString(*spec));
            const Buffer* buffer = m_function.bufferOf(m_function.params[index]);
            inputs.hasScalars |= !buffer;
            inputs.hasIndices |= !buffer || m_indices.has(*buffer);
        }
        return inputs;
    }

private:
    /// Nothing if the parameter keeps its values.
    std::optional<InputSpec> specOf(size_t index, const ValueChoice& choice) const
    {
        const Var& var = *m_function.params[index];
        const Buffer* buffer = m_function.bufferOf(&var);
        const DType dtype = m_plan.params[index].dtype;
        if (!buffer) {
            const auto value = m_plan.values.find(&var);
            const bool isOther = choice.hasScalars && m_scalars.has(var) && value != m_plan.values.end();
            return isOther ? std::optional(InputSpec::constant(double(value->second) + ScalarStep))
                           : std::nullopt;
        }
        if ((!choice.hasIndices && m_indices.has(*buffer)) || (!choice.hasIntegers && !dtype.isAnyFloat()))
            return std::nullopt;
        return otherValuesOf(dtype, choice.isWide, m_isDistinct);
    }

    const PrimFunc& m_function;
    ArgumentPlan m_plan;
    IndexBuffers m_indices;
    Scalars m_scalars;
    bool m_isDistinct;
};

} // namespace

std::string chosenSizesText(const RunRequest& request)
{
    return textOf(chosenSizes(request).whole);
}

OtherInputs sizesOfIncompleteTiles(const RunRequest& request)
{
    const ChosenSizes chosen = chosenSizes(request);
    OtherInputs others;
    for (const auto& [name, value] : chosen.partial)
        others.specs.emplace(name, InputSpec::constant(double(value)));
    others.text = textOf(chosen.partial);
    return others;
}

bool dependsOnValues(const Module& module)
{
    return std::ranges::any_of(module.functions, [](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        bool hasValue = false;
        return function && choosesByValue(*function->body, Scalars(*function), hasValue);
    });
}

std::vector<OtherInputs> otherValues(const RunRequest& request)
{
    const PrimFunc* function = entryOf(request);
    if (!function)
        return {};
    const OtherValues values(request, *function);
    std::vector<OtherInputs> choices;
    // In the order in which they are tried.
    for (const ValueChoice& choice :
         {ValueChoice{.isWide = true, .hasScalars = true}, ValueChoice{.isWide = true},
          ValueChoice{.isWide = true, .hasIndices = false, .hasScalars = true},
          ValueChoice{.isWide = true, .hasIndices = false}, ValueChoice{}, ValueChoice{.hasIndices = false},
          ValueChoice{.hasIntegers = false}}) {
        OtherInputs inputs = values.choose(choice);
        if (!inputs.specs.empty() && !std::ranges::count(choices, inputs.text, &OtherInputs::text))
            choices.push_back(std::move(inputs));
    }
    return choices;
}

} // namespace tir
