#include "passes/workbench/trace/parse_json.h"
#include "passes/workbench/trace/pass_event_file.h"
#include "passes/workbench/trace/pass_json.h"
#include "passes/workbench/trace/recorded_contracts.h"
#include "passes/workbench/trace/run_builder.h"
#include "passes/workbench/trace/trace_file.h"

#include <algorithm>
#include <filesystem>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

constexpr Verdict Verdicts[] = {Verdict::Unchanged, Verdict::Changed,        Verdict::IllFormed,
                                Verdict::Failed,    Verdict::NotImplemented, Verdict::Imported,
                                Verdict::Unread};

/// Of steps, the lists that get long.
LongLists listsOfSteps()
{
    return LongLists({"notes", "diagnostics", "consequences"});
}

/// Reads members by type and remembers the first one that is not as it should be.
class Reader {
public:
    explicit Reader(const LongLists& lists) : m_lists(lists) {}

    const std::string& problem() const { return m_problem; }

    const Json& member(const Json& object, const std::string& key)
    {
        static const Json None;
        if (object.is_object())
            if (const auto found = object.find(key); found != object.end())
                return *found;
        refuse("no '" + key + "'");
        return None;
    }

    std::string text(const Json& object, const std::string& key)
    {
        const Json& value = member(object, key);
        if (value.is_string())
            return value.get<std::string>();
        refuse("'" + key + "' is not a string");
        return {};
    }

    int64_t number(const Json& object, const std::string& key)
    {
        const Json& value = member(object, key);
        if (value.is_number_integer())
            return value.get<int64_t>();
        refuse("'" + key + "' is not an integer");
        return 0;
    }

    const Json& list(const Json& object, const std::string& key)
    {
        static const Json Empty = Json::array();
        const Json& value = member(object, key);
        if (value.is_array())
            return value;
        if (const Json* list = m_lists.find(value))
            return *list;
        refuse("'" + key + "' is not a list");
        return Empty;
    }

    /// A span within a text of that size.
    std::optional<Span> span(const Json& object, const std::string& key, size_t textSize)
    {
        const Json& value = member(object, key);
        if (value.is_null())
            return std::nullopt;
        if (value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
            value[1].is_number_unsigned()) {
            const uint64_t begin = value[0].get<uint64_t>();
            const uint64_t end = value[1].get<uint64_t>();
            if (begin <= end && end <= textSize)
                return Span{uint32_t(begin), uint32_t(end)};
        }
        refuse("a span that is not [begin, end) within its text");
        return std::nullopt;
    }

    void refuse(const std::string& reason)
    {
        if (m_problem.empty())
            m_problem = reason;
    }

private:
    const LongLists& m_lists;
    std::string m_problem;
};

Verdict verdictFrom(Reader& reader, const std::string& name)
{
    for (const Verdict verdict : Verdicts)
        if (name == toString(verdict))
            return verdict;
    // As earlier versions wrote them.
    if (name == "missing")
        return Verdict::NotImplemented;
    if (name == "imported")
        return Verdict::Imported;
    reader.refuse("unknown verdict '" + name + "'");
    return Verdict::Failed;
}

Branch branchFrom(Reader& reader, const std::string& name)
{
    for (const Branch branch : {Branch::Common, Branch::Host, Branch::Device})
        if (name == toString(branch))
            return branch;
    reader.refuse("unknown branch '" + name + "'");
    return Branch::Common;
}

Severity severityFrom(Reader& reader, const std::string& name)
{
    for (size_t index = 0; index < std::size(SeverityNames); ++index)
        if (name == SeverityNames[index])
            return Severity(index);
    reader.refuse("unknown severity '" + name + "'");
    return Severity::Error;
}

/// `what` names an entry in the error message for other lists.
std::vector<std::string> textsFrom(Reader& reader, const Json& list, const std::string& what)
{
    std::vector<std::string> texts;
    for (const Json& text : list) {
        if (!text.is_string())
            reader.refuse(what + " is not a string");
        texts.push_back(text.is_string() ? text.get<std::string>() : "");
    }
    return texts;
}

std::shared_ptr<const NoteTable> tableFrom(Reader& reader, const Json& note)
{
    if (!note.is_object() || !note.contains("table") || note["table"].is_null())
        return nullptr;
    const Json& json = note["table"];
    NoteTable table{.columns = textsFrom(reader, reader.list(json, "columns"), "a cell of a table"),
                    .rows = {}};
    for (const Json& row : reader.list(json, "rows")) {
        table.rows.push_back(textsFrom(reader, row.is_array() ? row : Json::array(), "a cell of a table"));
        if (table.rows.back().size() != table.columns.size())
            reader.refuse("a row of a table without a cell for every column");
    }
    return std::make_shared<NoteTable>(std::move(table));
}

