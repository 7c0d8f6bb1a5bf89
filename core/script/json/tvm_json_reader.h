/// The reader of fromTvmJson: nodes come after their children, so one pass in order builds everything, without
/// recursion. The first failure is stored; after it, all accesses return neutral values.

#pragma once

#include "core/ir/module.h"
#include "core/script/common/unknown_arguments.h"
#include "core/support/result.h"
#include "core/support/text_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tir::script {

using Json = nlohmann::json;

/// Accepts TVM's tokens for NaN and infinity; the result is `discarded` if the text is not JSON.
Json parseJson(std::string_view text);
/// A whole number that fits into 64 bits with a sign.
inline bool isInt64(const Json& json)
{
    return json.is_number_unsigned() ? json.get<uint64_t>() <= uint64_t(INT64_MAX) : json.is_number_integer();
}
/// A JSON number, or one of TVM's tokens for other values.
std::optional<double> realFrom(const Json& json);

class TvmJsonReader {
public:
    explicit TvmJsonReader(Arena& arena) : m_arena(arena) {}

    /// The number of the node that could not be read, and the text in it that is wrong, if that is known.
    std::optional<size_t> failedNode() const
    {
        return m_error.empty() ? std::nullopt : std::optional(m_index);
    }
    const std::string& wrongText() const { return m_wrongText; }

    Result<const Module*> read(const Json& graph)
    {
        const Result<AttrValue> root = readRoot(graph);
        if (!root)
            return root.diagnostics();
        const auto* module = as<Module>(root->node());
        if (!module)
            return error("bad-json", "the root of the graph is not an ir.IRModule");
        return module;
    }

    Result<AttrValue> readRoot(const Json& graph)
    {
        if (!graph.is_object() || !graph.contains("nodes") || !graph["nodes"].is_array())
            return error("bad-json", "expected an object with a list under 'nodes'");
        const Json& nodes = graph["nodes"];
        for (m_index = 0; m_index < nodes.size(); ++m_index) {
            m_extent = {};
            readNode(nodes[m_index]);
            boundExtent(nodes.size());
            if (!m_error.empty())
                return error("bad-json", "node " + std::to_string(m_index) + ": " + m_error);
        }
        const Json root = graph.value("root_index", Json(nodes.size() - 1));
        const bool isIndex = root.is_number_unsigned() && root.get<size_t>() < m_values.size();
        if (!isIndex)
            return error("bad-json", "'root_index' is not an index of a node");
        return m_values[root.get<size_t>()];
    }

private:
    // ---- how large the graph is where shared nodes count as often as they are reached

    /// Passes and printers recurse into nodes and visit shared ones again each time they reach them.
    struct Extent {
        int64_t nodes = 1;
        int depth = 0;
    };
    /// More than the deepest known texts, and safe for every stack.
    static constexpr int MaxDepth = 3000;
    /// Independent of the size of the unfolded graph: passes share what they copy.
    static constexpr int64_t MaxSmallExtent = 500'000;
    /// Modules of real programs unfold to a small multiple of their nodes.
    static constexpr int64_t MaxSharing = 32;

    /// Remembers the extent of the node just read, or refuses it.
    void boundExtent(size_t nodeCount)
    {
        if (m_extent.depth > MaxDepth)
            fail("it is nested more than " + std::to_string(MaxDepth) + " levels deep");
        if (m_extent.nodes > MaxSmallExtent + MaxSharing * int64_t(nodeCount))
            fail("it shares so many nodes that it unfolds to more than " +
                 std::to_string(MaxSmallExtent + MaxSharing * int64_t(nodeCount)));
        // Uses of these are references, which nothing follows.
        if (m_type == "tirx.Var" || m_type == "tirx.SizeVar" || m_type == "tirx.Buffer" ||
            m_type == "ir.GlobalVar" || m_type == "ffi.String")
            m_extent.nodes = 1;
        m_extents.push_back(m_extent);
    }

    // ---- access to the fields of the node being read; after a failure, the values are neutral

