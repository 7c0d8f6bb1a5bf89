/// Types, attribute values, targets, literals and metadata references.

#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"
#include "core/script/syntax/literal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <utility>

namespace tir::script {

void ValuePrinter::type(const Type* type)
{
    if (const auto* primitive = as<PrimType>(type)) {
        dtype(primitive->dtype);
    } else if (const auto* pointer = as<PointerType>(type)) {
        if (as<TensorMapType>(pointer->element)) {
            builtin("TensorMap");
            plain("()");
            return;
        }
        builtin("handle");
        plain("(");
        pointerArguments(*pointer);
        plain(")");
    } else if (isVoidType(type)) {
        keyword("None");
    } else if (const auto* tuple = as<TupleType>(type)) {
        builtin("Tuple");
        plain("(");
        for (size_t i = 0; i < tuple->fields.size(); ++i) {
            separator(i);
            this->type(tuple->fields[i]);
        }
        plain(")");
    } else {
        builtin("TensorMap");
        plain("()");
    }
}

void ValuePrinter::pointerArguments(const PointerType& pointer)
{
    dtypeText(runtimeDType(pointer.element));
    if (!pointer.scope.empty()) {
        plain(", ");
        string(pointer.scope);
    }
}

void ValuePrinter::variableCreator(const Var* var)
{
    const auto* pointer = as<PointerType>(var->type);
    if (pointer) {
        type(pointer);
        return;
    }
    dtype(var->dtype);
    plain(var->isSize ? "(is_size_var=True)" : "()");
}

void ValuePrinter::value(const AttrValue& value)
{
    switch (value.kind()) {
    case AttrValue::Kind::None:
        keyword("None");
        break;
    case AttrValue::Kind::Bool:
        keyword(value.integer() ? "True" : "False");
        break;
    case AttrValue::Kind::Int:
        number(value.integer());
        break;
    case AttrValue::Kind::Float:
        floatLiteral(value.real());
        break;
    case AttrValue::Kind::String:
        if (value.text().find('\n') == std::string_view::npos)
            string(value.text());
        else
            metadata("ffi.String", metadataTable().numberOfText(value.text()));
        break;
    case AttrValue::Kind::List:
        plain("[");
        for (size_t i = 0; i < value.items().size(); ++i) {
            separator(i);
            this->value(value.items()[i]);
        }
        plain("]");
        break;
    case AttrValue::Kind::Dict:
        dict(value.entries());
        break;
    case AttrValue::Kind::Opaque:
        metadata(value.typeKey(), value.index());
        break;
    case AttrValue::Kind::Node:
        if (value.node()->isExpr())
            m_expressions.expr(static_cast<const Expr*>(value.node()));
        else if (const auto* given = as<Target>(value.node()))
            target(*given);
        else if (const auto* buffer = as<Buffer>(value.node()))
            m_declarations.bufferObject(buffer);
        else if (const auto* axis = as<IterVar>(value.node()))
            m_expressions.iterVar(*axis);
        else if (const auto* commReducer = as<CommReducer>(value.node()))
            m_expressions.reducer(*commReducer);
        else if (const auto* map = as<IndexMap>(value.node()))
            m_expressions.indexMap(*map);
        else if (const auto* bounds = as<Range>(value.node()))
            m_expressions.range(*bounds);
        else if (const auto* access = as<BufferRegion>(value.node()))
            m_expressions.region(*access);
        else if (const Layout* tiles = asLayout(value.node()))
            layout(tiles);
        else if (const auto* iteration = as<Iter>(value.node()))
            iter(*iteration);
        else if (const auto* condition = as<Predicate>(value.node()))
            m_expressions.predicate(*condition);
        else
            metadata(toString(value.node()->kind), 0);
        break;
    }
}

void ValuePrinter::annotationArguments(Dict annotations)
{
    std::vector<DictEntry> known;
    std::ranges::copy_if(annotations, std::back_inserter(known), std::not_fn(isKept));
    if (!known.empty()) {
        plain(", annotations=");
        dict(known);
    }
    unknownArguments(annotations);
}

void ValuePrinter::unknownArguments(Dict entries, std::string_view place, bool isFirst)
{
    for (const DictEntry& entry : entries) {
        const std::string_view name = unknownName(entry, place);
        if (name.empty())
            continue;
        plain(std::exchange(isFirst, false) ? "" : ", ");
        plain(name);
        plain("=");
        value(entry.value);
    }
}

void ValuePrinter::unknownArguments(const AttrStmt* kept, bool isFirst)
{
    if (!kept)
        return;
    const At at(*this, kept);
    unknownArguments(kept->node.entries(), {}, isFirst);
}

void ValuePrinter::dict(Dict dict, bool isSorted)
{
    std::vector<DictEntry> entries(dict.begin(), dict.end());
    const auto hasTextKey = [](const DictEntry& entry) {
        return entry.key.kind() == AttrValue::Kind::String;
    };
    if (isSorted && std::ranges::all_of(entries, hasTextKey))
        std::ranges::stable_sort(entries, {}, [](const DictEntry& entry) { return entry.key.text(); });
    plain("{");
    for (size_t i = 0; i < entries.size(); ++i) {
        separator(i);
        value(entries[i].key);
        plain(": ");
        value(entries[i].value);
    }
    plain("}");
}

void ValuePrinter::target(const Target& target)
{
    const auto fields = [this](const Target& given, const auto& self) -> void {
        std::vector<std::pair<std::string_view, const AttrValue*>> keys;
        for (const DictEntry& entry : given.attrs)
            keys.emplace_back(entry.key.text(), &entry.value);
        for (const std::string_view key : {"kind", "tag", "keys"})
            keys.emplace_back(key, nullptr);
        if (given.host)
            keys.emplace_back("host", nullptr);
        std::ranges::sort(keys);
        plain("{");
        for (size_t i = 0; i < keys.size(); ++i) {
            separator(i);
            string(keys[i].first);
            plain(": ");
            if (keys[i].second) {
                value(*keys[i].second);
            } else if (keys[i].first == "kind") {
                string(given.kindName);
            } else if (keys[i].first == "tag") {
                string(given.tag);
            } else if (keys[i].first == "host") {
                self(*given.host, self);
            } else {
                plain("[");
                for (size_t key = 0; key < given.keys.size(); ++key) {
                    separator(key);
                    string(given.keys[key]);
                }
                plain("]");
            }
        }
        plain("}");
    };
    builtin("target");
    plain("(");
    fields(target, fields);
    plain(")");
}

void ValuePrinter::metadata(std::string_view typeKey, int64_t index)
{
    m_usesMetadata = true;
    plain("metadata[");
    string(typeKey);
    plain("][");
    number(index);
    plain("]");
}

MetadataTable& ValuePrinter::metadataTable()
{
    if (!m_metadata)
        m_metadata = m_module ? MetadataTable(*m_module) : MetadataTable();
    return *m_metadata;
}

void ValuePrinter::floatLiteral(double value)
{
    token(std::isfinite(value) ? TokenKind::Number : TokenKind::String, floatText(value));
}

} // namespace tir::script
