/// Where printed text goes: the text, its tokens, and the stretch each place covers. Declarations are put in
/// *before* the statement that needs them, so a sink can take a piece of text at an earlier position.

#pragma once

#include "core/script/printing/printer.h"

namespace tir::script {

class PrintSink {
public:
    /// Besides the text.
    struct Content {
        bool hasSpans;
        bool hasTokens;
    };
    explicit PrintSink(Content content) : m_content(content) {}

    size_t size() const { return text.size(); }
    void plain(std::string_view piece) { text += piece; }
    void token(TokenKind kind, std::string_view piece, Place place, const Node* entity = nullptr)
    {
        const auto begin = uint32_t(text.size());
        text += piece;
        if (m_content.hasTokens)
            tokens.push_back({begin, uint32_t(text.size()), kind, place, entity});
    }
    /// What was written from `begin` on, without the indentation in front of it.
    void cover(Place place, size_t begin)
    {
        if (m_content.hasSpans && place != NoPlace)
            spans.push_back({place, {uint32_t(text.find_first_not_of(' ', begin)), uint32_t(text.size())}});
    }

    /// Puts all of `piece` in at `position`, which must be the start of a line; what follows moves.
    void insert(size_t position, const PrintSink& piece);

    std::string text;
    std::vector<TokenRange> tokens;
    std::vector<std::pair<Place, Span>> spans; ///< in order of completion

private:
    Content m_content;
};

} // namespace tir::script
