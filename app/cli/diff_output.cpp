#include "app/cli/diff_output.h"

#include "app/cli/output.h"
#include "core/diff/diff_text.h"
#include "core/diff/structural/change_list.h"

#include <nlohmann/json.hpp>
#include <set>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Two printed modules and their difference.
struct DiffedModules {
    StepText before;
    StepText after;
    DiffText beforeText;
    DiffText afterText;
    StructuralDiff diff;
    StructuralRows rows;

    DiffedModules(const DiffSide& left, const DiffSide& right, bool asBareFunctions)
        : before(printedText(left.module, left.heading, options(left, right, asBareFunctions))),
          after(printedText(right.module, right.heading, options(left, right, asBareFunctions))),
          beforeText{before.source.text(), before.spans},
          afterText{after.source.text(), after.spans},
          diff(before.places, after.places),
          rows(structuralRows(diff, beforeText, afterText))
    {}

    /// A class around one of two functions would be a difference.
    static PrintOptions options(const DiffSide& left, const DiffSide& right, bool asBareFunctions)
    {
        return {.asBareFunction = asBareFunctions && left.module.functions.size() == 1 &&
                                  right.module.functions.size() == 1};
    }
};

Json rangeJson(const std::optional<LineRange>& range)
{
    return range ? Json{{"line", range->first}, {"endLine", range->last}} : Json();
}

Json partsToJson(const ListedChange& change, const DiffedModules& compared)
{
    Json parts = Json::array();
    for (const ListedPart& part : change.parts)
        parts.push_back({{"before", part.before ? cli::toJson(*part.before, compared.before.source) : Json()},
                         {"after", part.after ? cli::toJson(*part.after, compared.after.source) : Json()},
                         {"index", part.isIndex}});
    return parts;
}

Json changeJson(const ListedChange& change, const DiffedModules& compared)
{
    Json json{{"kind", toString(change.kind)},      {"function", change.function},
              {"statement", change.statement},      {"statements", change.statements},
              {"before", rangeJson(change.before)}, {"after", rangeJson(change.after)}};
    if (!change.source.empty())
        json["source"] = change.source;
    if (!change.parts.empty())
        json["parts"] = partsToJson(change, compared);
    if (!change.attributes.empty())
        json["attributes"] = change.attributes;
    if (change.kind == ChangeKind::Outlined) {
        json["parameters"] = Json::array();
        for (const CapturedVariable& each : change.parameters)
            json["parameters"].push_back({{"parameter", each.parameter}, {"variable", each.variable}});
    }
    return json;
}

std::string_view nameOf(const Node& node)
{
    const auto* buffer = as<Buffer>(&node);
    return buffer ? buffer->name : to<Var>(node).name;
}

/// Different names only; each once per function.
Json renamesToJson(const DiffedModules& compared)
{
    Json renames = Json::array();
    std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
    const StatementTree& tree = compared.diff.after();
    TreeIndex node = 0;
    for (const Rename& rename : compared.diff.renames()) {
        while (tree[node].place != rename.place)
            ++node;
        const std::string_view before = nameOf(*rename.before);
        const std::string_view after = nameOf(*rename.after);
        const std::string_view function = tree.entryOf(tree[node].function).var->name;
        if (before == after || !seen.emplace(before, after, function).second)
            continue;
        renames.push_back({{"kind", as<Buffer>(rename.before) ? "buffer" : "variable"},
                           {"before", before},
                           {"after", after},
                           {"function", function}});
    }
    return renames;
}

std::string structuralText(const DiffSide& before, const DiffSide& after, const DiffedModules& compared)
{
    std::string text = "--- " + before.heading + "\n+++ " + after.heading + "\n";
    for (const ListedChange& change : listChanges(compared.diff, compared.beforeText, compared.afterText))
        text += "# " + toText(change, compared.beforeText, compared.afterText) + "\n";
    return text + toText(compared.rows, compared.beforeText.text, compared.afterText.text);
}

} // namespace

void addDiffFormOptions(Command& command, DiffForm& form)
{
    Option json = command.flag("--json", form.json, "Print the difference of the programs as JSON");
    Option lines = command.flag("--lines", form.lines, "Compare the printed texts line by line instead");
    lines.excludes(json);
}

nlohmann::ordered_json diffToJson(const DiffSide& before, const DiffSide& after, bool asBareFunctions)
{
    const DiffedModules compared(before, after, asBareFunctions);
    const StructuralRows& rows = compared.rows;
    Json changes = Json::array();
    for (const ListedChange& change : listChanges(compared.diff, compared.beforeText, compared.afterText))
        changes.push_back(changeJson(change, compared));
    return {{"before", before.heading},          {"after", after.heading},
            {"added", rows.addedLines},          {"removed", rows.removedLines},
            {"changed", rows.changedLines},      {"moved", rows.movedLines},
            {"respelled", rows.respelledLines},  {"changes", std::move(changes)},
            {"renames", renamesToJson(compared)}};
}

PrintedDiff printDiff(const DiffSide& before, const DiffSide& after, const DiffForm& form,
                      bool asBareFunctions)
{
    if (form.json) {
        const Json json = diffToJson(before, after, asBareFunctions);
        return {printed(json), json["changes"].empty()};
    }
    if (form.lines) {
        const PrintOptions print = DiffedModules::options(before, after, asBareFunctions);
        const std::string text =
            diffText(printScript(before.module, print), printScript(after.module, print));
        return {"--- " + before.heading + "\n+++ " + after.heading + "\n" + text, text.empty()};
    }
    const DiffedModules compared(before, after, asBareFunctions);
    return {structuralText(before, after, compared), compared.diff.changes().empty()};
}

} // namespace tir::cli
