/// The writer of toTvmJson: every object once, by identity; texts and plain values once, by value.

#pragma once

#include "core/ir/module.h"
#include "core/script/common/unknown_arguments.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tir::script {

/// The three tokens outside of standard JSON are TVM's.
std::string jsonNumber(double value);
std::string jsonText(std::string_view text);
/// TVM writes void as the empty text.
std::string jsonText(DType type);

/// The fields of a node, in order.
class Fields {
public:
    Fields& add(std::string_view key, std::string_view value)
    {
        m_text += (m_text.empty() ? "\"" : ",\"") + std::string(key) + "\":" + std::string(value);
        return *this;
    }
    Fields& add(std::string_view key, int64_t value) { return add(key, std::to_string(value)); }
    std::string object() const { return "{" + m_text + "}"; }

private:
    std::string m_text;
};

class TvmJsonWriter {
public:
    std::string write(const Module& module)
    {
        line("{\"type\":\"None\"}");
        const int64_t root = node(&module);
        std::string text = "{\"root_index\":" + std::to_string(root) + ",\"nodes\":[";
        for (size_t i = 0; i < m_nodes.size(); ++i)
            text += (i ? ",\n" : "\n") + m_nodes[i];
        return text + "\n],\"metadata\":{\"tvm_version\":\"0.25.dev0\"}}";
    }

private:
    static constexpr int64_t None = 0;

    int64_t line(std::string text)
    {
        m_nodes.push_back(std::move(text));
        return int64_t(m_nodes.size()) - 1;
    }
    int64_t typed(std::string_view type, std::string_view data)
    {
        return line("{\"type\":\"" + std::string(type) + "\",\"data\":" + std::string(data) + "}");
    }
    /// A plain value: one node per distinct line.
    int64_t shared(std::string_view type, const std::string& data)
    {
        const auto [found, isNew] = m_shared.emplace(std::string(type) + data, 0);
        if (isNew)
            found->second = typed(type, data);
        return found->second;
    }
    int64_t string(std::string_view text) { return shared("ffi.String", jsonText(text)); }
    int64_t primType(DType type)
    {
        return typed("ir.PrimType", Fields().add("span", None).add("dtype", jsonText(type)).object());
    }
    int64_t intNode(DType type, int64_t value)
    {
        return typed("ir.IntImm",
                     Fields().add("span", None).add("dtype", jsonText(type)).add("value", value).object());
    }

    int64_t indices(const std::vector<int64_t>& items, std::string_view type = "ffi.Array")
    {
        std::string data = "[";
        for (size_t i = 0; i < items.size(); ++i)
            data += (i ? "," : "") + std::to_string(items[i]);
        return typed(type, data + "]");
    }
    template <class List>
    int64_t array(const List& list)
    {
        std::vector<int64_t> items;
        for (const auto* item : list)
            items.push_back(node(item));
        return indices(items);
    }
    /// Adds the unknown arguments, if there are any.
    Fields& withKept(Fields& fields, Dict kept)
    {
        return kept.empty() ? fields : fields.add(UnknownField, map(kept));
    }
    int64_t map(Dict dict)
    {
        std::vector<int64_t> items;
        for (const DictEntry& entry : dict) {
            items.push_back(value(entry.key));
            items.push_back(value(entry.value));
        }
        return indices(items, "ffi.Map");
    }
    int64_t dictAttrs(Dict dict)
    {
        return typed("ir.DictAttrs", Fields().add("__dict__", map(dict)).object());
    }

    int64_t value(const AttrValue& value)
    {
        switch (value.kind()) {
        case AttrValue::Kind::None:
            return None;
        case AttrValue::Kind::Bool:
            return shared("bool", value.integer() ? "true" : "false");
        case AttrValue::Kind::Int:
            return shared("int", std::to_string(value.integer()));
        case AttrValue::Kind::Float:
            return shared("float", jsonNumber(value.real()));
        case AttrValue::Kind::String:
            return string(value.text());
        case AttrValue::Kind::List: {
            std::vector<int64_t> items;
            for (const AttrValue& item : value.items())
                items.push_back(this->value(item));
            return indices(items);
        }
        case AttrValue::Kind::Dict:
            return map(value.entries());
        case AttrValue::Kind::Node:
            return node(value.node());
        case AttrValue::Kind::Opaque:
            return opaque("tirscope.Opaque", value.typeKey(), value.index());
        }
        return None;
    }
    int64_t opaque(std::string_view type, std::string_view key, int64_t index)
    {
        return typed(type, Fields().add("type_key", jsonText(key)).add("index", index).object());
    }

    int64_t node(const Node* node)
    {
        if (!node)
            return None;
        if (const auto known = m_indices.find(node); known != m_indices.end())
            return known->second;
        const int64_t index = node->isExpr()   ? expr(static_cast<const Expr&>(*node))
                              : node->isStmt() ? stmt(static_cast<const Stmt&>(*node))
                                               : other(*node);
        m_indices.emplace(node, index);
        return index;
    }

    int64_t expr(const Expr& expr);
    int64_t stmt(const Stmt& stmt);
    void addFields(Fields& fields, const For& loop);
    void addFields(Fields& fields, const SBlock& block);
    int64_t other(const Node& node);
    int64_t globalVar(const GlobalVar& var);
    int64_t type(const Node& node);
    int64_t buffer(const Buffer& buffer);
    int64_t layout(const Node& layout);
    int64_t scopeIdDef(const ScopeIdDef& definition);
    int64_t execScope(const ExecScopeStmt& stmt);
    int64_t module(const Module& module);
    int64_t function(const PrimFunc& function);
    int64_t target(const Target& target);

    std::vector<std::string> m_nodes;
    std::unordered_map<const Node*, int64_t> m_indices;
    std::unordered_map<std::string, int64_t> m_shared;
};

} // namespace tir::script
