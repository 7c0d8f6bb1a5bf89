#include "passes/workbench/trace/parse_json.h"
#include "passes/workbench/trace/pass_event_file.h"
#include "passes/workbench/trace/pass_json.h"
#include "passes/workbench/trace/recorded_contracts.h"
#include "passes/workbench/trace/run_builder.h"
#include "passes/workbench/trace/step_reader.h"
#include "passes/workbench/trace/trace_file.h"
#include "passes/workbench/trace/trace_members.h"

#include <algorithm>
#include <filesystem>

namespace tir {
namespace {

using Json = TraceMembers::Json;

/// Of steps, the lists that get long.
LongLists listsOfSteps()
{
    return LongLists({"notes", "diagnostics", "consequences"});
}

/// Reads the file into a builder.
class TraceReader {
public:
    TraceReader(const RunReading& reading, const LongLists& lists) : m_reading(reading), m_members(lists) {}

    /// `texts` are those of the file, which may lack them.
    Result<RecordedRun> read(const Json& file, const std::vector<SourceText>& texts, bool asOutline)
    {
        if (m_members.text(file, "format") != TraceFormatName)
            return error("bad-trace", "this is not a trace of ours: 'format' is not \"" +
                                          std::string(TraceFormatName) + "\"");
        if (m_members.number(file, "version") != TraceFormatVersion)
            return error("bad-trace",
                         "this trace has another version than " + std::to_string(TraceFormatVersion));
        const Json& source = m_members.member(file, "source");
        const std::string name = m_members.text(source, "name");
        m_run.emplace(asOutline ? RunBuilder::ofOutline() : RunBuilder(m_reading));
        const std::string mode = m_members.text(file, "mode");
        if (mode != "sound" && mode != "as-tvm")
            m_members.refuse("unknown mode '" + mode + "'");
        m_run->recording().mode = mode == "sound" ? Mode::Sound : Mode::AsTvm;
        m_run->recording().pipeline = m_members.text(file, "pipeline");
        readConfig(file);
        readTvmConfig(file);
        for (const Json& text : m_members.list(file, "texts"))
            if (!text.is_string())
                m_members.refuse("an entry of 'texts' is not a string");
        const std::vector<std::string_view> savedJson = savedJsonOf(file, texts.size());
        std::vector<size_t> textSizes;
        for (size_t index = 0; index < texts.size(); ++index) {
            textSizes.push_back(texts[index].text().size());
            m_run->addText(texts[index], savedJson[index]);
        }
        if (textSizes.empty())
            return error("bad-trace", "the trace holds no text");
        if (!m_run->readTexts())
            return cancelledReading();
        StepReader steps(m_members, *m_run, std::move(textSizes));
        steps.readInput(m_members.member(file, "input"));
        for (const Json& step : m_members.list(file, "steps"))
            steps.readStep(step);
        for (const auto& [number, consequences] : m_run->recording().knownConsequences)
            for (const Consequence& consequence : consequences)
                if (consequence.step >= m_run->recording().moduleCount())
                    m_members.refuse("a consequence after the last step");
        const std::string sourceText = m_members.text(source, "text");
        if (!m_members.problem().empty())
            return error("bad-trace", "damaged trace: " + m_members.problem());
        // A file without breaches was written without a check of contracts.
        if (!asOutline &&
            std::ranges::none_of(file["steps"], [](const Json& step) { return step.contains("breaches"); }))
            addBreaches(m_run->recording());
        return m_run->finish(SourceText(name, sourceText));
    }

private:
    void readConfig(const Json& file)
    {
        if (!file.contains("config"))
            return;
        const Json& config = m_members.member(file, "config");
        if (!config.is_object())
            return m_members.refuse("'config' is not an object");
        for (const auto& [key, value] : config.items())
            if (const Result<bool> added = addConfig(m_run->recording().config, key, value); !added)
                m_members.refuse(added.diagnostics().front().message);
    }

    void readTvmConfig(const Json& file)
    {
        if (!file.contains("tvmConfig"))
            return;
        const Json& config = m_members.member(file, "tvmConfig");
        if (!config.is_object())
            return m_members.refuse("'tvmConfig' is not an object");
        addTvmConfig(m_run->recording().tvmConfig, config);
    }

    /// By text; empty if there is none.
    std::vector<std::string_view> savedJsonOf(const Json& file, size_t textCount)
    {
        std::vector<std::string_view> saved(textCount);
        if (!file.contains("modules"))
            return saved;
        for (const Json& module : m_members.list(file, "modules")) {
            const int64_t text = m_members.number(module, "text");
            const Json& json = m_members.member(module, "json");
            if (text >= 0 && size_t(text) < textCount && json.is_string())
                saved[size_t(text)] = json.get_ref<const std::string&>();
            else
                m_members.refuse("an entry of 'modules' without a text of the trace and its save_json");
        }
        return saved;
    }

    const RunReading& m_reading;
    TraceMembers m_members;
    std::optional<RunBuilder> m_run;
};

/// Leaves empty texts in the file. Values that are not texts count as empty ones.
std::vector<SourceText> takeTexts(Json& file)
{
    std::vector<std::string> texts;
    if (!file.is_object() || !file.contains("texts") || !file["texts"].is_array())
        return {};
    for (Json& text : file["texts"])
        texts.push_back(text.is_string() ? std::move(text.get_ref<std::string&>()) : std::string());
    const auto source = file.find("source");
    const bool isNamed = source != file.end() && source->is_object(); // if not, it is refused later
    return sourcesOf(isNamed ? textOf(*source, "name") : "", std::move(texts));
}

Diagnostic notJson()
{
    return error("bad-trace", "this is not JSON");
}

/// Whether it is a recording whose first lines are damaged.
bool hasEvent(std::string_view json)
{
    constexpr int MostLines = 10;
    for (int line = 0; line < MostLines && !json.empty(); ++line) {
        if (!firstEvent(json).empty())
            return true;
        json.remove_prefix(std::min(json.find('\n'), json.size() - 1) + 1);
    }
    return false;
}

Result<RecordedRun> runFromLines(const std::string& json, const std::string& name, const RunReading& reading)
{
    const std::string folder = std::filesystem::path(name).parent_path().string();
    return runFromEventLines(name, json, folder.empty() && !name.empty() ? "." : folder, reading);
}

} // namespace

Result<RecordedRun> runFromJson(const std::string& json, const std::string& name, const RunReading& reading)
{
    const std::string event = firstEvent(json);
    if (event == "begin")
        return runFromLines(json, name, reading);
    if (!event.empty())
        return error("bad-trace", "this is a recording whose first line, 'begin', is missing");
    LongLists lists = listsOfSteps();
    Json file = parseJson(json, helpersFor(json.size()), &lists);
    if (file.is_discarded())
        return hasEvent(json) ? runFromLines(json, name, reading) : notJson();
    const std::vector<SourceText> texts = takeTexts(file);
    if (reading.outline && isLargeRun(bytesOf(texts))) {
        const RunReading unwatched;
        if (Result<RecordedRun> outline = TraceReader(unwatched, lists).read(file, texts, true))
            reading.outline(*std::move(outline));
    }
    if (!lists.parse(helpersFor(json.size())))
        return notJson();
    return TraceReader(reading, lists).read(file, texts, false);
}

} // namespace tir
