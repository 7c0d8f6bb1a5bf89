/// `tirc help [TOPIC]`: a page of the manual, the card of a pass, a line of the glossary, or what a finding or a known
/// TVM defect means.

#include "app/cli/command_line.h"
#include "app/cli/output.h"
#include "core/runtime/finding.h"
#include "passes/framework/tvm_defects.h"
#include "passes/workbench/program/manual.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace tir::cli {
namespace {

std::string topics()
{
    std::vector<std::pair<std::string_view, std::string_view>> rows;
    for (const ManualPage& page : manualPages())
        rows.emplace_back(page.name, page.title);
    rows.emplace_back("PASS", "The card of a pass, such as SplitHostDevice; tirc list passes lists them");
    rows.emplace_back("TERM", "A line of the glossary, such as shared.dyn or tvm_storage_sync");
    rows.emplace_back("NAME", "A finding or known TVM defect that a check reports, such as uninitialized");
    size_t width = 0;
    for (const auto& [name, meaning] : rows)
        width = std::max(width, name.size());
    std::string text = "Topics (tirc help TOPIC):\n";
    for (const auto& [name, meaning] : rows)
        text += "  " + std::string(name) + std::string(width + 2 - name.size(), ' ') + std::string(meaning) +
                "\n";
    return text;
}

/// What `tirc check` reports under this name; empty if no finding and no known TVM defect has the name.
std::string reportHelp(const std::string& name)
{
    for (const FindingKindInfo& info : allFindingKinds())
        if (toString(info.kind) == name)
            return name + ": " + std::string(info.summary) + "\nsee `tirc help memory-checks`\n";
    const TvmDefect* defect = findTvmDefect(name);
    if (!defect)
        return {};
    const std::string pass(defect->pass);
    return name + ": " + pass + ": " + std::string(defect->summary) +
           "\nin sound mode: " + std::string(defect->correction) + "\nsee `tirc help " + pass + "`\n";
}

ExitCode run(const std::string& topic)
{
    if (topic.empty())
        return writeResult({}, topics());
    if (const ManualPage* page = findManualPage(topic))
        return writeResult({}, std::string(page->text));
    if (const std::string meaning = glossaryEntry(topic); !meaning.empty())
        return writeResult({}, topic + ": " + meaning);
    if (const std::string help = reportHelp(topic); !help.empty())
        return writeResult({}, help);
    std::fprintf(stderr, "error: no help for '%s'\n%s", topic.c_str(), topics().c_str());
    return ExitCode::Unusable;
}

} // namespace

void addHelpCommand(CommandLine& line)
{
    Command command = line.add("help", "Show a page of the manual or the card of a pass");
    const auto topic = std::make_shared<std::string>();
    command.option("TOPIC", *topic,
                   "The name of a page, pass, finding, or known TVM defect, or a term of the glossary; "
                   "without it, the list of topics");
    command.run([topic] { return run(*topic); });
}

} // namespace tir::cli
