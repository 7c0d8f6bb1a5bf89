#include "passes/workbench/trace/step_reader.h"

#include "passes/workbench/trace/trace_file.h"

#include <algorithm>

namespace tir {
namespace {

using Json = TraceMembers::Json;

constexpr Verdict Verdicts[] = {Verdict::Unchanged, Verdict::Changed,        Verdict::IllFormed,
                                Verdict::Failed,    Verdict::NotImplemented, Verdict::Imported,
                                Verdict::Unread};

Verdict verdictFrom(TraceMembers& members, const std::string& name)
{
    for (const Verdict verdict : Verdicts)
        if (name == toString(verdict))
            return verdict;
    // As earlier versions wrote them.
    if (name == "missing")
        return Verdict::NotImplemented;
    if (name == "imported")
        return Verdict::Imported;
    members.refuse("unknown verdict '" + name + "'");
    return Verdict::Failed;
}

Branch branchFrom(TraceMembers& members, const std::string& name)
{
    for (const Branch branch : {Branch::Common, Branch::Host, Branch::Device})
        if (name == toString(branch))
            return branch;
    members.refuse("unknown branch '" + name + "'");
    return Branch::Common;
}

Severity severityFrom(TraceMembers& members, const std::string& name)
{
    for (size_t index = 0; index < std::size(SeverityNames); ++index)
        if (name == SeverityNames[index])
            return Severity(index);
    members.refuse("unknown severity '" + name + "'");
    return Severity::Error;
}

std::shared_ptr<const NoteTable> tableFrom(TraceMembers& members, const Json& note)
{
    if (!note.is_object() || !note.contains("table") || note["table"].is_null())
        return nullptr;
    const Json& json = note["table"];
    NoteTable table{.columns = members.texts(members.list(json, "columns"), "a cell of a table"), .rows = {}};
    for (const Json& row : members.list(json, "rows")) {
        table.rows.push_back(members.texts(row.is_array() ? row : Json::array(), "a cell of a table"));
        if (table.rows.back().size() != table.columns.size())
            members.refuse("a row of a table without a cell for every column");
    }
    return std::make_shared<NoteTable>(std::move(table));
}

} // namespace

void StepReader::readInput(const Json& json)
{
    const size_t text = textIndex(json);
    m_run.setInput(text, diagnosticsOf(json, text));
    m_textOf.push_back(text);
    readConsequences(json, 0);
}

void StepReader::readStep(const Json& json)
{
    const size_t number = m_run.recording().moduleCount();
    const size_t text = textIndex(json);
    Step step;
    step.pass =
        invocationOf(m_members.text(json, "pass"), branchFrom(m_members, m_members.text(json, "branch")));
    step.previous = previousOf(json);
    step.depth = depthOf(json);
    step.verdict = verdictFrom(m_members, m_members.text(json, "verdict"));
    step.durationNs = m_members.number(json, "durationNs");
    step.notes = notesOf(json, text, step.previous);
    step.diagnostics = diagnosticsOf(json, text);
    step.breaches = breachesOf(json, number);
    m_run.add(std::move(step), text);
    m_textOf.push_back(text);
    readConsequences(json, number);
}

size_t StepReader::textIndex(const Json& json)
{
    const int64_t index = m_members.number(json, "text");
    if (index >= 0 && size_t(index) < m_textSizes.size())
        return size_t(index);
    m_members.refuse("'text' names no text of the trace");
    return 0;
}

size_t StepReader::previousOf(const Json& json)
{
    const int64_t previous = m_members.number(json, "previous");
    if (previous >= 0 && size_t(previous) < m_run.recording().moduleCount())
        return size_t(previous);
    m_members.refuse("'previous' names no earlier step");
    return 0;
}

size_t StepReader::depthOf(const Json& json)
{
    const int64_t depth = json.is_object() && json.contains("depth") ? m_members.number(json, "depth") : 0;
    if (depth < 0)
        m_members.refuse("'depth' is negative");
    return size_t(std::max<int64_t>(depth, 0));
}

std::optional<Span> StepReader::spanOf(const Json& json, size_t text)
{
    return m_members.span(json, "span", m_textSizes[text]);
}

/// What a note is about: in the text of its step, or in the text before it if the step took it out.
const Node* StepReader::nodeOf(const Json& note, size_t text, size_t previous)
{
    const Node* node = m_run.text(text).nodeAt(spanOf(note, text));
    if (node || !note.is_object() || !note.contains("spanBefore"))
        return node;
    const size_t before = m_textOf[previous];
    return m_run.text(before).nodeAt(m_members.span(note, "spanBefore", m_textSizes[before]));
}

std::vector<PassNote> StepReader::notesOf(const Json& json, size_t text, size_t previous)
{
    std::vector<PassNote> notes;
    for (const Json& note : m_members.list(json, "notes"))
        notes.push_back(
            {m_members.text(note, "message"), nodeOf(note, text, previous), tableFrom(m_members, note)});
    return notes;
}

/// With places: spans of a recording are computed when it is printed.
Diagnostics StepReader::diagnosticsOf(const Json& json, size_t text)
{
    const auto placeOf = [&](const Json& entry) { return m_run.text(text).placeOf(spanOf(entry, text)); };
    Diagnostics diagnostics;
    for (const Json& entry : m_members.list(json, "diagnostics")) {
        Diagnostic diagnostic{.severity = severityFrom(m_members, m_members.text(entry, "severity")),
                              .code = m_members.text(entry, "code"),
                              .message = m_members.text(entry, "message"),
                              .place = placeOf(entry)};
        for (const Json& note : m_members.list(entry, "notes"))
            diagnostic.notes.push_back({.message = m_members.text(note, "message"), .place = placeOf(note)});
        diagnostics.push_back(std::move(diagnostic));
    }
    return diagnostics;
}

void StepReader::readConsequences(const Json& json, size_t number)
{
    for (const Json& entry : m_members.list(json, "consequences")) {
        const int64_t step = m_members.number(entry, "step");
        if (step < 0)
            m_members.refuse("a consequence before the input");
        m_run.recording().knownConsequences[number].push_back(
            {.step = size_t(step), .note = {.message = m_members.text(entry, "message")}});
    }
}

std::vector<ContractBreach> StepReader::breachesOf(const Json& json, size_t number)
{
    std::vector<ContractBreach> breaches;
    if (!json.is_object() || !json.contains("breaches"))
        return breaches;
    Arena& arena = *m_run.recording().arena;
    for (const Json& entry : m_members.list(json, "breaches"))
        breaches.push_back({.step = number,
                            .pass = m_members.text(json, "pass"),
                            .property = arena.intern(m_members.text(entry, "property")),
                            .isConvention = m_members.member(entry, "isConvention") == true,
                            .message = m_members.text(entry, "message"),
                            .notes = m_members.texts(m_members.list(entry, "notes"), "an entry of 'notes'"),
                            .exemption = m_members.text(entry, "exemption")});
    return breaches;
}

} // namespace tir
