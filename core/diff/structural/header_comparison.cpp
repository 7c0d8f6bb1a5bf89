#include "core/diff/structural/header_comparison.h"

#include "core/diff/structural/attribute_comparison.h"
#include "core/ir/node_fields.h"

#include <algorithm>

namespace tir {
namespace {

bool isIndex(const Node& parent, size_t child, size_t childCount)
{
    if (const auto* load = as<BufferLoad>(&parent))
        return child > 0 && !(load->predicate && child + 1 == childCount);
    if (const auto* store = as<BufferStore>(&parent))
        return child > 1 && !(store->predicate && child + 1 == childCount);
    return false;
}

/// Whether buffers are bound to parameters at the same positions.
bool equalBindings(const PrimFunc& left, const PrimFunc& right)
{
    const auto position = [](const PrimFunc& function, const BufferBinding& binding) {
        return std::ranges::find(function.params, binding.param) - function.params.begin();
    };
    return std::ranges::equal(left.bufferMap, right.bufferMap,
                              [&](const BufferBinding& a, const BufferBinding& b) {
                                  return position(left, a) == position(right, b);
                              });
}

/// Whether the parameters have the same names, each of them once, in another order.
bool areExchanged(const VarList& left, const VarList& right)
{
    const auto namesOf = [](const VarList& params) {
        std::vector<std::string_view> names;
        for (const Var* param : params)
            names.push_back(param->name);
        return names;
    };
    std::vector<std::string_view> before = namesOf(left);
    std::vector<std::string_view> after = namesOf(right);
    if (before == after)
        return false;
    std::ranges::sort(before);
    std::ranges::sort(after);
    return before == after && std::ranges::adjacent_find(before) == before.end();
}

const Buffer* bufferOf(const PrimFunc& function, const Var& param)
{
    const auto found = std::ranges::find(function.bufferMap, &param, &BufferBinding::param);
    return found == function.bufferMap.end() ? nullptr : found->buffer;
}

} // namespace

HeaderComparison::HeaderComparison(const StatementTree& before, const StatementTree& after,
                                   const Matching& matching)
    : m_before(before),
      m_after(after),
      m_matching(matching)
{
    after.forEachChild(0, [&](TreeIndex right) {
        const TreeIndex left = matching.ofAfter(right);
        if (left == NoNode)
            return;
        const std::string_view name = after.entryOf(right).var->name;
        if (before.entryOf(left).var->name != name)
            m_functionNames.emplace(before.entryOf(left).var->name, name);
    });
    for (const PlaceTable* places : {&before.places(), &after.places()})
        for (Place place = 0; place < places->size(); ++place)
            if (const PlaceTable::Entry& entry = (*places)[place];
                entry.node->kind == NodeKind::Buffer && entry.role != Role::BufferUse)
                m_declared.insert(entry.node);
}

void HeaderComparison::enter(TreeIndex right)
{
    const TreeNode& node = m_after[right];
    if (right != 0 && m_after.isFunction(right)) {
        m_renames.enterFunction(!m_matching.hasAfter(right));
        if (const auto* function = as<PrimFunc>(node.node)) {
            for (const Var* parameter : function->params)
                m_renames.addParameter(*parameter);
            for (const BufferBinding& binding : function->bufferMap)
                m_renames.addParameter(*binding.buffer);
        }
    }
    m_renames.enterStatement(node.place);
}

void HeaderComparison::pass(TreeIndex right)
{
    enter(right);
}

HeaderChange HeaderComparison::compare(TreeIndex left, TreeIndex right)
{
    enter(right);
    const TreeNode& a = m_before[left];
    const TreeNode& b = m_after[right];
    m_change = {};
    m_leftEnd = a.headerEnd;
    m_rightEnd = b.headerEnd;
    m_isUnequal = a.namedHeader != b.namedHeader;
    if (const auto* module = as<Module>(a.node)) {
        const auto& other = to<Module>(*b.node);
        m_change.attributes = differingKeys(module->attrs, other.attrs);
        m_change.hasOtherChange = !differingKeys(module->globalInfos, other.globalInfos).empty();
        return std::move(m_change);
    }
    if (a.node->kind != b.node->kind) {
        compareLaunches(left, right);
        return std::move(m_change);
    }
    if (m_after.isFunction(right))
        compareFunctions(left, right);
    else
        compareHeaderFields(*a.node, *b.node);
    compareChildren(a.place, b.place, false);
    m_hasExchangedParameters = false;
    return std::move(m_change);
}

void HeaderComparison::compareFunctions(TreeIndex left, TreeIndex right)
{
    const auto& a = static_cast<const Function&>(*m_before[left].node);
    const auto& b = static_cast<const Function&>(*m_after[right].node);
    m_change.attributes = differingKeys(a.attrs, b.attrs);
    // A function that is renamed changes its symbol along with its name.
    if (globalSymbol(a) == m_before.entryOf(left).var->name &&
        globalSymbol(b) == m_after.entryOf(right).var->name)
        std::erase(m_change.attributes, attr::GlobalSymbol);
    if (const auto* function = as<PrimFunc>(&a)) {
        pairExchangedParameters(*function, *as<PrimFunc>(&b));
        m_change.hasOtherChange = !equalTypes(function->retType, as<PrimFunc>(&b)->retType) ||
                                  !equalBindings(*function, *as<PrimFunc>(&b));
    } else if (const auto* opaque = as<OpaqueFunc>(&a))
        m_change.hasOtherChange = opaque->text != as<OpaqueFunc>(&b)->text;
}

/// A launch and a loop over the same thread axis: the variables correspond, and the extents are compared.
void HeaderComparison::compareLaunches(TreeIndex left, TreeIndex right)
{
    m_change.hasOtherChange = true;
    const auto partsOf = [this](const StatementTree& tree, TreeIndex node, Place end) {
        const std::vector<Place> children = childrenOf(tree.places(), tree[node].place, end);
        const size_t extent =
            tree[node].node->kind == NodeKind::For ? 1 : 0; // after the first value of a loop
        return std::pair(children[extent], children.back());
    };
    const auto [leftExtent, leftVar] = partsOf(m_before, left, m_leftEnd);
    const auto [rightExtent, rightVar] = partsOf(m_after, right, m_rightEnd);
    comparePlaces(leftExtent, rightExtent, false);
    comparePlaces(leftVar, rightVar, false);
}

/// Parameters correspond in order, under whatever names, unless only their order is another one.
void HeaderComparison::pairExchangedParameters(const PrimFunc& left, const PrimFunc& right)
{
    m_hasExchangedParameters = areExchanged(left.params, right.params);
    if (!m_hasExchangedParameters)
        return;
    for (const Var* before : left.params) {
        const Var* after = *std::ranges::find(right.params, before->name, &Var::name);
        m_renames.agree(*before, *after, Renames::Occurrence::Definition);
        const Buffer* bufferBefore = bufferOf(left, *before);
        const Buffer* bufferAfter = bufferOf(right, *after);
        if (!bufferBefore || !bufferAfter)
            continue;
        m_renames.agree(*bufferBefore, *bufferAfter, Renames::Occurrence::Definition);
        m_renames.agree(*bufferBefore->data, *bufferAfter->data, Renames::Occurrence::Definition);
    }
}

void HeaderComparison::compareHeaderFields(const Node& left, const Node& right)
{
    const NodeFields a = fieldsOf(left);
    const NodeFields b = fieldsOf(right);
    const std::vector<std::string> keys = differingKeys(a.dict, b.dict);
    m_change.attributes.insert(m_change.attributes.end(), keys.begin(), keys.end());
    if (a.number != b.number || a.text != b.text || a.shape != b.shape || !equalValues(a.subject, b.subject))
        m_change.hasOtherChange = true;
    if (const auto* call = as<TilePrimitiveCall>(&left);
        call && !equalPlainArguments(*call, to<TilePrimitiveCall>(right)))
        m_change.hasOtherChange = true;
}

bool HeaderComparison::haveEqualFields(const Node& left, const Node& right) const
{
    const NodeFields a = fieldsOf(left);
    const NodeFields b = fieldsOf(right);
    if (a.dtype != b.dtype || a.number != b.number || a.shape != b.shape ||
        !equalValues(a.subject, b.subject) || !differingKeys(a.dict, b.dict).empty())
        return false;
    if (const auto* layout = as<TileLayout>(&left);
        layout && !std::ranges::equal(layout->offset, to<TileLayout>(right).offset, {}, &AxisOffset::axis,
                                      &AxisOffset::axis))
        return false;
    if (a.text == b.text)
        return true;
    const auto* call = as<Call>(&left);
    if (!call || call->op)
        return false;
    const auto renamed = m_functionNames.find(a.text);
    return renamed != m_functionNames.end() && renamed->second == b.text;
}

/// Whether the buffers are on different memory. The first use of a buffer that no statement declares counts as its
/// declaration.
bool HeaderComparison::haveOtherMemory(const Buffer& left, const Buffer& right)
{
    if (m_declared.contains(&left) || m_declared.contains(&right) || !m_undeclared.insert(&right))
        return false;
    return !m_renames.agree(*left.data, *right.data, Renames::Occurrence::Use);
}

/// Variables and buffers. A definition with another type is a change, although the nodes correspond; so is one that
/// renames a variable in only some of its definitions.
bool HeaderComparison::compareNames(const PlaceTable::Entry& left, const PlaceTable::Entry& right)
{
    using Occurrence = Renames::Occurrence;
    const bool isDefinition =
        left.role == Role::VarDef || (left.role != Role::BufferUse && as<Buffer>(left.node));
    const bool isRedefinition = isDefinition && m_renames.isRedefinition(*left.node, *right.node);
    if (isRedefinition && m_hasExchangedParameters)
        return false;
    const bool canDefine = m_isInParameter && as<Var>(left.node);
    if (!m_renames.agree(*left.node, *right.node,
                         isDefinition ? Occurrence::Definition
                         : canDefine  ? Occurrence::Field
                                      : Occurrence::Use) ||
        isRedefinition)
        return false;
    const auto* var = as<Var>(left.node);
    return !var || !isDefinition ||
           (equalTypes(var->type, as<Var>(right.node)->type) && var->isSize == as<Var>(right.node)->isSize);
}

void HeaderComparison::comparePlaces(Place left, Place right, bool isInIndex)
{
    const PlaceTable::Entry& a = m_before.places()[left];
    const PlaceTable::Entry& b = m_after.places()[right];
    const auto differ = [&] { m_change.parts.push_back({left, right, isInIndex}); };
    if (a.node->kind != b.node->kind || a.role != b.role)
        return differ();
    if (a.node->kind == NodeKind::Var) {
        if (!compareNames(a, b))
            differ();
        return;
    }
    if (a.node->kind == NodeKind::SBlock) {
        compareHeaderFields(*a.node, *b.node);
        return compareChildren(left, right, false);
    }
    if (a.node->kind == NodeKind::Buffer && !compareNames(a, b))
        return differ();
    if (a.node->kind == NodeKind::Buffer && a.role == Role::BufferUse &&
        haveOtherMemory(to<Buffer>(*a.node), to<Buffer>(*b.node)))
        m_change.parts.push_back({left, right, isInIndex, true});
    if (!(a.node->kind == NodeKind::Buffer && a.role == Role::BufferUse) &&
        !haveEqualFields(*a.node, *b.node))
        return differ();
    if (isWrapped(left, right))
        return differ();
    const bool wasInParameter = m_isInParameter;
    m_isInParameter |= a.role == Role::BufferParam;
    compareChildren(left, right, isInIndex);
    m_isInParameter = wasInParameter;
}

void HeaderComparison::compareChildren(Place left, Place right, bool isInIndex)
{
    if (isLeafExpr(m_before.places()[left].node->kind))
        return;
    const std::vector<Place> a = childrenOf(m_before.places(), left, m_leftEnd);
    const std::vector<Place> b = childrenOf(m_after.places(), right, m_rightEnd);
    const Node& parent = *m_before.places()[left].node;
    const auto compareAt = [&](size_t i, size_t j) {
        comparePlaces(a[i], b[j], isInIndex || isIndex(parent, i, a.size()));
    };
    if (a.size() == b.size()) {
        for (size_t i = 0; i < a.size(); ++i)
            compareAt(i, i);
        return;
    }
    const auto equalAt = [&](size_t i, size_t j) {
        return namedHash(m_before.places(), a[i]) == namedHash(m_after.places(), b[j]);
    };
    const size_t least = std::min(a.size(), b.size());
    size_t prefix = 0;
    while (prefix < least && equalAt(prefix, prefix))
        ++prefix;
    size_t suffix = 0;
    while (suffix < least - prefix && equalAt(a.size() - 1 - suffix, b.size() - 1 - suffix))
        ++suffix;
    for (size_t i = 0; i < prefix; ++i)
        compareAt(i, i);
    for (size_t i = prefix; i < a.size() - suffix; ++i)
        m_change.parts.push_back({a[i], NoPlace});
    for (size_t j = prefix; j < b.size() - suffix; ++j)
        m_change.parts.push_back({NoPlace, b[j]});
    for (size_t i = suffix; i > 0; --i)
        compareAt(a.size() - i, b.size() - i);
}

std::vector<Place> HeaderComparison::childrenOf(const PlaceTable& places, Place parent, Place headerEnd) const
{
    std::vector<Place> children;
    const Place end = std::min(places[parent].end, headerEnd);
    for (Place child = parent + 1; child < end; child = places[child].end)
        children.push_back(child);
    return children;
}

/// Whether one expression is an operand of the other: they differ as a whole, not operand by operand.
bool HeaderComparison::isWrapped(Place left, Place right) const
{
    if (!m_isUnequal || !m_before.places()[left].node->isExpr())
        return false;
    const auto isOperandOf = [](uint64_t hash, const PlaceTable& places, Place parent) {
        for (Place child = parent + 1; child < places[parent].end; child = places[child].end)
            if (namedHash(places, child) == hash)
                return true;
        return false;
    };
    const uint64_t leftHash = namedHash(m_before.places(), left);
    const uint64_t rightHash = namedHash(m_after.places(), right);
    return leftHash != rightHash && (isOperandOf(leftHash, m_after.places(), right) ||
                                     isOperandOf(rightHash, m_before.places(), left));
}

} // namespace tir
