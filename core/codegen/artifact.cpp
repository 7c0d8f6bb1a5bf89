#include "core/codegen/artifact.h"

#include <algorithm>

namespace tir {
namespace {

std::vector<Span> spansWithin(const std::vector<ArtifactRange>& ranges, Place first, Place end)
{
    std::vector<Span> spans;
    for (const ArtifactRange& range : ranges) {
        if (range.place < first || range.place >= end)
            continue;
        if (!spans.empty() && spans.back().end == range.span.begin)
            spans.back().end = range.span.end;
        else
            spans.push_back(range.span);
    }
    return spans;
}

} // namespace

std::string_view toString(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
        return "cuda";
    case ArtifactKind::Ptx:
        return "ptx";
    case ArtifactKind::Sass:
        return "sass";
    case ArtifactKind::Llvm:
        return "llvm";
    case ArtifactKind::C:
        return "c";
    case ArtifactKind::Cubin:
        return "cubin";
    }
    return "";
}

std::optional<ArtifactKind> artifactKindFromString(std::string_view word)
{
    for (const ArtifactKind kind : AllArtifactKinds)
        if (toString(kind) == word)
            return kind;
    return std::nullopt;
}

bool isText(ArtifactKind kind)
{
    return kind != ArtifactKind::Cubin;
}

std::string toString(const ResourceReport& report)
{
    std::string text;
    const auto add = [&](int64_t amount, const char* unit) {
        if (amount >= 0)
            text += (text.empty() ? "" : ", ") + std::to_string(amount) + " " + unit;
    };
    add(report.registers, "registers");
    add(report.staticSharedBytes, "bytes of static shared memory");
    if (!report.dynamicSharedBytes.empty())
        text += (text.empty() ? "" : ", ") + report.dynamicSharedBytes + " bytes of dynamic shared memory";
    add(report.constantBytes, "bytes of constant memory");
    add(report.stackBytes, "bytes of stack");
    add(report.spillStoreBytes, "bytes of spill stores");
    add(report.spillLoadBytes, "bytes of spill loads");
    add(report.maxThreads, "threads at most");
    add(report.barriers, report.barriers == 1 ? "barrier" : "barriers");
    return report.function + ": " + (text.empty() ? "nothing measured" : text);
}

Place Artifact::placeAt(uint32_t offset) const
{
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), offset,
                         [](uint32_t at, const ArtifactRange& range) { return at < range.span.begin; });
    if (after == ranges.begin() || offset >= std::prev(after)->span.end)
        return NoPlace;
    return std::prev(after)->place;
}

std::vector<Span> Artifact::spansOf(Place place, const PlaceTable& places) const
{
    if (place >= places.size())
        return {};
    const bool isPart = places[place].node->isExpr() || places[place].node->kind == NodeKind::Buffer;
    std::vector<Span> spans = spansWithin(ranges, place, places[place].end);
    if (!spans.empty() || !isPart)
        return spans;
    place = places.statementAround(place);
    return place == NoPlace ? spans : spansWithin(ranges, place, places[place].end);
}

} // namespace tir
