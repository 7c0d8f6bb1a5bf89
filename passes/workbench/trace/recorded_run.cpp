#include "passes/workbench/trace/recorded_run.h"

#include <algorithm>

namespace tir {
namespace {

constexpr std::string_view UnreadCode = "unreadable-text";

} // namespace

bool isLargeRun(size_t textBytes)
{
    constexpr size_t LargeBytes = size_t(4) << 20;
    return textBytes > LargeBytes;
}

StepText placedText(const OpenedProgram& program, const std::string& name)
{
    StepText printed =
        printedText(program.module(), name, {.asBareFunction = program.parsed->isBareFunction});
    if (printed.source.text() == program.source.text())
        return printed;
    // An editor may have added line ends, which move no place.
    const std::string_view text = program.source.text();
    const bool isPrinted = text.starts_with(printed.source.text()) &&
                           text.find_first_not_of('\n', printed.source.text().size()) == text.npos;
    if (isPrinted) {
        printed.source = SourceText(name, std::string(text));
        return printed;
    }
    return {.source = SourceText(name, std::string(program.source.text())),
            .places = std::move(printed.places),
            .spans = program.parsed->spans.list()};
}

StepText RecordedRun::text(size_t number) const
{
    if (texts.empty() && number == 0)
        return sourceText(program);
    const std::string name =
        stepName(program.source.name(), number, number == 0 ? "" : recording->steps[number - 1].pass.name);
    if (texts.empty())
        return printedText(recording->module(number), name);
    const OpenedProgram& read = *texts[number];
    if (read.isOpen())
        return placedText(read, name);
    return {.source = SourceText(name, std::string(read.source.text())), .places = {}, .spans = {}};
}

Diagnostics RecordedRun::diagnostics(size_t number, const StepText& text) const
{
    Diagnostics diagnostics = recording->diagnostics(number);
    if (!texts.empty() && !texts[number]->isOpen())
        for (Diagnostic& diagnostic : diagnostics)
            if (diagnostic.code == UnreadCode) // its place is in the text, not in a module
                diagnostic = unreadText(*texts[number]);
    return text.placed(std::move(diagnostics));
}

std::string remarkOnSources(const std::vector<std::shared_ptr<const OpenedProgram>>& texts)
{
    const auto isFromJson = [](const auto& text) { return text->isFromJson; };
    const auto count = std::ranges::count_if(texts, isFromJson);
    if (count == 0)
        return {};
    const bool isOne = texts.size() == 1;
    return std::to_string(count) + " of " + std::to_string(texts.size()) +
           (isOne ? " module was read from its save_json" : " modules were read from their save_json");
}

Diagnostic unreadText(const Diagnostics& whyNotRead)
{
    return {.severity = Severity::Warning,
            .code = std::string(UnreadCode),
            .message = "the text of this step cannot be read: " + whyNotRead.front().message,
            .place = NoPlace,
            .span = whyNotRead.front().span};
}

Diagnostic unreadText(const OpenedProgram& text)
{
    const std::string_view source = text.source.text();
    const bool isReason = source.starts_with("# ") && source.find('\n') == source.npos;
    if (!isReason)
        return unreadText(text.diagnostics);
    Diagnostic reason = error("no-module", std::string(source.substr(2)));
    reason.span = Span{0, uint32_t(source.size())};
    return unreadText(Diagnostics{std::move(reason)});
}

std::optional<std::string> whyUnread(const Diagnostics& diagnostics)
{
    const auto found = std::ranges::find(diagnostics, UnreadCode, &Diagnostic::code);
    return found == diagnostics.end() ? std::nullopt : std::optional(found->message);
}

} // namespace tir
