#include "core/ir/structural_equal.h"

#include "core/ir/children.h"
#include "core/ir/describe.h"
#include "core/ir/node_fields.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tir {
namespace {

struct Child {
    const Node* node;
    Role role;
};

/// Children that count: assert messages may be left out, a used buffer counts with its fields.
void collectChildren(const Node& node, Role role, EqualOptions options, std::vector<Child>& into)
{
    if (const auto* check = as<AssertStmt>(&node); check && options.ignoreAssertMessages) {
        into.push_back({check->condition, Role::Value});
        return;
    }
    const Role fields = node.kind == NodeKind::Buffer && role == Role::BufferUse ? Role::BufferDecl : role;
    forEachChild(node, fields, [&](const Node& child, Role childRole) {
        into.push_back({&child, childRole});
    });
}

bool equalType(const Type* a, const Type* b)
{
    if (a == b || !a || !b)
        return a == b;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case NodeKind::PrimType:
        return to<PrimType>(*a).dtype == to<PrimType>(*b).dtype;
    case NodeKind::PointerType:
        return to<PointerType>(*a).scope == to<PointerType>(*b).scope &&
               equalType(to<PointerType>(*a).element, to<PointerType>(*b).element);
    case NodeKind::TupleType:
        return std::ranges::equal(to<TupleType>(*a).fields, to<TupleType>(*b).fields, equalType);
    case NodeKind::TensorMapType:
#define TIR_EXPR(Name) case NodeKind::Name:
#define TIR_STMT(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
    case NodeKind::Buffer:
    case NodeKind::BufferRegion:
    case NodeKind::CommReducer:
    case NodeKind::ComposeLayout:
    case NodeKind::GlobalVar:
    case NodeKind::IndexMap:
    case NodeKind::Iter:
    case NodeKind::IterVar:
    case NodeKind::MatchBufferRegion:
    case NodeKind::Module:
    case NodeKind::OpaqueFunc:
    case NodeKind::Predicate:
    case NodeKind::PrimFunc:
    case NodeKind::Range:
    case NodeKind::ScopeIdDef:
    case NodeKind::SwizzleLayout:
    case NodeKind::Target:
    case NodeKind::TileLayout:
        break; // no types
    }
    return true;
}

bool equalTarget(const Target& a, const Target& b)
{
    return &a == &b || toString(a) == toString(b);
}

class Comparer {
public:
    explicit Comparer(EqualOptions options) : m_options(options) {}

    bool equal(const Node& a, const Node& b, Role role)
    {
        if (a.kind != b.kind)
            return differ("this is " + describe(a) + ", and in the other program " + describe(b), a, b);
        if (const auto* var = as<Var>(&a))
            return equalVar(*var, to<Var>(b), role == Role::VarDef || m_inBuffer);
        if (const auto* module = as<Module>(&a))
            return equalModule(*module, to<Module>(b));
        if (!equalLocals(a, b))
            return false;
        if (as<TilePrimitiveCall>(&a))
            return true; // the arguments have been compared as values
        // Every field of a buffer but the layout is a definition region: any occurrence of the buffer may
        // introduce the variables in it.
        const bool outer = m_inBuffer;
        m_inBuffer = !asLayout(&a) && (outer || a.kind == NodeKind::Buffer);
        const bool same = equalChildren(a, b, role);
        m_inBuffer = outer;
        return same;
    }

    std::optional<Difference> difference() const { return m_difference; }

private:
    bool differ(std::string message, const Node& a, const Node& b)
    {
        if (m_difference)
            return false;
        // The fields of a buffer have no place at a use: the user has one.
        if (m_use)
            m_difference = Difference{message, m_use->left, m_use->right};
        else
            m_difference = Difference{std::move(message), &a, &b};
        return false;
    }

    /// Two buffers at the same place of both programs.
    bool equalBuffers(const Buffer& a, const Buffer& b, const Node& leftUser, const Node& rightUser)
    {
        const std::optional<Use> outer = std::exchange(m_use, Use{&leftUser, &rightUser});
        const bool isKnown = m_difference.has_value();
        const bool same = equal(a, b, Role::BufferUse);
        m_use = outer;
        if (!same && !isKnown)
            m_difference->message =
                a.name != b.name
                    ? "the buffer here is " + quoted(a.name) + ", and in the other program " + quoted(b.name)
                    : "the buffer " + quoted(a.name) +
                          " is another one in the other program: " + m_difference->message;
        return same;
    }

