/// What every part of the reader shares: memory for nodes, messages, and the spans of nodes. A part holds
/// references to the other parts and the state that it uses, and to nothing else.
///
/// Errors are reported where they are found and result in Value::Kind::Error or a null node, which callers
/// propagate without another error.

#pragma once

#include "core/script/common/place_spans.h"
#include "core/script/reading/value.h"
#include "core/support/diagnostic.h"

#include <string>
#include <string_view>
#include <utility>

namespace tir::script {

struct ReadContext {
    Arena& arena;
    Diagnostics& errors;
    Diagnostics remarks = {}; ///< warnings and notes
    PlaceSpans spans = {};
};

class ReaderPart {
protected:
    explicit ReaderPart(ReadContext& context) : m_context(context), m_arena(context.arena) {}

    Value fail(Span span, std::string code, std::string message);
    std::nullptr_t failNode(Span span, std::string code, std::string message);
    /// An error about an expression that only Python can evaluate.
    Value needsPython(Span span, std::string what, std::string_view advice);
    /// A warning that does not keep the text from being read.
    void remark(Span span, std::string code, std::string message);
    void note(Span span, std::string code, std::string message);
    /// Records that `span` is the text of `node`, which may be null.
    template <class T>
    const T* made(const T* node, Span span)
    {
        if (node)
            m_context.spans.record(node, span);
        return node;
    }

    ReadContext& m_context;
    Arena& m_arena;
};

} // namespace tir::script
