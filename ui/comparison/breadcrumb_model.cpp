#include "ui/comparison/breadcrumb_model.h"

#include "core/analysis/module_facts.h"
#include "ui/common/text.h"

#include <algorithm>
#include <optional>

namespace tir::ui {
namespace {

bool isLaunch(const Node& node)
{
    return node.isStmt() && bindsThreads(node);
}

class Describer {
public:
    explicit Describer(const ModuleText& text) : m_text(text) {}

    /// Nothing for a node that is not a scope of its own, such as the second axis of a launch.
    std::optional<Crumb> describe(Place place)
    {
        const QString label = labelOf(place);
        if (label.isEmpty())
            return {};
        const Span span = m_text.spanOf(place);
        const int line = m_text.code.lineAt(span.begin);
        return Crumb{.label = label,
                     .text = toQString(m_text.code.line(line)).trimmed(),
                     .place = place,
                     .line = line};
    }

    /// Whether describe() has something; without counting launches.
    bool isScope(Place place)
    {
        const bool opensLaunch = isLaunch(nodeAt(place)) && launchAround(place) == NoPlace;
        return opensLaunch || !labelOf(place).isEmpty();
    }

    Crumb function(const ModuleEntry& entry) const
    {
        const Place place = m_text.places.placeOfFunction(entry.function);
        Crumb crumb{.label = toQString(entry.var->name), .text = {}, .place = place};
        // The line with the name is below those of decorators.
        const Span span = m_text.spanOf(place);
        crumb.line = m_text.code.lineAt(span.begin);
        for (int line = crumb.line; line < std::min(crumb.line + 8, m_text.code.lineCount()); ++line)
            if (const QString text = toQString(m_text.code.line(line)).trimmed();
                text.startsWith(QLatin1String("def "))) {
                crumb.text = text;
                crumb.line = line;
                break;
            }
        return crumb;
    }

private:
    const Node& nodeAt(Place place) const { return *m_text.places[place].node; }

    QString labelOf(Place place)
    {
        const Node& node = nodeAt(place);
        if (isLaunch(node) && launchAround(place) == NoPlace)
            return launchLabel(place);
        if (const auto* loop = as<For>(&node))
            return QStringLiteral("for %1").arg(toQString(loop->loopVar->name));
        if (as<While>(&node))
            return QStringLiteral("while");
        if (as<IfThenElse>(&node))
            return QStringLiteral("if");
        if (const auto* block = as<SBlock>(&node))
            return block->name.empty() ? QStringLiteral("block")
                                       : QStringLiteral("block %1").arg(toQString(block->name));
        if (const auto* attribute = as<AttrStmt>(&node); attribute && !bindsThreads(node))
            return attribute->key == "target" ? QStringLiteral("region") : toQString(attribute->key);
        return {};
    }

    Place launchAround(Place place) const
    {
        for (Place parent = m_text.places[place].parent; parent != NoPlace;
             parent = m_text.places[parent].parent)
            if (isLaunch(nodeAt(parent)))
                return parent;
        return NoPlace;
    }

    /// "launch 2"; "launch" if the function has no other.
    QString launchLabel(Place place)
    {
        Place function = place;
        while (!as<PrimFunc>(&nodeAt(function)) && m_text.places[function].parent != NoPlace)
            function = m_text.places[function].parent;
        const std::vector<Place>& launches = launchesOf(function);
        const auto own = std::ranges::lower_bound(launches, place);
        return launches.size() < 2 ? QStringLiteral("launch")
                                   : QStringLiteral("launch %1").arg(own - launches.begin() + 1);
    }

    const std::vector<Place>& launchesOf(Place function)
    {
        if (m_function == function)
            return m_launches;
        m_function = function;
        m_launches.clear();
        for (Place at = function + 1; at < m_text.places[function].end;) {
            const bool opensLaunch = isLaunch(nodeAt(at));
            if (opensLaunch)
                m_launches.push_back(at);
            at = opensLaunch || nodeAt(at).isExpr() ? m_text.places[at].end : at + 1;
        }
        return m_launches;
    }

