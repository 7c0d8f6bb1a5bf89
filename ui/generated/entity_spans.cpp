#include "ui/generated/entity_spans.h"

#include "core/codegen/c_like/names.h"
#include "core/ir/module.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// Ranges of the code by place: an entity may have many.
class WrittenPlaces {
public:
    explicit WrittenPlaces(const Artifact& artifact) : m_ranges(artifact.ranges)
    {
        std::ranges::stable_sort(m_ranges, {}, &ArtifactRange::place);
    }

    std::vector<Span> of(Place place) const
    {
        std::vector<Span> spans;
        for (const ArtifactRange& range :
             std::ranges::equal_range(m_ranges, place, {}, &ArtifactRange::place))
            spans.push_back(range.span);
        return spans;
    }

private:
    std::vector<ArtifactRange> m_ranges;
};

/// The end of the word that begins with the `length` bytes at `begin` if it is these bytes, or these with a number that
/// the generator added: "total", "total_1"; 0 for another word.
size_t endOfName(std::string_view code, size_t begin, size_t length)
{
    size_t end = begin + length;
    if (begin > 0 && isNameByte(code[begin - 1]))
        return 0;
    if (end + 1 < code.size() && code[end] == '_' && isDigit(code[end + 1]))
        for (++end; end < code.size() && isDigit(code[end]); ++end) {
        }
    return end < code.size() && isNameByte(code[end]) ? 0 : end;
}

std::vector<Span> wordsIn(std::string_view code, const std::vector<Span>& spans, const std::string& name)
{
    std::vector<Span> words;
    for (const Span& span : spans)
        for (size_t at = code.find(name, span.begin); at < span.end; at = code.find(name, at + 1))
            if (const size_t end = endOfName(code, at, name.size()); end > 0 && end <= span.end)
                words.push_back({uint32_t(at), uint32_t(end)});
    return words;
}

/// How the generators may name an entity: a buffer by its pointer.
std::vector<std::string> writtenNames(const Node& entity, std::string_view printed)
{
    std::vector<std::string> names;
    if (const auto* buffer = as<Buffer>(&entity))
        names.push_back(c_like::identifier(buffer->data->name));
    else if (const auto* var = as<Var>(&entity))
        names.push_back(c_like::identifier(var->name));
    names.push_back(c_like::identifier(printed));
    return names;
}

class EntityFinder {
public:
    EntityFinder(const Artifact& artifact, const ModuleText& text)
        : m_artifact(artifact),
          m_places(text.places),
          m_text(text),
          m_written(artifact)
    {}

    std::vector<Span> spansOf(const CodeToken& token) const
    {
        const Node& entity = *m_places[token.place].node;
        if (const auto own = m_written.of(token.place); entity.kind == NodeKind::Var && !own.empty())
            return own;
        const Place around = writtenAround(token.place);
        if (around == NoPlace)
            return {};
        const std::vector<Span> own = m_written.of(around);
        for (const std::string& name : writtenNames(entity, m_text.code.textOf(token)))
            if (std::vector<Span> words = wordsIn(m_artifact.content, own, name); !words.empty())
                return words;
        return isUse(token.place, around) ? own : std::vector<Span>();
    }

private:
    /// The innermost place around `place`, up to the statement or the function, that something was written for.
    Place writtenAround(Place place) const
    {
        while (place != NoPlace && m_written.of(place).empty()) {
            const Node& node = *m_places[place].node;
            if (node.isStmt() || node.kind == NodeKind::PrimFunc)
                return NoPlace;
            place = m_places[place].parent;
        }
        return place;
    }

    /// Whether what was written for `around` is the access to what is named at `place`.
    bool isUse(Place place, Place around) const
    {
        const Node& node = *m_places[around].node;
        const Role role = m_places[place].role;
        return (node.isExpr() && (role == Role::Value || role == Role::BufferUse)) ||
               (node.kind == NodeKind::BufferStore && role == Role::BufferUse);
    }

    const Artifact& m_artifact;
    const PlaceTable& m_places;
    const ModuleText& m_text;
    WrittenPlaces m_written;
};

} // namespace

std::vector<Span> spansOfEntity(const Artifact& artifact, const ModuleText& text, const Node* identity,
                                Place place)
{
    if (!identity)
        return {};
    const EntityFinder finder(artifact, text);
    std::vector<Span> found;
    for (const CodeToken& token : text.code.tokens) {
        const bool isWanted = place == NoPlace ? token.place != NoPlace : token.place == place;
        if (token.identity != identity || !isWanted)
            continue;
        const std::vector<Span> spans = finder.spansOf(token);
        found.insert(found.end(), spans.begin(), spans.end());
    }
    std::ranges::sort(found, {}, [](const Span& span) { return std::pair(span.begin, span.end); });
    std::vector<Span> joined;
    for (const Span& span : found)
        if (joined.empty() || joined.back().end < span.begin)
            joined.push_back(span);
        else
            joined.back().end = std::max(joined.back().end, span.end);
    return joined;
}

std::vector<Span> spansOfSelection(const Artifact& artifact, const ModuleText& text, Place place,
                                   const Node* identity)
{
    std::vector<Span> spans;
    if (place < text.places.size()) {
        const NodeKind kind = text.places[place].node->kind;
        const bool isName = kind == NodeKind::Var || kind == NodeKind::Buffer;
        spans =
            isName ? spansOfEntity(artifact, text, identity, place) : artifact.spansOf(place, text.places);
    }
    return spans.empty() ? spansOfEntity(artifact, text, identity) : spans;
}

} // namespace tir::ui
