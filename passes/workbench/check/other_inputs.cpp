#include "passes/workbench/check/other_inputs.h"

#include "core/ir/contains.h"
#include "core/runtime/arguments.h"
#include "core/support/list_text.h"
#include "passes/workbench/check/tuple_reduction.h"

#include <algorithm>
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
/// Whole and half numbers, zero included: sums of their products are exact in most types.
constexpr double LargestFloat = 8;
constexpr double FloatStep = 0.5;
/// Narrower floats do not have all of these numbers.
constexpr int LeastFloatBits = 16;
constexpr int LeastIntegerBits = 8;

/// `isDistinct`: equal numbers are rare.
std::optional<InputSpec> otherValuesOf(DType dtype, bool isDistinct)
{
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

/// Whether what is loaded reaches an operation that treats values differently; `loads`: something below `node` loads.
bool choosesByValue(const Node& node, bool& loads)
{
    bool chooses = false;
    bool loadsBelow = false;
    forEachChild(node, Role::Scope, [&](const Node& child, Role) {
        bool childLoads = false;
        chooses = choosesByValue(child, childLoads) || chooses;
        loadsBelow |= childLoads && child.isExpr();
    });
    loads = loadsBelow || node.kind == NodeKind::BufferLoad;
    const bool isAlike = node.kind == NodeKind::BufferLoad || node.kind == NodeKind::BufferStore ||
                         node.kind == NodeKind::Evaluate || isSumOrProduct(node);
    return chooses || (loadsBelow && !isAlike);
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
        bool loads = false;
        return function && choosesByValue(*function->body, loads);
    });
}

std::vector<OtherInputs> otherValues(const RunRequest& request)
{
    const PrimFunc* function = entryOf(request);
    if (!function)
        return {};
    const IndexBuffers indices(*function->body);
    const bool isDistinct = reducesTuples(*request.module.module);
    // In the order in which they are tried.
    OtherInputs all;
    OtherInputs numbers; // no indices
    OtherInputs floats;
    const auto add = [](OtherInputs& inputs, const std::string& name, const InputSpec& spec) {
        if (inputs.specs.emplace(name, spec).second)
            inputs.text += (inputs.text.empty() ? "" : ", ") + name + " = " + toString(spec);
    };
    const ArgumentPlan plan = planArguments(*function, {.seed = request.seed, .inputs = request.inputs});
    for (size_t index = 0; index < plan.params.size(); ++index) {
        const ParameterPlan& param = plan.params[index];
        const Buffer* buffer = function->bufferOf(function->params[index]);
        const std::optional<InputSpec> spec = otherValuesOf(param.dtype, isDistinct);
        if (param.isGiven || !buffer || !spec)
            continue;
        add(all, param.name, *spec);
        if (!indices.has(*buffer))
            add(numbers, param.name, *spec);
        if (param.dtype.isAnyFloat())
            add(floats, param.name, *spec);
    }
    std::vector<OtherInputs> choices;
    for (const OtherInputs& choice : {all, numbers, floats})
        if (!choice.specs.empty() && (choices.empty() || choices.back().text != choice.text))
            choices.push_back(choice);
    return choices;
}

} // namespace tir
