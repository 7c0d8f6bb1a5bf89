/// Reads the modules of a trace file, the input and the steps, into a builder.

#pragma once

#include "passes/workbench/trace/run_builder.h"
#include "passes/workbench/trace/trace_members.h"

namespace tir {

class StepReader {
public:
    using Json = TraceMembers::Json;

    /// The builder has the texts of the file, with these sizes.
    StepReader(TraceMembers& members, RunBuilder& run, std::vector<size_t> textSizes)
        : m_members(members),
          m_run(run),
          m_textSizes(std::move(textSizes))
    {}

    void readInput(const Json& json);
    void readStep(const Json& json);

private:
    size_t textIndex(const Json& json);
    size_t previousOf(const Json& json);
    size_t depthOf(const Json& json);
    std::optional<Span> spanOf(const Json& json, size_t text);
    const Node* nodeOf(const Json& note, size_t text, size_t previous);
    std::vector<PassNote> notesOf(const Json& json, size_t text, size_t previous);
    Diagnostics diagnosticsOf(const Json& json, size_t text);
    void readConsequences(const Json& json, size_t number);
    std::vector<ContractBreach> breachesOf(const Json& json, size_t number);

    TraceMembers& m_members;
    RunBuilder& m_run;
    std::vector<size_t> m_textSizes; ///< by index of the file
    std::vector<size_t> m_textOf;    ///< by module number: its text
};

} // namespace tir
