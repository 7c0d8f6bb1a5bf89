#include "core/script/printing/script_printer.h"

#include "core/ir/make.h"
#include "core/script/printing/print_spans.h"

#include <algorithm>

namespace tir::script {

void ScriptPrinter::beginLine()
{
    frame().statementStart = position();
    plain(frame().indent);
}

void ScriptPrinter::putIn(Frame& frame, const PrintSink& piece)
{
    if (frame.pending) {
        frame.pending->insert(frame.pending->size(), piece);
        return;
    }
    const size_t position = frame.statementStart;
    insert(position, piece);
    for (size_t i = 0; i < m_names.depth(); ++i)
        if (&m_names.frame(i) == &frame || m_names.frame(i).statementStart > position)
            m_names.frame(i).statementStart += piece.size();
}

void ScriptPrinter::name(const Node* object)
{
    const Spelling* spelling = m_names.find(object);
    TIR_CHECK(spelling) << "a name is printed before it is defined";
    if (!spelling->owner) {
        token(as<Buffer>(object) ? TokenKind::Buffer : TokenKind::Variable, spelling->name, object);
        return;
    }
    token(TokenKind::Buffer, spelling->name, spelling->owner);
    if (isAllocScalar(*spelling->owner))
        plain(".buffer");
    token(TokenKind::Variable, spelling->attribute, object);
}

void ScriptPrinter::useVar(const Var* var)
{
    if (!isDefined(var))
        declareVar(var);
    name(var);
}

void ScriptPrinter::useBuffer(const Buffer* buffer)
{
    if (!isDefined(buffer))
        declareBuffer(buffer);
    name(buffer);
}

void ScriptPrinter::bufferObject(const Buffer* buffer)
{
    const At at(*this, buffer);
    useBuffer(buffer);
    if (isAllocScalar(*buffer))
        plain(".buffer");
}

Frame& ScriptPrinter::frameFor(const Node* object)
{
    Uses::Scope scope = m_uses ? m_uses->scopeOf(object) : nullptr;
    while (scope && m_uses->isBranch(scope))
        scope = m_uses->parentOf(scope);
    for (; scope; scope = m_uses->parentOf(scope))
        for (size_t i = m_names.depth(); i-- > 0;)
            if (m_names.frame(i).scope == scope)
                return m_names.frame(i);
    return m_names.frame(std::min<size_t>(1, m_names.depth() - 1));
}

void ScriptPrinter::declareVar(const Var* var)
{
    Frame& place = frameFor(var);
    m_names.define(place, var, var->name);
    if (m_isFragment)
        return;
    insertLine(place, [&] {
        name(var);
        plain(" = ");
        // The variable of a launch that is used before the launch: a plain one would lose the thread axis.
        const IterVar* axis = m_uses ? m_uses->launchAxisOf(var) : nullptr;
        if (axis)
            envThread(*axis, nullptr);
        else
            variableCreator(var);
    });
}

void ScriptPrinter::declareBuffer(const Buffer* buffer)
{
    Frame& place = frameFor(buffer);
    if (m_isFragment) {
        m_names.define(place, buffer, buffer->name);
        return;
    }
    const BufferCall call{.createsData = true, .frame = &place};
    m_names.define(place, buffer, buffer->name);
    prepareFields(*buffer, call);
    insertLine(place, [&] {
        name(buffer);
        plain(" = ");
        builtin("Buffer");
        bufferArguments(*buffer, call, false);
    });
}

} // namespace tir::script

namespace tir {

Place PrintedText::placeAt(uint32_t offset) const
{
    Place best = NoPlace;
    uint32_t bestSize = UINT32_MAX;
    for (Place place = 0; place < placeSpans.size(); ++place) {
        const Span span = placeSpans[place];
        // Of equal stretches the inner place, which comes later, is meant.
        if (span.begin <= offset && offset < span.end && span.end - span.begin <= bestSize) {
            best = place;
            bestSize = span.end - span.begin;
        }
    }
    return best;
}

std::string printScript(const Module& module, const PrintOptions& options)
{
    script::ScriptPrinter printer(nullptr, options);
    printer.module(module);
    return printer.take(0).text;
}

PrintedText printWithPlaces(const Module& module, const PlaceTable& places, const PrintOptions& options)
{
    script::ScriptPrinter printer(&places, options);
    printer.module(module);
    return printer.take(places.size());
}

PrintedText printWithSpans(const Module& module, const PlaceTable& places, const PrintOptions& options)
{
    script::ScriptPrinter printer(&places, options, false);
    printer.module(module);
    return printer.take(places.size());
}

std::string printExpr(const Expr& expr)
{
    script::ScriptPrinter printer(nullptr, {});
    printer.fragment(expr);
    return printer.take(0).text;
}

} // namespace tir
