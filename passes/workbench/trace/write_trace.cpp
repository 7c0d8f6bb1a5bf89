#include "core/ir/node_places.h"
#include "core/script/json/tvm_json.h"
#include "core/support/version.h"
#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/distinct_texts.h"
#include "passes/workbench/trace/json_text.h"
#include "passes/workbench/trace/pass_json.h"
#include "passes/workbench/trace/trace_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace tir {
namespace {

/// Every distinct text once, in the open list of a file.
class TextTable {
public:
    explicit TextTable(JsonText& list) : m_list(list) {}

    size_t indexOf(std::string_view text)
    {
        const size_t sizeBefore = m_list.text().size();
        m_list.value(text);
        const size_t begin = m_list.text().find('"', sizeBefore);
        const std::string_view written = std::string_view(m_list.text()).substr(begin);
        const auto [index, isNew] = m_texts.add(text, [&](size_t known) {
            return m_list.text().compare(m_written[known].begin, m_written[known].size, written) == 0;
        });
        if (isNew)
            m_written.push_back({begin, written.size()});
        else
            m_list.shorten(sizeBefore);
        return index;
    }

private:
    struct Written {
        size_t begin; ///< position of its output
        size_t size;
    };

    JsonText& m_list;
    DistinctTexts m_texts;
    std::vector<Written> m_written; ///< for each text, in the list
};

class Writer {
public:
    explicit Writer(const RecordedRun& run) : m_run(run), m_recording(*run.recording) {}

    std::string write()
    {
        const SourceText& source = m_run.program.source;
        m_file.beginObject();
        m_file.field("format", std::string_view(TraceFormatName));
        m_file.field("version", TraceFormatVersion);
        m_file.field("tool", std::string_view(version()));
        m_file.key("source");
        m_file.beginObject();
        m_file.field("name", std::string_view(source.name()));
        m_file.field("text", std::string_view(source.text()));
        m_file.endObject();
        m_file.field("pipeline", std::string_view(m_recording.pipeline));
        m_file.field("mode", std::string_view(m_recording.mode == Mode::Sound ? "sound" : "as-tvm"));
        if (!m_recording.config.empty())
            writeConfig("config", tir::toJson(m_recording.config));
        if (!m_recording.tvmConfig.empty())
            writeConfig("tvmConfig", tir::toJson(m_recording.tvmConfig));
        // Texts are most of the file, so that they are written where they belong. Their indices are known afterwards.
        m_file.key("texts");
        m_file.beginList();
        JsonText input(1);
        m_json = &input;
        input.beginObject();
        writeModule(0);
        input.endObject();
        JsonText steps(1);
        m_json = &steps;
        steps.beginList();
        for (size_t number = 1; number < m_recording.moduleCount(); ++number)
            writeStep(number);
        steps.endList();
        m_file.endList();
        if (!m_fromJson.empty())
            writeModules();
        m_file.key("input");
        m_file.raw(input.text());
        m_file.key("steps");
        m_file.raw(steps.text());
        m_file.endObject();
        std::string json = m_file.take();
        json += '\n';
        return json;
    }

private:
    void writeConfig(std::string_view name, const nlohmann::ordered_json& config)
    {
        m_file.key(name);
        m_file.beginObject();
        for (const auto& [key, value] : config.items()) {
            m_file.key(key);
            m_file.raw(value.dump());
        }
        m_file.endObject();
    }

    void writeModules()
    {
        m_file.key("modules");
        m_file.beginList();
        for (const auto& [text, number] : m_fromJson) {
            m_file.beginObject();
            m_file.field("text", text);
            m_file.field("json", std::string_view(toTvmJson(m_recording.module(number))));
            m_file.endObject();
        }
        m_file.endList();
    }

    void writeText(std::string_view name, std::string_view text) { m_json->field(name, text); }

    template <class List, class Write>
    void writeList(std::string_view name, const List& list, Write&& writeElement)
    {
        m_json->key(name);
        m_json->beginList();
        for (const auto& element : list)
            writeElement(element);
        m_json->endList();
    }

    void writeTexts(std::string_view name, const std::vector<std::string>& texts)
    {
        writeList(name, texts, [&](const std::string& text) { m_json->value(std::string_view(text)); });
    }

    /// An error at the end of a text has a span after the end, which is clipped in the file.
    void writeSpan(const std::optional<Span>& span)
    {
        m_json->key("span");
        if (span)
            writeRange(*span, m_text);
        else
            m_json->null();
    }

    void writeRange(const Span& span, const StepText& text)
    {
        const auto size = uint32_t(text.source.text().size());
        m_json->beginList();
        m_json->value(std::min(span.begin, size));
        m_json->value(std::min(span.end, size));
        m_json->endList();
    }

