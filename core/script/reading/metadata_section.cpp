#include "core/script/reading/metadata_section.h"

#include "core/script/json/metadata.h"
#include "core/script/reading/names.h"

namespace tir::script {

void MetadataSection::read(const Statement& assignment)
{
    m_names.define(*assignment.targets[0], Value::ofText(Value::Kind::Opaque, {}, -1));
    const Syntax& call = *assignment.value;
    if (call.kind != SyntaxKind::Call || call.items.size() != 1 ||
        call.items[0]->kind != SyntaxKind::String) {
        remark(call.span, "unknown-metadata",
               "found no 'tvm.ir.load_json(\"\"\"...\"\"\")'; the objects of the metadata stay references");
        return;
    }
    m_json = m_arena.intern(call.items[0]->text);
    const Result<Dict> read = readMetadata(m_arena, m_json);
    if (read)
        m_objects = *read;
    else
        remark(call.items[0]->span, "bad-metadata",
               read.diagnostics().front().message + "; the objects of the metadata stay references");
}

Value MetadataSection::object(std::string_view typeKey, int64_t number, Span span)
{
    const Value opaque = Value::ofText(Value::Kind::Opaque, typeKey, number);
    const AttrValue* list = find(m_objects, typeKey);
    if (!m_objects.empty() && (!list || number < 0 || size_t(number) >= list->items().size()))
        remark(span, "missing-metadata", "the metadata has no such object; it stays a reference");
    const AttrValue* object = findMetadata(m_objects, typeKey, number);
    if (!object)
        return opaque;
    switch (object->kind()) {
    case AttrValue::Kind::Bool:
        return Value::ofBool(object->integer() != 0);
    case AttrValue::Kind::Int:
        return Value::ofInt(object->integer());
    case AttrValue::Kind::Float:
        return Value::ofFloat(object->real());
    case AttrValue::Kind::String:
        return Value::ofText(Value::Kind::String, object->text());
    case AttrValue::Kind::Node:
        if (object->node()->isExpr())
            return Value::ofExpr(object->node());
        if (as<Buffer>(object->node()))
            return Value::ofNode(Value::Kind::BufferObject, object->node());
        return Value::ofNode(Value::Kind::Node, object->node());
    case AttrValue::Kind::None:
    case AttrValue::Kind::List:
    case AttrValue::Kind::Dict:
    case AttrValue::Kind::Opaque:
        return opaque;
    }
    return opaque;
}

} // namespace tir::script
