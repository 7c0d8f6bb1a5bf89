/// The arguments of calls and annotations that create a buffer.

#include "core/ir/make.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>

namespace tir::script {
namespace {

int occurrences(const Node& node, const Var* var)
{
    int count = &node == var;
    forEachChild(node, Role::Value, [&](const Node& child, Role role) {
        if (role == Role::Value || role == Role::Part)
            count += occurrences(child, var);
    });
    return count;
}

int occurrences(const AttrValue& value, const Var* var)
{
    int count = value.kind() == AttrValue::Kind::Node ? occurrences(*value.node(), var) : 0;
    for (const AttrValue& item : value.items())
        count += occurrences(item, var);
    for (const DictEntry& entry : value.entries())
        count += occurrences(entry.key, var) + occurrences(entry.value, var);
    return count;
}

int countInFields(const Buffer& buffer, const Var* var)
{
    int count = buffer.data == var;
    for (const Expr* extent : buffer.shape)
        count += occurrences(*extent, var);
    for (const Expr* stride : buffer.strides)
        count += occurrences(*stride, var);
    if (buffer.layout)
        count += occurrences(*buffer.layout, var);
    for (const DictEntry& entry : buffer.kept)
        count += occurrences(entry.value, var);
    return count + occurrences(*buffer.elemOffset, var);
}

} // namespace

void DeclarationPrinter::shape(ExprList extents)
{
    m_expressions.list(extents, "(", extents.size() == 1 ? ",)" : ")");
}

void DeclarationPrinter::declareTogether(Frame& frame, const std::vector<const Var*>& vars)
{
    if (vars.empty())
        return;
    for (const Var* var : vars)
        m_names.define(frame, var, var->name);
    insertLine(frame, [&] {
        for (size_t i = 0; i < vars.size(); ++i) {
            separator(i);
            name(vars[i]);
        }
        plain(" = ");
        for (size_t i = 0; i < vars.size(); ++i) {
            separator(i);
            m_values.variableCreator(vars[i]);
        }
    });
}

void DeclarationPrinter::prepareFields(const Buffer& buffer, const BufferCall& call)
{
    std::vector<const Var*> own;
    const auto isNew = [&](const Expr* field) {
        const auto* var = as<Var>(field);
        return var && !isDefined(var) && std::ranges::find(own, var) == own.end();
    };
    // A variable that is once in the fields is spelled by the buffer; any other needs its own line.
    const auto spell = [&](const Var* var, const std::string& attribute) {
        if (countInFields(buffer, var) == 1)
            m_names.defineAs(*call.frame, var, &buffer, attribute);
        else
            own.push_back(var);
    };
    for (const Expr* extent : buffer.shape)
        if (isNew(extent))
            own.push_back(as<Var>(extent));
    if (isNew(buffer.data)) {
        if (call.createsData)
            spell(buffer.data, ".data");
        else
            own.push_back(buffer.data);
    }
    for (size_t i = 0; i < buffer.strides.size(); ++i)
        if (isNew(buffer.strides[i]))
            spell(as<Var>(buffer.strides[i]), ".strides[" + std::to_string(i) + "]");
    if (isNew(buffer.elemOffset))
        spell(as<Var>(buffer.elemOffset), ".elem_offset");
    declareTogether(*call.frame, own);
}

/// Whether the text of the variable begins with the name of the buffer, which defines it: `A.data`.
bool DeclarationPrinter::isSpelledBy(const Buffer& buffer, const Expr* field) const
{
    const Spelling* spelling = as<Var>(field) ? m_names.find(field) : nullptr;
    return spelling && spelling->owner == &buffer;
}

void DeclarationPrinter::key(std::string_view word)
{
    plain(", ");
    plain(word);
    plain("=");
}

void DeclarationPrinter::strides(const Buffer& buffer)
{
    if (buffer.strides.empty())
        return;
    key("strides");
    plain("(");
    for (size_t i = 0; i < buffer.strides.size(); ++i) {
        separator(i);
        if (isSpelledBy(buffer, buffer.strides[i]))
            string(as<Var>(buffer.strides[i])->name);
        else
            m_expressions.expr(buffer.strides[i]);
    }
    plain(buffer.strides.size() == 1 ? ",)" : ")");
}

void DeclarationPrinter::axisSeparators(const Buffer& buffer)
{
    if (buffer.axisSeparators.empty())
        return;
    key("axis_separators");
    plain("[");
    for (size_t i = 0; i < buffer.axisSeparators.size(); ++i) {
        separator(i);
        number(buffer.axisSeparators[i]);
    }
    plain("]");
}

void DeclarationPrinter::allocatedAddress(const Buffer& buffer)
{
    if (buffer.allocatedAddr.empty())
        return;
    key("allocated_addr");
    if (buffer.allocatedAddr.size() == 1)
        m_expressions.expr(buffer.allocatedAddr[0]);
    else
        m_expressions.list(buffer.allocatedAddr);
}

void DeclarationPrinter::bufferArguments(const Buffer& buffer, const BufferCall& call, bool hasLeading)
{
    plain(hasLeading ? ", " : "(");
    shape(buffer.shape);
    if (call.alwaysDType || !(buffer.dtype == Float32)) {
        plain(", ");
        m_values.dtypeText(buffer.dtype);
    }
    if (!isSpelledBy(buffer, buffer.data) && buffer.scopeText() != "tmem") {
        key("data");
        m_expressions.expr(buffer.data);
    }
    strides(buffer);
    const bool hasOwnOffset = isSpelledBy(buffer, buffer.elemOffset);
    const auto* constantOffset = as<IntImm>(buffer.elemOffset);
    const bool isDefaultOffset =
        constantOffset && constantOffset->value == 0 && constantOffset->dtype == indexDType(buffer);
    if (!hasOwnOffset && !isDefaultOffset) {
        key("elem_offset");
        m_expressions.expr(buffer.elemOffset);
    }
    const std::string_view scope = buffer.scopeText();
    if (!call.isScopeInName && !scope.empty() && scope != "global") {
        key("scope");
        string(scope);
    }
    if (buffer.alignment != Buffer::DefaultAlignment) {
        key("align");
        number(buffer.alignment);
    }
    if (buffer.offsetFactor != 1 || hasOwnOffset) {
        key("offset_factor");
        number(buffer.offsetFactor);
    }
    if (buffer.bufferType == BufferType::AutoBroadcast) {
        key("buffer_type");
        string("auto");
    }
    axisSeparators(buffer);
    // An s_tir function has no layouts except those of its scalars, which the reader cannot infer.
    const bool isUnsaid =
        buffer.layout ? isDefaultLayout(buffer) && !(m_context.isSTir && isScalar(buffer)) : m_context.isSTir;
    if (!isUnsaid) {
        key("layout");
        m_values.layout(buffer.layout);
    }
    allocatedAddress(buffer);
    m_values.unknownArguments(buffer.kept);
    plain(")");
}

} // namespace tir::script