    bool equalChildren(const Node& a, const Node& b, Role role)
    {
        const size_t start = m_children.size();
        collectChildren(a, role, m_options, m_children);
        const size_t middle = m_children.size();
        collectChildren(b, role, m_options, m_children);
        const size_t count = middle - start;
        const size_t otherCount = m_children.size() - middle;
        // Of two sequences, the first statements that differ are more useful than their number.
        bool same = otherCount == count || a.kind == NodeKind::SeqStmt;
        if (!same)
            differ(describe(a) + " has " + std::to_string(count) + " parts, and in the other program " +
                       std::to_string(otherCount),
                   a, b);
        for (size_t i = 0; same && i < std::min(count, otherCount); ++i) {
            const Child left = m_children[start + i];
            const Child right = m_children[middle + i];
            same = left.role == Role::BufferUse && left.node->kind == NodeKind::Buffer &&
                           right.node->kind == NodeKind::Buffer
                       ? equalBuffers(to<Buffer>(*left.node), to<Buffer>(*right.node), a, b)
                       : equal(*left.node, *right.node, left.role);
        }
        if (same && otherCount != count) {
            const bool hasMore = count > otherCount;
            const size_t last = std::min(count, otherCount) - (hasMore ? 0 : 1);
            const size_t otherLast = std::min(count, otherCount) - (hasMore ? 1 : 0);
            same = differ(hasMore ? "this is " + describe(*m_children[start + last].node) +
                                        ", and the other program ends before it"
                                  : "the other program goes on with " +
                                        describe(*m_children[middle + otherLast].node) + " after this",
                          *m_children[start + last].node, *m_children[middle + otherLast].node);
        }
        m_children.resize(start);
        return same;
    }

    bool equalVar(const Var& a, const Var& b, bool isDefinition)
    {
        const auto left = m_toRight.find(&a);
        const auto right = m_toLeft.find(&b);
        if (left != m_toRight.end() || right != m_toLeft.end()) {
            if (left != m_toRight.end() && left->second == &b)
                return true;
            return differ("the variable " + quoted(a.name) + " is another one in the other program, " +
                              quoted(b.name),
                          a, b);
        }
        if (!equalType(a.type, b.type))
            return differ(quoted(a.name) + " has another type than " + quoted(b.name), a, b);
        if (a.isSize != b.isSize)
            return differ("only one of " + quoted(a.name) + " and " + quoted(b.name) + " is a size variable",
                          a, b);
        if (&a != &b && !isDefinition && !m_options.mapFreeVars)
            return differ(quoted(a.name) + " is not defined, so it equals only itself", a, b);
        m_toRight.emplace(&a, &b);
        m_toLeft.emplace(&b, &a);
        return true;
    }

    bool equalLocals(const Node& a, const Node& b)
    {
        const NodeFields left = fieldsOf(a);
        const NodeFields right = fieldsOf(b);
        const std::string kind = describe(a);
        if (left.dtype != right.dtype)
            return differ(kind + " has type " + toString(left.dtype) + ", and in the other program " +
                              toString(right.dtype),
                          a, b);
        if (left.text != right.text)
            return differ(kind + " has " + quoted(left.text) + ", and in the other program " +
                              quoted(right.text),
                          a, b);
        if (left.number != right.number || left.shape != right.shape || !equalType(left.type, right.type))
            return differ(a.kind == NodeKind::Binary
                              ? "this is " + kind + ", and in the other program " + describe(b)
                              : kind + " differs from that of the other program",
                          a, b);
        if (!equalDict(left.dict, right.dict))
            return differ(kind + " has other attributes in the other program", a, b);
        if (!equalValue(left.subject, right.subject))
            return differ(kind + " is about something else in the other program", a, b);
        if (const auto* function = as<PrimFunc>(&a))
            return equalBindings(*function, to<PrimFunc>(b));
        if (const auto* tile = as<TileLayout>(&a))
            return equalAxes(*tile, to<TileLayout>(b));
        if (const auto* call = as<TilePrimitiveCall>(&a))
            return equalTileCall(*call, to<TilePrimitiveCall>(b));
        return true;
    }

    bool equalAxes(const TileLayout& a, const TileLayout& b)
    {
        return std::ranges::equal(a.offset, b.offset, {}, &AxisOffset::axis, &AxisOffset::axis) ||
               differ("the offsets of the layouts are along other axes", a, b);
    }

    bool equalTileCall(const TilePrimitiveCall& a, const TilePrimitiveCall& b)
    {
        const auto same = [this](const AttrValue& x, const AttrValue& y) { return equalValue(x, y); };
        return (std::ranges::equal(a.args, b.args, same) ||
                differ("other arguments of a tile primitive", a, b)) &&
               (equalDict(a.workspace, b.workspace) || differ("another workspace", a, b)) &&
               (equalDict(a.config, b.config) || differ("other options of a tile primitive", a, b)) &&
               (a.dispatch == b.dispatch || differ("another dispatch", a, b));
    }

    /// Buffers must be bound to parameters at the same positions.
    bool equalBindings(const PrimFunc& a, const PrimFunc& b)
    {
        const auto position = [](const PrimFunc& function, const BufferBinding& binding) {
            return std::ranges::find(function.params, binding.param) - function.params.begin();
        };
        for (size_t i = 0; i < a.bufferMap.size(); ++i)
            if (position(a, a.bufferMap[i]) != position(b, b.bufferMap[i]))
                return differ("buffers are bound to other parameters", a, b);
        return true;
    }

