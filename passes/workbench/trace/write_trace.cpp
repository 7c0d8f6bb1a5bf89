#include "core/ir/place_index.h"
#include "core/support/version.h"
#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/recorded_contracts.h"
#include "passes/workbench/trace/trace_file.h"
#include "passes/workbench/trace/trace_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

/// Gives equal texts one index.
class TextTable {
public:
    size_t indexOf(std::string_view text)
    {
        const size_t hash = std::hash<std::string_view>()(text);
        const auto [begin, end] = m_indices.equal_range(hash);
        for (auto entry = begin; entry != end; ++entry)
            if (m_texts[entry->second] == text)
                return entry->second;
        m_indices.emplace(hash, m_texts.size());
        m_texts.emplace_back(text);
        return m_texts.size() - 1;
    }

    std::vector<std::string> take() { return std::move(m_texts); }

private:
    std::vector<std::string> m_texts;
    std::unordered_multimap<size_t, size_t> m_indices; ///< by hash: texts may be large
};

/// An error at the end of a text has a span behind it, which ends with the text in the file.
Json spanJson(const std::optional<Span>& span, const SourceText& text)
{
    const auto size = uint32_t(text.text().size());
    return span ? Json::array({std::min(span->begin, size), std::min(span->end, size)}) : Json(nullptr);
}

Json diagnosticsJson(const Diagnostics& diagnostics, const SourceText& text)
{
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        Json notes = Json::array();
        for (const DiagnosticNote& note : diagnostic.notes)
            notes.push_back({{"message", note.message}, {"span", spanJson(note.span, text)}});
        list.push_back({{"severity", SeverityNames[size_t(diagnostic.severity)]},
                        {"code", diagnostic.code},
                        {"message", diagnostic.message},
                        {"span", spanJson(diagnostic.span, text)},
                        {"notes", std::move(notes)}});
    }
    return list;
}

Json consequencesJson(const std::vector<Consequence>& consequences)
{
    Json list = Json::array();
    for (const Consequence& consequence : consequences)
        list.push_back({{"step", consequence.step}, {"message", consequence.note.message}});
    return list;
}

class Writer {
public:
    explicit Writer(const RecordedRun& run) : m_run(run), m_recording(*run.recording) {}

    std::string write()
    {
        Json input = moduleJson(0);
        Json steps = Json::array();
        for (size_t number = 1; number < m_recording.moduleCount(); ++number)
            steps.push_back(stepJson(number));
        const SourceText& source = m_run.program.source;
        Json file;
        file["format"] = TraceFormatName;
        file["version"] = TraceFormatVersion;
        file["tool"] = version();
        file["source"] = {{"name", source.name()}, {"text", source.text()}};
        file["pipeline"] = m_recording.pipeline;
        file["mode"] = m_recording.mode == Mode::Sound ? "sound" : "as-tvm";
        file["texts"] = m_texts.take();
        file["input"] = std::move(input);
        file["steps"] = std::move(steps);
        return file.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    }

private:
    /// What the input and every step have.
    Json moduleJson(size_t number)
    {
        if (!m_recording.repeatsModule(number)) {
            m_places.reset();
            // A program from outside may read only with what was defined for it; its print always reads.
            m_text = m_run.texts.empty() ? printedText(m_recording.module(number), {}) : m_run.text(number);
            m_index = m_texts.indexOf(m_text.source.text());
        }
        return {{"text", m_index},
                {"diagnostics", diagnosticsJson(m_run.diagnostics(number, m_text), m_text.source)},
                {"consequences", consequencesJson(consequencesOf(m_recording, number))}};
    }

    Json stepJson(size_t number)
    {
        const Step& step = m_recording.steps[number - 1];
        Json json = {{"pass", toString(step.pass)},
                     {"branch", toString(step.pass.branch)},
                     {"previous", step.previous},
                     {"verdict", toString(step.verdict)}};
        if (step.depth > 0)
            json["depth"] = step.depth;
        json.update(moduleJson(number));
        json["durationNs"] = step.durationNs;
        json["notes"] = notesJson(step);
        json["breaches"] = toJson(step.breaches);
        return json;
    }

    Json notesJson(const Step& step)
    {
        Json list = Json::array();
        for (const PassNote& note : step.notes) {
            if (!m_places)
                m_places.emplace(m_text.places);
            list.push_back(
                {{"message", note.message},
                 {"span", spanJson(m_text.spanOf(m_places->placeOf(note.node)), m_text.source)},
                 {"table", note.table ? Json({{"columns", note.table->columns}, {"rows", note.table->rows}})
                                      : Json(nullptr)}});
        }
        return list;
    }

    const RecordedRun& m_run;
    const Recording& m_recording;
    TextTable m_texts;
    StepText m_text; ///< of the last module
    size_t m_index = 0;
    std::optional<PlaceIndex> m_places; ///< of that text, once a note needs it
};

} // namespace

std::string toJson(const RecordedRun& run)
{
    return Writer(run).write();
}

} // namespace tir
