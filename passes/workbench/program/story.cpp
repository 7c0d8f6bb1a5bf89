#include "passes/workbench/program/story.h"

namespace tir {
namespace {

/// Takes the first line off `text`, without its end.
std::string_view takeLine(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
}

/// The comment lines of the program itself: the names that the text takes from Python.
bool isImport(std::string_view line)
{
    return line.starts_with("# from tvm") || line.starts_with("# import tvm");
}

} // namespace

std::optional<Story> readStory(const std::string& path, std::string_view text)
{
    Result<Sample> sample = parseSampleHeader(path, text);
    if (!sample)
        return std::nullopt;
    Story story{*std::move(sample), {}};
    while (text.starts_with("# "))
        takeLine(text);
    std::string paragraph;
    const auto endParagraph = [&] {
        if (!paragraph.empty())
            story.paragraphs.push_back(std::move(paragraph));
        paragraph.clear();
    };
    while (text.starts_with('#') && !isImport(text)) {
        std::string_view line = takeLine(text).substr(1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.empty()) {
            endParagraph();
            continue;
        }
        paragraph += paragraph.empty() ? "" : " ";
        paragraph += line;
    }
    endParagraph();
    return story;
}

std::vector<std::string> symptomsOf(const SampleExpectation& expected)
{
    std::vector<std::string> symptoms;
    const std::string& execution = expected.execution;
    const auto afterColon = [&] {
        return execution.substr(std::min(execution.size(), execution.find(": ") + 2));
    };
    if (!expected.error.empty())
        symptoms.push_back("The verifier reports an error: … " + expected.error + " …");
    if (execution == "differs")
        symptoms.push_back("The step executes, but its results differ from those of the input.");
    else if (execution == "crashes or differs")
        symptoms.push_back(
            "The execution of the step ends its worker process, or its results differ from those of the "
            "input, as the memory happens to be laid out.");
    else if (execution.starts_with("fails: "))
        symptoms.push_back("The execution of the step fails: … " + afterColon() + " …");
    else if (execution.starts_with("crashes"))
        symptoms.push_back("The execution of the step ends its worker process.");
    else if (execution.starts_with("refused"))
        symptoms.push_back("The step cannot be executed.");
    if (!expected.finding.empty())
        symptoms.push_back("An execution with memory checks finds: " + expected.finding + ".");
    if (symptoms.empty() && !expected.note.empty())
        symptoms.push_back("The pass notes: … " + expected.note + " …");
    if (symptoms.empty() && !expected.badPass.empty())
        symptoms.push_back("A diagnostic of the step reports it.");
    return symptoms;
}

} // namespace tir
