#include "ui/comparison/source_places.h"

#include <algorithm>

namespace tir::ui {

SourcePlaces::SourcePlaces(std::shared_ptr<const OpenedProgram> program,
                           std::shared_ptr<const Identities> identities)
    : m_program(std::move(program)),
      m_identities(std::move(identities)),
      m_places(m_program->module()),
      m_index(m_program->parsed->spans.list())
{}

Place SourcePlaces::placeAt(uint32_t offset) const
{
    return m_index.placeOf(Span{offset, offset + 1});
}

Span SourcePlaces::spanOf(Place place) const
{
    const TextSpans& spans = m_program->parsed->spans;
    return place < spans.size() ? spans[place] : Span();
}

std::vector<Span> SourcePlaces::spansOf(const Node* identity) const
{
    std::vector<Span> spans;
    for (Place place = 0; identity && place < m_places.size(); ++place) {
        const Node* node = m_places[place].node;
        const bool isName = as<Var>(node) || as<Buffer>(node) || as<BufferLoad>(node);
        const Span span = spanOf(place);
        if (isName && !span.isEmpty() && identityAt(place) == identity)
            spans.push_back(span);
    }
    std::ranges::sort(spans, {}, &Span::begin);
    return spans;
}

} // namespace tir::ui