    bool equalDict(Dict a, Dict b)
    {
        if (a.size() != b.size())
            return false;
        return std::ranges::all_of(a, [&](const DictEntry& left) {
            return std::ranges::any_of(b, [&](const DictEntry& right) {
                return equalValue(left.key, right.key) && equalValue(left.value, right.value);
            });
        });
    }

    bool equalValue(const AttrValue& a, const AttrValue& b)
    {
        if (a.kind() != b.kind())
            return false;
        switch (a.kind()) {
        case AttrValue::Kind::None:
            return true;
        case AttrValue::Kind::Bool:
        case AttrValue::Kind::Int:
            return a.integer() == b.integer();
        case AttrValue::Kind::Float:
            return a.real() == b.real() || (a.real() != a.real() && b.real() != b.real());
        case AttrValue::Kind::String:
            return a.text() == b.text();
        case AttrValue::Kind::Opaque:
            return a.typeKey() == b.typeKey() && a.index() == b.index();
        case AttrValue::Kind::List:
            return std::ranges::equal(a.items(), b.items(), [this](const AttrValue& x, const AttrValue& y) {
                return equalValue(x, y);
            });
        case AttrValue::Kind::Dict:
            return equalDict(a.entries(), b.entries());
        case AttrValue::Kind::Node:
            if (const auto* target = as<Target>(a.node()))
                return as<Target>(b.node()) && equalTarget(*target, *as<Target>(b.node()));
            return equal(*a.node(), *b.node(), Role::Value);
        }
        return false;
    }

    bool equalModule(const Module& a, const Module& b)
    {
        if (!equalDict(a.attrs, b.attrs) || !equalDict(a.globalInfos, b.globalInfos))
            return differ("other module attributes", a, b);
        for (const ModuleEntry& entry : b.functions)
            if (!a.find(entry.var->name))
                return differ("only the second module has a function " + quoted(entry.var->name), a,
                              *entry.function);
        for (const ModuleEntry& entry : a.functions) {
            const ModuleEntry* other = b.find(entry.var->name);
            if (!other)
                return differ("only the first module has a function " + quoted(entry.var->name),
                              *entry.function, b);
            if (!equal(*entry.function, *other->function, Role::Part))
                return false;
        }
        return true;
    }

    /// The user of the buffer that is being compared.
    struct Use {
        const Node* left;
        const Node* right;
    };

    EqualOptions m_options;
    bool m_inBuffer = false;
    std::optional<Use> m_use;
    std::unordered_map<const Var*, const Var*> m_toRight;
    std::unordered_map<const Var*, const Var*> m_toLeft;
    std::vector<Child> m_children; ///< a stack: both sides of every node being compared
    std::optional<Difference> m_difference;
};

class Hasher {
public:
    uint64_t hash(const Node& node, Role role)
    {
        if (const auto* var = as<Var>(&node)) {
            const auto [known, isNew] = m_numbers.emplace(var, m_numbers.size() + 1);
            return mix(known->second, isNew ? typeHash(var->type) : 0);
        }
        const NodeFields locals = fieldsOf(node);
        uint64_t result = mix(uint64_t(node.kind), locals.number);
        result = mix(result, locals.shape);
        result = mix(result, uint64_t(locals.dtype.code) << 32 | uint64_t(locals.dtype.bits) << 16 |
                                 uint16_t(locals.dtype.lanes));
        result = mix(result, std::hash<std::string_view>()(locals.text));
        result = mix(result, locals.dict.size());
        if (const auto* module = as<Module>(&node)) {
            // The order of functions does not count.
            uint64_t sum = 0;
            for (const ModuleEntry& entry : module->functions)
                sum += mix(std::hash<std::string_view>()(entry.var->name),
                           Hasher().hash(*entry.function, Role::Part));
            return mix(result, sum);
        }
        std::vector<Child> children;
        collectChildren(node, role, {}, children);
        for (const Child& child : children)
            result = mix(result, hash(*child.node, child.role));
        return result;
    }

private:
    static uint64_t mix(uint64_t seed, uint64_t value)
    {
        seed ^= value + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2);
        return seed * 0xff51afd7ed558ccdu;
    }
    static uint64_t typeHash(const Type* type)
    {
        const DType dtype = runtimeDType(type);
        return mix(uint64_t(dtype.code), uint64_t(dtype.bits) << 16 | uint16_t(dtype.lanes));
    }

    std::unordered_map<const Var*, uint64_t> m_numbers;
};

} // namespace

std::optional<Difference> findDifference(const Module& a, const Module& b, EqualOptions options)
{
    Comparer comparer(options);
    comparer.equal(a, b, Role::Part);
    return comparer.difference();
}

bool structuralEqual(const Node& a, const Node& b, EqualOptions options)
{
    return Comparer(options).equal(a, b, Role::Part);
}

uint64_t structuralHash(const Node& node)
{
    return Hasher().hash(node, Role::Part);
}

} // namespace tir