    void fail(std::string message)
    {
        if (m_error.empty())
            m_error = std::move(message);
    }
    const Json* field(std::string_view key)
    {
        const auto found = m_data->find(key);
        if (found != m_data->end())
            return &*found;
        fail("the field " + quoted(key) + " of " + m_type + " is missing");
        return nullptr;
    }
    int64_t number(std::string_view key)
    {
        const Json* json = field(key);
        if (json && (isInt64(*json) || json->is_boolean()))
            return json->is_boolean() ? json->get<bool>() : json->get<int64_t>();
        fail(quoted(key) + " is not an integer of 64 bits");
        return 0;
    }
    /// An inline number that must be within [0, limit].
    int small(std::string_view key, int limit)
    {
        const int64_t value = number(key);
        if (value < 0 || value > limit)
            fail(quoted(key) + " is out of range");
        return int(std::clamp<int64_t>(value, 0, limit));
    }
    DType dtype(std::string_view key = "dtype")
    {
        const Json* json = field(key);
        const std::string text = json && json->is_string() ? json->get<std::string>() : "";
        if (json && json->is_string())
            if (const auto type = dtypeFromString(text))
                return *type;
        if (m_error.empty())
            m_wrongText = text;
        fail(quoted(text.empty() ? key : text) + " is not a data type");
        return Int32;
    }
    std::string_view inlineText(std::string_view key)
    {
        const Json* json = field(key);
        if (json && json->is_string())
            return m_arena.intern(json->get_ref<const std::string&>());
        fail(quoted(key) + " is not a string");
        return {};
    }
    AttrValue at(const Json& index, std::string_view what)
    {
        if (index.is_number_unsigned() && index.get<size_t>() < m_index) {
            const Extent& child = m_extents[index.get<size_t>()];
            m_extent.nodes += child.nodes; // each is bounded, and so is their number
            m_extent.depth = std::max(m_extent.depth, child.depth + 1);
            return m_values[index.get<size_t>()];
        }
        fail(quoted(what) + " is not an index of an earlier node");
        return {};
    }
    AttrValue value(std::string_view key)
    {
        const Json* json = field(key);
        return json ? at(*json, key) : AttrValue();
    }
    std::string_view text(std::string_view key)
    {
        const AttrValue found = value(key);
        if (found.kind() != AttrValue::Kind::String)
            fail(quoted(key) + " is not a string");
        return found.text();
    }
    Dict dict(std::string_view key)
    {
        const AttrValue found = value(key);
        if (found.kind() != AttrValue::Kind::Dict)
            fail(quoted(key) + " is not a map");
        return found.entries();
    }

    template <class T>
    static const T* checked(const Node* node)
    {
        if constexpr (std::is_same_v<T, Expr>)
            return node && node->isExpr() ? static_cast<const Expr*>(node) : nullptr;
        else if constexpr (std::is_same_v<T, Stmt>)
            return node && node->isStmt() ? static_cast<const Stmt*>(node) : nullptr;
        else if constexpr (std::is_same_v<T, Type>)
            return node && (node->kind == NodeKind::PrimType || node->kind == NodeKind::PointerType ||
                            node->kind == NodeKind::TupleType || node->kind == NodeKind::TensorMapType)
                       ? static_cast<const Type*>(node)
                       : nullptr;
        else if constexpr (std::is_same_v<T, Layout>)
            return asLayout(node);
        else
            return as<T>(node);
    }
    template <class T>
    const T* optional(std::string_view key)
    {
        const AttrValue found = value(key);
        if (found.isNone())
            return nullptr;
        const T* node = checked<T>(found.node());
        if (!node)
            fail(quoted(key) + " is a node of another kind than expected");
        return node;
    }
    template <class T>
    const T* required(std::string_view key)
    {
        const T* node = optional<T>(key);
        if (!node)
            fail(quoted(key) + " of " + m_type + " must not be empty");
        return node;
    }
    template <class T>
    std::span<const T* const> list(std::string_view key, size_t atLeast = 0)
    {
        std::vector<const T*> items;
        for (const AttrValue& item : value(key).items()) {
            items.push_back(checked<T>(item.node()));
            if (!items.back())
                fail(quoted(key) + " holds a node of another kind than expected");
        }
        if (items.size() < atLeast)
            fail(quoted(key) + " of " + m_type + " is too short");
        return m_arena.copy(items);
    }

    // ---- nodes

    template <class T, class... Args>
    AttrValue made(Args&&... args)
    {
        // With a field missing, constructors that look into their children must not run.
        if (!m_error.empty())
            return {};
        T* node = m_arena.make<T>(std::forward<Args>(args)...);
        if constexpr (requires { node->kept; })
            if (m_data->contains(UnknownField))
                node->kept = dict(UnknownField);
        return AttrValue::ofNode(node);
    }

    void readNode(const Json& node);
    AttrValue plain(const Json& data);
    AttrValue expr();
    AttrValue stmt();
    AttrValue other();
    AttrValue buffer();
    /// Passes and the printer add the two: they must have a sum.
    AttrValue range();
    AttrValue loop();
    struct Access {
        const Buffer* buffer;
        ExprList indices;
    };
    Access access();
    /// Of a block or a reduction, whose axes have domains; a thread axis may lack one.
    std::span<const IterVar* const> axes(std::string_view key);
    AttrValue call();
    AttrValue layout();
    AttrValue scopes();
    AttrValue tileCall();
    std::optional<ExprList> optionalList(std::string_view key);
    AttrValue function();
    AttrValue module();
    AttrValue target();

    Arena& m_arena;
    std::vector<AttrValue> m_values;
    std::vector<Extent> m_extents; ///< by node
    Extent m_extent;               ///< of the node being read
    size_t m_index = 0;
    std::string m_type;
    const Json* m_data = nullptr;
    std::string m_error;
    std::string m_wrongText;
};

} // namespace tir::script
