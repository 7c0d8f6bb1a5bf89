#include "core/script/printing/printer_part.h"

#include "core/ir/make.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isPlain(const Buffer& buffer)
{
    return buffer.strides.empty() && buffer.axisSeparators.empty() &&
           buffer.alignment == Buffer::DefaultAlignment && buffer.offsetFactor == 1 &&
           buffer.bufferType == BufferType::Default && buffer.allocatedAddr.empty();
}

} // namespace

bool isDefaultLayout(const Buffer& buffer)
{
    return tir::isDefaultLayout(buffer.layout, buffer.shape);
}

bool isScalar(const Buffer& buffer)
{
    return buffer.layout && buffer.shape.size() == 1 && isConstInt(buffer.shape[0], 1) && isPlain(buffer) &&
           isDefaultLayout(buffer);
}

bool isAllocScalar(const Buffer& buffer)
{
    return isScalar(buffer) && isConstInt(buffer.elemOffset, 0);
}

bool isBareElement(const Buffer& buffer, ExprList indices)
{
    // TVM drops every index here. One that is not 0 would be lost to the reader.
    return isScalar(buffer) &&
           std::ranges::all_of(indices, [](const Expr* index) { return isConstInt(index, 0); });
}

void PrinterPart::beginLine()
{
    frame().statementStart = position();
    plain(frame().indent);
}

void PrinterPart::putIn(Frame& frame, const PrintSink& piece)
{
    if (frame.pending) {
        frame.pending->insert(frame.pending->size(), piece);
        return;
    }
    const size_t position = frame.statementStart;
    m_out.insert(position, piece);
    for (size_t i = 0; i < m_names.depth(); ++i)
        if (&m_names.frame(i) == &frame || m_names.frame(i).statementStart > position)
            m_names.frame(i).statementStart += piece.size();
}

void PrinterPart::name(const Node* object)
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

Frame& PrinterPart::frameFor(const Node* object)
{
    Uses::Scope scope = m_context.uses ? m_context.uses->scopeOf(object) : nullptr;
    while (scope && m_context.uses->isBranch(scope))
        scope = m_context.uses->parentOf(scope);
    for (; scope; scope = m_context.uses->parentOf(scope))
        for (size_t i = m_names.depth(); i-- > 0;)
            if (m_names.frame(i).scope == scope)
                return m_names.frame(i);
    return m_names.frame(std::min<size_t>(1, m_names.depth() - 1));
}

} // namespace tir::script