    Place m_function = NoPlace; ///< that m_launches are of
    std::vector<Place> m_launches;
    const ModuleText& m_text;
};

/// The innermost place that the line shows, or one above it does.
Place placeAt(const ModuleText& text, int line)
{
    for (; line >= 0; --line) {
        const uint32_t begin = text.code.lineStarts[size_t(line)];
        const uint32_t end = text.code.lineStarts[size_t(line) + 1];
        for (size_t at = text.code.firstTokenBehind(begin);
             at < text.code.tokens.size() && text.code.tokens[at].begin < end; ++at)
            if (text.code.tokens[at].place != NoPlace)
                return text.code.tokens[at].place;
    }
    return NoPlace;
}

bool isFunction(const Node& node)
{
    return as<PrimFunc>(&node) || as<OpaqueFunc>(&node);
}

/// The function of a line, null if there is none, and the places in it that are around the line, from the inside out.
struct PlacesAround {
    const ModuleEntry* function = nullptr;
    std::vector<Place> places;
};

PlacesAround placesAround(const ModuleText& text, int line)
{
    if (!text.isRead || line < 0 || line >= text.code.lineCount())
        return {};
    PlacesAround around{.function =
                            text.module().find(text.functionAt(text.code.lineStarts[size_t(line) + 1] - 1)),
                        .places = {}};
    if (!around.function)
        return {};
    Place place = placeAt(text, line);
    for (; place != NoPlace && !isFunction(*text.places[place].node); place = text.places[place].parent)
        around.places.push_back(place);
    // The lines in front of a function's name belong to it already.
    if (place == NoPlace || text.places[place].node != around.function->function)
        around.places.clear();
    return around;
}

} // namespace

std::vector<Crumb> breadcrumb(const ModuleText& text, int line)
{
    const PlacesAround around = placesAround(text, line);
    if (!around.function)
        return {};
    Describer describer(text);
    std::vector<Crumb> crumbs;
    for (const Place place : around.places)
        if (std::optional<Crumb> crumb = describer.describe(place))
            crumbs.push_back(std::move(*crumb));
    crumbs.push_back(describer.function(*around.function));
    std::ranges::reverse(crumbs);
    return crumbs;
}

std::vector<int> scopeLines(const ModuleText& text, int line)
{
    const auto isBlank = [&] {
        return text.code.line(line).find_first_not_of(' ') == std::string_view::npos;
    };
    while (line >= 0 && line + 1 < text.code.lineCount() && isBlank())
        ++line;
    const PlacesAround around = placesAround(text, line);
    if (!around.function)
        return {};
    Describer describer(text);
    std::vector<int> lines{describer.function(*around.function).line};
    for (const Place place : around.places)
        if (describer.isScope(place))
            lines.push_back(text.code.lineAt(text.spanOf(place).begin));
    std::ranges::sort(lines);
    lines.erase(std::ranges::unique(lines).begin(), lines.end());
    return lines;
}

std::vector<Crumb> scopesIn(const ModuleText& text, Place place, size_t most)
{
    Describer describer(text);
    std::vector<Crumb> crumbs;
    for (Place at = place + 1; at < text.places[place].end && crumbs.size() < most;) {
        const Node& node = *text.places[at].node;
        std::optional<Crumb> crumb = node.isStmt() ? describer.describe(at) : std::nullopt;
        at = crumb || node.isExpr() ? text.places[at].end : at + 1;
        if (crumb)
            crumbs.push_back(std::move(*crumb));
    }
    return crumbs;
}

std::vector<Crumb> siblingsOf(const ModuleText& text, Place place)
{
    Describer describer(text);
    if (isFunction(*text.places[place].node)) {
        std::vector<Crumb> functions;
        for (const ModuleEntry& entry : text.module().functions)
            if (text.places.placeOfFunction(entry.function) != NoPlace)
                functions.push_back(describer.function(entry));
        std::ranges::sort(functions, {}, &Crumb::line);
        return functions;
    }
    Place parent = text.places[place].parent;
    while (!isFunction(*text.places[parent].node) && !describer.describe(parent))
        parent = text.places[parent].parent;
    return scopesIn(text, parent);
}

} // namespace tir::ui