    /// A program from outside may be readable only with its definitions; its print is always readable.
    StepText textOf(size_t number) const
    {
        return m_run.texts.empty() ? printedText(m_recording.module(number), {}) : m_run.text(number);
    }

    /// Members that the input and every step have.
    void writeModule(size_t number)
    {
        if (!m_recording.repeatsModule(number)) {
            m_text = textOf(number);
            m_index = m_texts.indexOf(m_text.source.text());
            if (!m_run.texts.empty() && m_run.texts[number]->isFromJson)
                m_fromJson.emplace(m_index, number);
        }
        m_json->field("text", m_index);
        writeList("diagnostics", m_run.diagnostics(number, m_text), [&](const Diagnostic& diagnostic) {
            m_json->beginObject();
            writeText("severity", SeverityNames[size_t(diagnostic.severity)]);
            writeText("code", diagnostic.code);
            writeText("message", diagnostic.message);
            writeSpan(diagnostic.span);
            writeList("notes", diagnostic.notes, [&](const DiagnosticNote& note) {
                m_json->beginObject();
                writeText("message", note.message);
                writeSpan(note.span);
                m_json->endObject();
            });
            m_json->endObject();
        });
        writeList("consequences", consequencesOf(m_recording, number), [&](const Consequence& consequence) {
            m_json->beginObject();
            m_json->field("step", consequence.step);
            writeText("message", consequence.note.message);
            m_json->endObject();
        });
    }

    void writeStep(size_t number)
    {
        const Step& step = m_recording.steps[number - 1];
        m_json->beginObject();
        writeText("pass", toString(step.pass));
        writeText("branch", toString(step.pass.branch));
        m_json->field("previous", step.previous);
        writeText("verdict", toString(step.verdict));
        if (step.depth > 0)
            m_json->field("depth", step.depth);
        writeModule(number);
        m_json->field("durationNs", step.durationNs);
        writeNotes(step);
        writeList("breaches", step.breaches, [&](const ContractBreach& breach) {
            m_json->beginObject();
            writeText("property", breach.property);
            writeText("message", breach.message);
            writeTexts("notes", breach.notes);
            m_json->field("isConvention", breach.isConvention);
            writeText("exemption", breach.exemption);
            m_json->endObject();
        });
        m_json->endObject();
    }

    /// What the step took out, for example an allocation that it merged, is in the text before it.
    void writeNotes(const Step& step)
    {
        std::vector<const Node*> nodes;
        for (const PassNote& note : step.notes)
            nodes.push_back(note.node);
        const NodePlaces places(m_text.places, nodes);
        std::vector<const Node*> removed;
        for (const Node* node : nodes)
            for (bool isRemoved = places.placeOf(node) == NoPlace; node && isRemoved; node = node->origin)
                removed.push_back(node);
        const StepText before = removed.empty() ? StepText() : textOf(step.previous);
        const NodePlaces placesBefore(before.places, removed);
        writeList("notes", step.notes, [&](const PassNote& note) {
            m_json->beginObject();
            writeText("message", note.message);
            const Place place = places.placeOf(note.node);
            writeSpan(m_text.spanOf(place));
            if (place == NoPlace)
                writeSpanBefore(note.node, before, placesBefore);
            m_json->key("table");
            if (note.table) {
                m_json->beginObject();
                writeTexts("columns", note.table->columns);
                writeList("rows", note.table->rows, [&](const std::vector<std::string>& row) {
                    m_json->beginList();
                    for (const std::string& cell : row)
                        m_json->value(std::string_view(cell));
                    m_json->endList();
                });
                m_json->endObject();
            } else {
                m_json->null();
            }
            m_json->endObject();
        });
    }

    /// Of the node, or of the one that it was made from.
    void writeSpanBefore(const Node* node, const StepText& before, const NodePlaces& places)
    {
        while (node && places.placeOf(node) == NoPlace)
            node = node->origin;
        const std::optional<Span> span = before.spanOf(places.placeOf(node));
        if (!span)
            return;
        m_json->key("spanBefore");
        writeRange(*span, before);
    }

    const RecordedRun& m_run;
    const Recording& m_recording;
    JsonText m_file;
    TextTable m_texts{m_file};
    JsonText* m_json = nullptr; ///< where the input or the steps go
    StepText m_text;            ///< of the last module
    std::map<size_t, size_t>
        m_fromJson; ///< by text: the number of the module, if it was read from its save_json
    size_t m_index = 0;
};

} // namespace

std::string toJson(const RecordedRun& run)
{
    return Writer(run).write();
}

} // namespace tir
