#include "core/script/printing/print_sink.h"

#include <algorithm>

namespace tir::script {

void PrintSink::insert(size_t position, const PrintSink& piece)
{
    const auto shift = uint32_t(piece.text.size());
    text.insert(position, piece.text);

    const auto moved =
        std::ranges::lower_bound(tokens, position, {}, [](const TokenRange& token) { return token.begin; });
    for (auto token = moved; token != tokens.end(); ++token) {
        token->begin += shift;
        token->end += shift;
    }
    const auto added = tokens.insert(moved, piece.tokens.begin(), piece.tokens.end());
    for (auto token = added; token != added + std::ptrdiff_t(piece.tokens.size()); ++token) {
        token->begin += uint32_t(position);
        token->end += uint32_t(position);
    }

    // Spans are complete, so those after the position are the last ones.
    for (auto span = spans.rbegin(); span != spans.rend() && span->second.begin >= position; ++span) {
        span->second.begin += shift;
        span->second.end += shift;
    }
    for (auto [place, span] : piece.spans)
        spans.push_back({place, {span.begin + uint32_t(position), span.end + uint32_t(position)}});
}

} // namespace tir::script
