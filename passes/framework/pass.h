/// A pass: a pure function from module to module, with a name, options and a contract. It does not print, log, parse,
/// time or verify; the pass manager does, invisibly to the pass.

#pragma once

#include "core/analysis/verify/module_property.h"
#include "core/ir/module.h"
#include "core/support/result.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// Faithful to TVM, including its known defects; or with our corrections.
enum class Mode : uint8_t { AsTvm, Sound };

/// The data of a decision, shown as a table.
struct NoteTable {
    /// The statement that a row is about; views show its line.
    struct Subject {
        const Node* statement = nullptr; ///< in the module before or after
        bool isEnd = false;              ///< the row is about its last line
    };
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows; ///< as many cells as columns
    std::vector<Subject> subjects = {};         ///< by row; empty: the rows are not about statements
};

/// A decision of a pass and its reason: which rule applied, what was captured, why nothing changed.
struct PassNote {
    std::string message;
    const Node* node = nullptr; ///< in the module before or after; null: the whole module
    std::shared_ptr<const NoteTable> table = nullptr;
};

/// Sink for formatted notes.
class NoteWriter {
public:
    explicit NoteWriter(std::vector<PassNote>& notes) : m_notes(notes) {}

    void note(std::string message, const Node* node = nullptr)
    {
        m_notes.push_back({std::move(message), node});
    }
    void note(std::string message, const Node* node, NoteTable table)
    {
        m_notes.push_back({std::move(message), node, std::make_shared<NoteTable>(std::move(table))});
    }
    void note(PassNote note) { m_notes.push_back(std::move(note)); }

private:
    std::vector<PassNote>& m_notes;
};

/// Formats one or more notes.
using NoteMaker = std::function<void(NoteWriter&)>;

/// A known TVM defect that affects this program and was reproduced; the sound mode corrects it instead.
struct DefectReport {
    std::string_view code; ///< one of passes/framework/tvm_defects.h
    std::string message;
    const Node* node = nullptr; ///< in the module before or after
};

/// An argument of a pass in constructor form: `ThreadSync("shared")`, `Merge…(mode="legacy")`.
using PassArgument = std::variant<bool, int64_t, double, std::string>;

/// The module that a pass runs on: after the split, host and device code are separate modules.
enum class Branch : uint8_t { Common, Host, Device };
std::string_view toString(Branch branch); ///< "host module"; empty for Common

/// A pass with its arguments.
struct PassInvocation {
    std::string name; ///< TVM's, without prefix: "BindTarget"
    std::vector<PassArgument> positional;
    std::map<std::string, PassArgument> named;
    Branch branch = Branch::Common;
    /// Of a pass of the user's own TVM, with prefix: "s_tir.ThreadSync"; empty for a pass of ours.
    std::string tvmName = {};
    /// Of a step that another compiler recorded: the name with prefix, "mine.Merge"; empty otherwise.
    std::string recordedName = {};

    /// The named argument, else the positional one at `position`; null if neither is given.
    const PassArgument* argument(std::string_view argumentName, size_t position) const;
    bool operator==(const PassInvocation&) const = default;
};

/// `MergeSharedMemoryAllocations(mode="legacy")`; no parentheses without arguments. A pass of the user's own TVM is
/// `tvm("s_tir.ThreadSync", "shared")`.
std::string toString(const PassInvocation& invocation);

/// Parses a comma-separated list in constructor form. Prefixes (`tirx.`, `s_tir.`) are dropped, except in `tvm(…)`.
Result<std::vector<PassInvocation>> parseInvocations(std::string_view text);

/// TVM's pass configuration ("tirx.merge_static_smem"); unknown keys are rejected where they are set.
using PassConfig = std::map<std::string, PassArgument, std::less<>>;
/// The integer or boolean under `key`.
int64_t numberOf(const PassConfig& config, std::string_view key, int64_t fallback);
inline bool isOn(const PassConfig& config, std::string_view key)
{
    return numberOf(config, key, 0) != 0;
}

/// The environment of a pass: arena, arguments, target and mode; and the sink for its notes.
class PassContext {
public:
    PassContext(Arena& arena, const PassInvocation& invocation, const PassConfig& config,
                const Target* target, Mode mode, bool takesNotes = true)
        : m_arena(arena),
          m_invocation(invocation),
          m_config(config),
          m_target(target),
          m_mode(mode),
          m_takesNotes(takesNotes)
    {}

    Arena& arena() { return m_arena; }
    /// The target of the run, with its host.
    const Target* target() const { return m_target; }
    Mode mode() const { return m_mode; }

    /// The named argument, else the positional one at `position`, else `fallback`.
    std::string textArgument(std::string_view name, size_t position, std::string fallback) const;
    bool flagArgument(std::string_view name, size_t position, bool fallback) const;
    int64_t numberArgument(std::string_view name, size_t position, int64_t fallback) const;
    bool configFlag(std::string_view key) const { return isOn(m_config, key); }
    /// An integer or boolean of the configuration. A field of an object has a separate key:
    /// "tirx.UnrollLoop.auto_max_step".
    int64_t configNumber(std::string_view key, int64_t fallback) const
    {
        return numberOf(m_config, key, fallback);
    }

