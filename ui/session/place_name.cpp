#include "ui/session/place_name.h"

namespace tir::ui {
namespace {

std::string_view firstLineOf(const ModuleText& text, Place place)
{
    const Span span = text.placeSpans[place];
    const std::string_view shown = std::string_view(text.code.text).substr(span.begin, span.end - span.begin);
    return shown.substr(0, shown.find('\n'));
}

/// Calls `visit(place)` for the places that have everything but the number of `name`, until it returns false.
template <class Visit>
void forEachAlike(const ModuleText& text, const PlaceName& name, Visit visit)
{
    const ModuleEntry* entry = text.module().find(name.function);
    const Place first = entry ? text.places.placeOfFunction(entry->function) : NoPlace;
    if (first == NoPlace)
        return;
    for (Place place = first; place < text.places[first].end; ++place)
        if (text.places[place].node->kind == name.kind && firstLineOf(text, place) == name.text &&
            !visit(place))
            return;
}

} // namespace

PlaceName placeName(const ModuleText& text, Place place)
{
    if (place >= text.placeSpans.size() || text.placeSpans[place].isEmpty())
        return {};
    PlaceName name{.function = text.functionAt(text.placeSpans[place].begin),
                   .kind = text.places[place].node->kind,
                   .text = std::string(firstLineOf(text, place))};
    forEachAlike(text, name, [&](Place other) {
        if (other == place)
            return false;
        ++name.number;
        return true;
    });
    return name;
}

Place findPlace(const ModuleText& text, const PlaceName& name)
{
    Place found = NoPlace;
    size_t number = 0;
    if (name.isEmpty())
        return found;
    forEachAlike(text, name, [&](Place place) {
        if (number++ < name.number)
            return true;
        found = place;
        return false;
    });
    return found;
}

} // namespace tir::ui
