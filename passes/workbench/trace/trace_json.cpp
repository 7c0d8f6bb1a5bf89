/// The JSON side of trace_file.h.

#include "core/script/json/tvm_json.h"
#include "core/support/version.h"
#include "passes/workbench/trace/recorded_contracts.h"
#include "passes/workbench/trace/trace_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

constexpr int FormatVersion = 1;
constexpr std::string_view FormatName = "tirscope-trace";

constexpr Verdict Verdicts[] = {Verdict::Unchanged, Verdict::Changed,  Verdict::IllFormed, Verdict::Failed,
                                Verdict::Missing,   Verdict::Imported, Verdict::Unread};
constexpr std::string_view SeverityNames[] = {"note", "warning", "error"};

// ---- writing

Json spanJson(const std::optional<Span>& span)
{
    return span ? Json::array({span->begin, span->end}) : Json(nullptr);
}

Json diagnosticJson(const Diagnostic& diagnostic)
{
    Json json;
    json["severity"] = SeverityNames[size_t(diagnostic.severity)];
    json["code"] = diagnostic.code;
    json["message"] = diagnostic.message;
    json["span"] = spanJson(diagnostic.span);
    Json& notes = json["notes"] = Json::array();
    for (const DiagnosticNote& note : diagnostic.notes) {
        Json& entry = notes.emplace_back();
        entry["message"] = note.message;
        entry["span"] = spanJson(note.span);
    }
    return json;
}

Json diagnosticsJson(const Diagnostics& diagnostics)
{
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics)
        list.push_back(diagnosticJson(diagnostic));
    return list;
}

Json consequencesJson(const TraceStep& step)
{
    Json list = Json::array();
    for (const TraceConsequence& consequence : step.consequences)
        list.push_back({{"step", consequence.step}, {"message", consequence.message}});
    return list;
}

Json tableJson(const std::shared_ptr<const NoteTable>& table)
{
    return table ? Json({{"columns", table->columns}, {"rows", table->rows}}) : Json(nullptr);
}

Json noteJson(const TraceNote& note)
{
    Json json;
    json["message"] = note.message;
    json["span"] = spanJson(note.span);
    json["table"] = tableJson(note.table);
    return json;
}

Json stepJson(const TraceStep& step)
{
    Json json;
    json["pass"] = step.pass;
    json["branch"] = toString(step.branch);
    json["previous"] = step.previous;
    json["verdict"] = toString(step.verdict);
    json["text"] = step.text;
    json["durationNs"] = step.durationNs;
    Json& notes = json["notes"] = Json::array();
    for (const TraceNote& note : step.notes)
        notes.push_back(noteJson(note));
    json["diagnostics"] = diagnosticsJson(step.diagnostics);
    json["consequences"] = consequencesJson(step);
    json["breaches"] = breachesJson(step);
    return json;
}

Json inputJson(const TraceStep& step)
{
    Json json;
    json["text"] = step.text;
    json["diagnostics"] = diagnosticsJson(step.diagnostics);
    json["consequences"] = consequencesJson(step);
    return json;
}

// ---- reading

