#include "core/script/reading/reader_part.h"

#include "core/script/syntax/reporting.h"

namespace tir::script {

Value ReaderPart::fail(Span span, std::string code, std::string message)
{
    reportBounded(m_context.errors,
                  {.code = std::move(code), .message = std::move(message), .span = span, .notes = {}});
    return {};
}

std::nullptr_t ReaderPart::failNode(Span span, std::string code, std::string message)
{
    fail(span, std::move(code), std::move(message));
    return nullptr;
}

Value ReaderPart::needsPython(Span span, std::string what, std::string_view advice)
{
    return fail(span, "needs-python",
                "only Python can evaluate " + std::move(what) + "; " + std::string(advice));
}

void ReaderPart::remark(Span span, std::string code, std::string message)
{
    reportBounded(m_context.remarks, {.severity = Severity::Warning,
                                      .code = std::move(code),
                                      .message = std::move(message),
                                      .span = span,
                                      .notes = {}});
}

void ReaderPart::note(Span span, std::string code, std::string message)
{
    reportBounded(m_context.remarks, {.severity = Severity::Note,
                                      .code = std::move(code),
                                      .message = std::move(message),
                                      .span = span,
                                      .notes = {}});
}

} // namespace tir::script