    void note(std::string message, const Node* node = nullptr)
    {
        explain([message = std::move(message), node](NoteWriter& notes) { notes.note(message, node); });
    }
    void note(std::string message, const Node* node, NoteTable table)
    {
        explain([note = PassNote{std::move(message), node, std::make_shared<NoteTable>(std::move(table))}](
                    NoteWriter& notes) { notes.note(note); });
    }
    /// `message` is a literal.
    void note(const char* message, const Node* node = nullptr)
    {
        explain([message, node](NoteWriter& notes) { notes.note(message, node); });
    }
    /// For notes that are expensive to format: `make` runs lazily, possibly on another thread. It may read
    /// the module and allocates nothing in the arena.
    template <class Make>
    void explain(Make make)
    {
        if (m_takesNotes)
            m_notes.emplace_back(std::move(make));
    }
    bool hasNotes() const { return !m_notes.empty(); }
    std::vector<NoteMaker> takeNotes() { return std::move(m_notes); }

    void reportDefect(std::string_view code, std::string message, const Node* node)
    {
        m_defects.push_back({code, std::move(message), node});
    }
    const std::vector<DefectReport>& defects() const { return m_defects; }

private:
    Arena& m_arena;
    const PassInvocation& m_invocation;
    const PassConfig& m_config;
    const Target* m_target;
    Mode m_mode;
    bool m_takesNotes;
    std::vector<NoteMaker> m_notes;
    std::vector<DefectReport> m_defects;
};

/// Why a pass failed: TVM's error category, our message, and the node that it is about.
struct PassError {
    /// TVM's: "InternalError", "ValueError", "TypeError", "RuntimeError"; empty: TVM does not fail.
    std::string kind = "InternalError";
    std::string message;
    const Node* node = nullptr;
};

/// Outcome of a pass. Not Result<T>: errors refer to nodes; places are computed on demand.
using PassOutcome = std::variant<const Module*, PassError>;
using FunctionOutcome = std::variant<const PrimFunc*, PassError>;

/// One statement of a contract: a property that the pass requires, establishes or invalidates.
struct ContractClause {
    ModuleProperty property;
    std::string_view reason;        ///< why
    bool isConvention = false;      ///< of a requirement: the result is correct without it, too
    std::string_view with = {};     ///< applies only if this is the first or the `mode` argument
    std::string_view without = {};  ///< applies only if this is neither of them
    std::string_view ifConfig = {}; ///< applies only if this configuration flag is on
};

struct PassOption {
    std::string_view name;
    std::string_view values; ///< as shown to users: "\"legacy\""
    std::string_view summary;
    std::vector<std::string_view> choices = {}; ///< the accepted texts; empty: any
};

/// The parts of a pipeline for scheduled programs before the host/device split.
enum class Chapter : uint8_t { Blocks, Buffers, Loops, CleanUp, Gpu };

/// Everything that the program knows about a pass. What sets a pass apart from others for views, recordings and
/// executed programs is a property that it establishes, or else a field here: no other code knows its name.
struct PassInfo {
    std::string_view name = {};    ///< TVM's, without prefix
    std::string_view summary = {}; ///< one line, no final period
    std::vector<PassOption> options = {};
    std::vector<ContractClause> required = {};
    std::vector<ContractClause> established = {};
    std::vector<ContractClause> invalidated = {};
    std::optional<Chapter> opens = {};       ///< the chapter that begins with the pass
    std::vector<std::string_view> runs = {}; ///< the passes that it runs, in this order
    bool changesFirst = false;               ///< it changes the module itself before it runs them
    bool keepsOneSide = false;               ///< its result is the host module or the device module
    bool isOutsideSequences = false;         ///< TVM's build runs it by itself, not in a sequence of passes
    bool reordersSums = false;               ///< afterwards, threads sum together what a loop summed before
    bool bindsInAnyOrder = false;            ///< TVM leaves the order of some bindings to chance
    std::function<PassOutcome(const Module&, PassContext&)> run = {};
};

/// Applies `run` to every PrimFunc, with its entry; other functions are kept. Returns the same module if no function
/// changed.
PassOutcome
runOnFunctions(const Module& module, PassContext& context,
               const std::function<FunctionOutcome(const ModuleEntry& entry, const PrimFunc& function)>& run);

/// The pass that does so.
std::function<PassOutcome(const Module&, PassContext&)>
functionPass(std::function<FunctionOutcome(const PrimFunc&, PassContext&)> run);

/// The pass runs those of `info.runs` one after another with its configuration, mode and notes; they take no
/// arguments. It ends at the first that refuses.
PassInfo nestedPass(PassInfo info);

} // namespace tir