/// Reads the file into a builder.
class TraceReader {
public:
    TraceReader(const RunReading& reading, const LongLists& lists) : m_reading(reading), m_reader(lists) {}

    /// `texts` are those of the file, which may lack them.
    Result<RecordedRun> read(const Json& file, const std::vector<SourceText>& texts, bool asOutline)
    {
        if (m_reader.text(file, "format") != TraceFormatName)
            return error("bad-trace", "this is not a trace of ours: 'format' is not \"" +
                                          std::string(TraceFormatName) + "\"");
        if (m_reader.number(file, "version") != TraceFormatVersion)
            return error("bad-trace",
                         "this trace has another version than " + std::to_string(TraceFormatVersion));
        const Json& source = m_reader.member(file, "source");
        const std::string name = m_reader.text(source, "name");
        m_run.emplace(asOutline ? RunBuilder::ofOutline() : RunBuilder(m_reading));
        const std::string mode = m_reader.text(file, "mode");
        if (mode != "sound" && mode != "as-tvm")
            m_reader.refuse("unknown mode '" + mode + "'");
        m_run->recording().mode = mode == "sound" ? Mode::Sound : Mode::AsTvm;
        m_run->recording().pipeline = m_reader.text(file, "pipeline");
        readConfig(file);
        for (const Json& text : m_reader.list(file, "texts"))
            if (!text.is_string())
                m_reader.refuse("an entry of 'texts' is not a string");
        const std::vector<std::string_view> savedJson = savedJsonOf(file, texts.size());
        for (size_t index = 0; index < texts.size(); ++index) {
            m_textSizes.push_back(texts[index].text().size());
            m_run->addText(texts[index], savedJson[index]);
        }
        if (m_textSizes.empty())
            return error("bad-trace", "the trace holds no text");
        if (!m_run->readTexts())
            return cancelledReading();
        readInput(m_reader.member(file, "input"));
        for (const Json& step : m_reader.list(file, "steps"))
            readStep(step);
        for (const auto& [number, consequences] : m_run->recording().knownConsequences)
            for (const Consequence& consequence : consequences)
                if (consequence.step >= m_run->recording().moduleCount())
                    m_reader.refuse("a consequence after the last step");
        const std::string sourceText = m_reader.text(source, "text");
        if (!m_reader.problem().empty())
            return error("bad-trace", "damaged trace: " + m_reader.problem());
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
        const Json& config = m_reader.member(file, "config");
        if (!config.is_object())
            return m_reader.refuse("'config' is not an object");
        for (const auto& [key, value] : config.items())
            if (const Result<bool> added = addConfig(m_run->recording().config, key, value); !added)
                m_reader.refuse(added.diagnostics().front().message);
    }

    /// By text; empty if there is none.
    std::vector<std::string_view> savedJsonOf(const Json& file, size_t textCount)
    {
        std::vector<std::string_view> saved(textCount);
        if (!file.contains("modules"))
            return saved;
        for (const Json& module : m_reader.list(file, "modules")) {
            const int64_t text = m_reader.number(module, "text");
            const Json& json = m_reader.member(module, "json");
            if (text >= 0 && size_t(text) < textCount && json.is_string())
                saved[size_t(text)] = json.get_ref<const std::string&>();
            else
                m_reader.refuse("an entry of 'modules' without a text of the trace and its save_json");
        }
        return saved;
    }

    void readInput(const Json& json)
    {
        const size_t text = textIndex(json);
        m_run->setInput(text, diagnosticsOf(json, text));
        m_textOf.push_back(text);
        readConsequences(json, 0);
    }

    void readStep(const Json& json)
    {
        const size_t number = m_run->recording().moduleCount();
        const size_t text = textIndex(json);
        Step step;
        step.pass =
            invocationOf(m_reader.text(json, "pass"), branchFrom(m_reader, m_reader.text(json, "branch")));
        step.previous = previousOf(json);
        step.depth = depthOf(json);
        step.verdict = verdictFrom(m_reader, m_reader.text(json, "verdict"));
        step.durationNs = m_reader.number(json, "durationNs");
        std::vector<PassNote> notes;
        for (const Json& note : m_reader.list(json, "notes"))
            notes.push_back({m_reader.text(note, "message"), nodeOf(note, text, step.previous),
                             tableFrom(m_reader, note)});
        step.notes = std::move(notes);
        step.diagnostics = diagnosticsOf(json, text);
        step.breaches = breachesOf(json, number);
        m_run->add(std::move(step), text);
        m_textOf.push_back(text);
        readConsequences(json, number);
    }