/// Reads members by type and remembers the first one that is not as it should be.
class Reader {
public:
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
        refuse("'" + key + "' is no string");
        return {};
    }

    int64_t number(const Json& object, const std::string& key)
    {
        const Json& value = member(object, key);
        if (value.is_number_integer())
            return value.get<int64_t>();
        refuse("'" + key + "' is no integer");
        return 0;
    }

    const Json& list(const Json& object, const std::string& key)
    {
        static const Json Empty = Json::array();
        const Json& value = member(object, key);
        if (value.is_array())
            return value;
        refuse("'" + key + "' is no list");
        return Empty;
    }

    /// A span within `text`.
    std::optional<Span> span(const Json& object, const std::string& text)
    {
        const Json& value = member(object, "span");
        if (value.is_null())
            return std::nullopt;
        if (value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
            value[1].is_number_unsigned()) {
            const uint64_t begin = value[0].get<uint64_t>();
            const uint64_t end = value[1].get<uint64_t>();
            if (begin <= end && end <= text.size())
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
    std::string m_problem;
};

Verdict verdictFrom(Reader& reader, const std::string& name)
{
    for (const Verdict verdict : Verdicts)
        if (name == toString(verdict))
            return verdict;
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

/// Of the steps read so far.
size_t previousFrom(Reader& reader, const Json& object, const Trace& trace)
{
    const int64_t previous = reader.number(object, "previous");
    if (previous >= 0 && size_t(previous) < trace.steps.size())
        return size_t(previous);
    reader.refuse("'previous' names no earlier step");
    return 0;
}

Severity severityFrom(Reader& reader, const std::string& name)
{
    for (size_t index = 0; index < std::size(SeverityNames); ++index)
        if (name == SeverityNames[index])
            return Severity(index);
    reader.refuse("unknown severity '" + name + "'");
    return Severity::Error;
}

Diagnostics diagnosticsFrom(Reader& reader, const Json& object, const std::string& text)
{
    Diagnostics diagnostics;
    for (const Json& entry : reader.list(object, "diagnostics")) {
        Diagnostic diagnostic;
        diagnostic.severity = severityFrom(reader, reader.text(entry, "severity"));
        diagnostic.code = reader.text(entry, "code");
        diagnostic.message = reader.text(entry, "message");
        diagnostic.span = reader.span(entry, text);
        for (const Json& note : reader.list(entry, "notes"))
            diagnostic.notes.push_back(
                {.message = reader.text(note, "message"), .place = NoPlace, .span = reader.span(note, text)});
        diagnostics.push_back(std::move(diagnostic));
    }
    return diagnostics;
}

size_t textIndexFrom(Reader& reader, const Json& object, const Trace& trace)
{
    const int64_t index = reader.number(object, "text");
    if (index >= 0 && size_t(index) < trace.texts.size())
        return size_t(index);
    reader.refuse("'text' names no text of the trace");
    return 0;
}

std::vector<TraceConsequence> consequencesFrom(Reader& reader, const Json& object)
{
    std::vector<TraceConsequence> consequences;
    for (const Json& entry : reader.list(object, "consequences")) {
        const int64_t step = reader.number(entry, "step");
        if (step < 0)
            reader.refuse("a consequence before the input");
        consequences.push_back({size_t(step), reader.text(entry, "message")});
    }
    return consequences;
}

std::vector<std::string> textsFrom(Reader& reader, const Json& list)
{
    std::vector<std::string> texts;
    for (const Json& text : list) {
        if (!text.is_string())
            reader.refuse("a cell of a table is no string");
        texts.push_back(text.is_string() ? text.get<std::string>() : "");
    }
    return texts;
}

std::shared_ptr<const NoteTable> tableFrom(Reader& reader, const Json& note)
{
    if (!note.is_object() || !note.contains("table") || note["table"].is_null())
        return nullptr;
    const Json& json = note["table"];
    NoteTable table{.columns = textsFrom(reader, reader.list(json, "columns")), .rows = {}};
    for (const Json& row : reader.list(json, "rows")) {
        table.rows.push_back(textsFrom(reader, row.is_array() ? row : Json::array()));
        if (table.rows.back().size() != table.columns.size())
            reader.refuse("a row of a table without a cell for every column");
    }
    return std::make_shared<NoteTable>(std::move(table));
}

std::vector<TraceBreach> breachesFrom(Reader& reader, const Json& object)
{
    std::vector<TraceBreach> breaches;
    if (!object.is_object() || !object.contains("breaches"))
        return breaches;
    for (const Json& entry : reader.list(object, "breaches")) {
        TraceBreach breach{.property = reader.text(entry, "property"),
                           .message = reader.text(entry, "message"),
                           .notes = {},
                           .isConvention = reader.member(entry, "isConvention") == true,
                           .exemption = reader.text(entry, "exemption")};
        breach.notes = textsFrom(reader, reader.list(entry, "notes"));
        breaches.push_back(std::move(breach));
    }
    return breaches;
}

TraceStep inputFrom(Reader& reader, const Json& entry, const Trace& trace)
{
    TraceStep step;
    step.text = textIndexFrom(reader, entry, trace);
    step.diagnostics = diagnosticsFrom(reader, entry, trace.texts[step.text]);
    step.consequences = consequencesFrom(reader, entry);
    step.verdict = hasError(step.diagnostics) ? Verdict::IllFormed : Verdict::Unchanged;
    return step;
}

TraceStep stepFrom(Reader& reader, const Json& entry, const Trace& trace)
{
    TraceStep step;
    step.pass = reader.text(entry, "pass");
    step.branch = branchFrom(reader, reader.text(entry, "branch"));
    step.previous = previousFrom(reader, entry, trace);
    step.verdict = verdictFrom(reader, reader.text(entry, "verdict"));
    step.text = textIndexFrom(reader, entry, trace);
    step.durationNs = reader.number(entry, "durationNs");
    const std::string& text = trace.texts[step.text];
    for (const Json& note : reader.list(entry, "notes"))
        step.notes.push_back({.message = reader.text(note, "message"),
                              .span = reader.span(note, text),
                              .table = tableFrom(reader, note)});
    step.diagnostics = diagnosticsFrom(reader, entry, text);
    step.consequences = consequencesFrom(reader, entry);
    step.breaches = breachesFrom(reader, entry);
    return step;
}

} // namespace

std::string toJson(const Trace& trace)
{
    Json steps = Json::array();
    for (size_t number = 1; number < trace.steps.size(); ++number)
        steps.push_back(stepJson(trace.steps[number]));
    Json file;
    file["format"] = FormatName;
    file["version"] = FormatVersion;
    file["tool"] = version();
    file["source"] = {{"name", trace.sourceName}, {"text", trace.sourceText}};
    file["pipeline"] = trace.pipeline;
    file["mode"] = trace.mode == Mode::Sound ? "sound" : "as-tvm";
    file["texts"] = trace.texts;
    file["input"] = inputJson(trace.steps.front());
    file["steps"] = std::move(steps);
    return file.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Trace> traceFromJson(const std::string& json)
{
    const Json file = Json::parse(json, nullptr, false);
    if (file.is_discarded())
        return error("bad-trace", "this is no JSON");
    Reader reader;
    if (reader.text(file, "format") != FormatName)
        return error("bad-trace",
                     "this is no trace of ours: 'format' is not \"" + std::string(FormatName) + "\"");
    if (reader.number(file, "version") != FormatVersion)
        return error("bad-trace", "this trace has another version than " + std::to_string(FormatVersion));

    Trace trace;
    const Json& source = reader.member(file, "source");
    trace.sourceName = reader.text(source, "name");
    trace.sourceText = reader.text(source, "text");
    trace.pipeline = reader.text(file, "pipeline");
    const std::string mode = reader.text(file, "mode");
    if (mode != "sound" && mode != "as-tvm")
        reader.refuse("unknown mode '" + mode + "'");
    trace.mode = mode == "sound" ? Mode::Sound : Mode::AsTvm;
    for (const Json& text : reader.list(file, "texts")) {
        if (!text.is_string())
            return error("bad-trace", "an entry of 'texts' is no string");
        trace.texts.push_back(text.get<std::string>());
    }
    if (trace.texts.empty())
        return error("bad-trace", "the trace holds no text");
    trace.steps.push_back(inputFrom(reader, reader.member(file, "input"), trace));
    for (const Json& step : reader.list(file, "steps"))
        trace.steps.push_back(stepFrom(reader, step, trace));
    for (const TraceStep& step : trace.steps)
        for (const TraceConsequence& consequence : step.consequences)
            if (consequence.step >= trace.steps.size())
                reader.refuse("a consequence behind the last step");
    if (!reader.problem().empty())
        return error("bad-trace", "damaged trace: " + reader.problem());
    // What wrote no breaches has checked no contracts.
    if (std::ranges::none_of(file["steps"], [](const Json& step) { return step.contains("breaches"); }))
        addBreaches(trace);
    return trace;
}

bool looksLikeTrace(std::string_view bytes)
{
    const size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{' && !looksLikeTvmJson(bytes);
}

} // namespace tir
