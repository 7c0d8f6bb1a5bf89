#include "passes/workbench/program/samples.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

namespace tir {
namespace {

/// A key, and the function that sets its value; false: the value is invalid.
struct HeaderKey {
    std::string_view name;
    bool (*set)(Sample&, std::string&&);
    bool isRepeatable = false;
};

template <std::string Sample::*Field>
bool setText(Sample& sample, std::string&& value)
{
    sample.*Field = std::move(value);
    return true;
}

template <std::string SampleExpectation::*Field>
bool setExpected(Sample& sample, std::string&& value)
{
    sample.expected.*Field = std::move(value);
    return true;
}

bool setOrder(Sample& sample, std::string&& value)
{
    const char* end = value.data() + value.size();
    const auto [rest, failure] = std::from_chars(value.data(), end, sample.order);
    return failure == std::errc() && rest == end;
}

/// "split" or "split in sound mode".
bool setFix(Sample& sample, std::string&& value)
{
    constexpr std::string_view SoundMode = " in sound mode";
    sample.fix = std::move(value);
    if (sample.fix.ends_with(SoundMode)) {
        sample.fix.resize(sample.fix.size() - SoundMode.size());
        sample.fixMode = Mode::Sound;
    }
    return true;
}

bool addFormula(Sample& sample, std::string&& value)
{
    sample.computes.push_back(std::move(value));
    return true;
}

constexpr HeaderKey Keys[] = {
    {"title", setText<&Sample::title>},
    {"group", setText<&Sample::group>},
    {"topic", setText<&Sample::topic>},
    {"order", setOrder},
    {"summary", setText<&Sample::summary>},
    {"pipeline", setText<&Sample::pipeline>},
    {"fix", setFix},
    {"cannot execute", setText<&Sample::cannotExecute>},
    {"computes", addFormula, true},
    {"bad pass", setExpected<&SampleExpectation::badPass>},
    {"error", setExpected<&SampleExpectation::error>},
    {"error line", setExpected<&SampleExpectation::errorLine>},
    {"note", setExpected<&SampleExpectation::note>},
    {"execution", setExpected<&SampleExpectation::execution>},
    {"finding", setExpected<&SampleExpectation::finding>},
    {"finding line", setExpected<&SampleExpectation::findingLine>},
    {"conflicting line", setExpected<&SampleExpectation::conflictingLine>},
};

struct HeaderLine {
    int number;
    std::string text;
};

/// The lines of the header without "# ", continuation lines joined.
std::vector<HeaderLine> headerLines(std::string_view text)
{
    std::vector<HeaderLine> lines;
    for (int number = 1; text.starts_with("# "); ++number) {
        const std::string_view line = text.substr(2, text.find('\n') - 2);
        if (line.starts_with("    ") && !lines.empty())
            lines.back().text += line.substr(3);
        else
            lines.push_back({number, std::string(line)});
        text.remove_prefix(std::min(text.size(), line.size() + 3));
    }
    return lines;
}

Diagnostic headerError(const std::string& path, int line, const std::string& message)
{
    return error("bad-sample-header", path + ":" + std::to_string(line) + ": " + message);
}

} // namespace

Result<Sample> parseSampleHeader(const std::string& path, std::string_view text)
{
    Sample sample;
    sample.path = path;
    sample.name = std::filesystem::path(path).stem().string();
    Diagnostics errors;
    std::set<std::string_view> seen;
    for (const HeaderLine& line : headerLines(text)) {
        const size_t colon = line.text.find(": ");
        const std::string name = line.text.substr(0, colon);
        const auto key = std::ranges::find(Keys, name, &HeaderKey::name);
        if (colon == std::string::npos)
            errors.push_back(
                headerError(path, line.number, "expected 'key: value', found '" + line.text + "'"));
        else if (key == std::end(Keys))
            errors.push_back(headerError(path, line.number, "unknown key '" + name + "'"));
        else if (!seen.insert(key->name).second && !key->isRepeatable)
            errors.push_back(headerError(path, line.number, "key '" + name + "' is given twice"));
        else if (!key->set(sample, line.text.substr(colon + 2)))
            errors.push_back(headerError(path, line.number, "'" + name + "' must be a number"));
    }
    for (const std::string_view required : {"title", "group", "summary", "pipeline"})
        if (!seen.contains(required))
            errors.push_back(headerError(path, 1, "the header has no '" + std::string(required) + "'"));
    if (!errors.empty())
        return errors;
    return sample;
}

} // namespace tir