    size_t textIndex(const Json& json)
    {
        const int64_t index = m_reader.number(json, "text");
        if (index >= 0 && size_t(index) < m_textSizes.size())
            return size_t(index);
        m_reader.refuse("'text' names no text of the trace");
        return 0;
    }

    size_t previousOf(const Json& json)
    {
        const int64_t previous = m_reader.number(json, "previous");
        if (previous >= 0 && size_t(previous) < m_run->recording().moduleCount())
            return size_t(previous);
        m_reader.refuse("'previous' names no earlier step");
        return 0;
    }

    size_t depthOf(const Json& json)
    {
        const int64_t depth = json.is_object() && json.contains("depth") ? m_reader.number(json, "depth") : 0;
        if (depth < 0)
            m_reader.refuse("'depth' is negative");
        return size_t(std::max<int64_t>(depth, 0));
    }

    std::optional<Span> spanOf(const Json& json, size_t text)
    {
        return m_reader.span(json, "span", m_textSizes[text]);
    }

    /// What a note is about: in the text of its step, or in the text before it if the step took it out.
    const Node* nodeOf(const Json& note, size_t text, size_t previous)
    {
        const Node* node = m_run->text(text).nodeAt(spanOf(note, text));
        if (node || !note.is_object() || !note.contains("spanBefore"))
            return node;
        const size_t before = m_textOf[previous];
        return m_run->text(before).nodeAt(m_reader.span(note, "spanBefore", m_textSizes[before]));
    }

    /// With places: spans of a recording are computed when it is printed.
    Diagnostics diagnosticsOf(const Json& json, size_t text)
    {
        const auto placeOf = [&](const Json& entry) {
            return m_run->text(text).placeOf(spanOf(entry, text));
        };
        Diagnostics diagnostics;
        for (const Json& entry : m_reader.list(json, "diagnostics")) {
            Diagnostic diagnostic{.severity = severityFrom(m_reader, m_reader.text(entry, "severity")),
                                  .code = m_reader.text(entry, "code"),
                                  .message = m_reader.text(entry, "message"),
                                  .place = placeOf(entry)};
            for (const Json& note : m_reader.list(entry, "notes"))
                diagnostic.notes.push_back(
                    {.message = m_reader.text(note, "message"), .place = placeOf(note)});
            diagnostics.push_back(std::move(diagnostic));
        }
        return diagnostics;
    }

    void readConsequences(const Json& json, size_t number)
    {
        for (const Json& entry : m_reader.list(json, "consequences")) {
            const int64_t step = m_reader.number(entry, "step");
            if (step < 0)
                m_reader.refuse("a consequence before the input");
            m_run->recording().knownConsequences[number].push_back(
                {.step = size_t(step), .note = {.message = m_reader.text(entry, "message")}});
        }
    }

    std::vector<ContractBreach> breachesOf(const Json& json, size_t number)
    {
        std::vector<ContractBreach> breaches;
        if (!json.is_object() || !json.contains("breaches"))
            return breaches;
        Arena& arena = *m_run->recording().arena;
        for (const Json& entry : m_reader.list(json, "breaches"))
            breaches.push_back(
                {.step = number,
                 .pass = m_reader.text(json, "pass"),
                 .property = arena.intern(m_reader.text(entry, "property")),
                 .isConvention = m_reader.member(entry, "isConvention") == true,
                 .message = m_reader.text(entry, "message"),
                 .notes = textsFrom(m_reader, m_reader.list(entry, "notes"), "an entry of 'notes'"),
                 .exemption = m_reader.text(entry, "exemption")});
        return breaches;
    }

    const RunReading& m_reading;
    Reader m_reader;
    std::optional<RunBuilder> m_run;
    std::vector<size_t> m_textSizes; ///< by index of the file
    std::vector<size_t> m_textOf;    ///< by module number: its text
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

} // namespace

Result<RecordedRun> runFromJson(const std::string& json, const std::string& name, const RunReading& reading)
{
    if (looksLikeEventLines(json))
        return runFromEventLines(name, json, std::filesystem::path(name).parent_path().string(), reading);
    LongLists lists = listsOfSteps();
    Json file = parseJson(json, helpersFor(json.size()), &lists);
    if (file.is_discarded())
        return notJson();
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
