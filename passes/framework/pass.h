/// A pass: a pure function from module to module, with a name, options and a contract. It does not
/// print, log, parse, time or verify; the pass manager watches it.

#pragma once

#include "core/analysis/module_facts.h"
#include "core/ir/module.h"
#include "core/support/result.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tir {

/// Faithful to TVM, defects included; or with our corrections.
enum class Mode : uint8_t { AsTvm, Sound };

/// What a decision was made of, for people to read as a table.
struct NoteTable {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows; ///< as many cells as columns
};

/// A decision that a pass explains: which rule applied, what was captured and why, why nothing was done.
struct PassNote {
    std::string message;
    const Node* node = nullptr; ///< in the module before or after; null: about the whole module
    std::shared_ptr<const NoteTable> table = nullptr;
};

/// Where the words of notes go when they are made.
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

/// Makes the words of one or more notes.
using NoteMaker = std::function<void(NoteWriter&)>;

/// A defect of TVM's that bites here and is reproduced; the sound mode has none.
struct PassHazard {
    std::string_view code; ///< one of passes/framework/hazards.h
    std::string message;
    const Node* node = nullptr; ///< in the module before or after
};

/// An argument of a pass in constructor form: `ThreadSync("shared")`, `Merge…(mode="legacy")`.
using PassArgument = std::variant<bool, int64_t, double, std::string>;

/// Which module a pass runs on: behind the split, host and device code go ways of their own.
enum class Branch : uint8_t { Common, Host, Device };
std::string_view toString(Branch branch); ///< "host module"; empty for Common

/// A pass with its arguments.
struct PassInvocation {
    std::string name; ///< TVM's, without prefix: "BindTarget"
    std::vector<PassArgument> positional;
    std::map<std::string, PassArgument> named;
    Branch branch = Branch::Common;

    bool operator==(const PassInvocation&) const = default;
};

/// `MergeSharedMemoryAllocations(mode="legacy")`; no parentheses without arguments.
std::string toString(const PassInvocation& invocation);

/// Reads a comma-separated list in constructor form. Prefixes (`tirx.`, `s_tir.`) are dropped.
Result<std::vector<PassInvocation>> parseInvocations(std::string_view text);

/// TVM's pass configuration ("tirx.merge_static_smem"); unknown keys are an error of whoever sets them.
using PassConfig = std::map<std::string, PassArgument>;

/// What a pass is given besides the module.
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
    bool configFlag(std::string_view key) const;

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
    /// For notes that are many: the words are made when somebody reads them, perhaps long after the pass and
    /// on another thread. `make` may read the module and allocates nothing in the arena.
    template <class Make>
    void explain(Make make)
    {
        if (m_takesNotes)
            m_notes.emplace_back(std::move(make));
    }
    bool hasNotes() const { return !m_notes.empty(); }
    std::vector<NoteMaker> takeNotes() { return std::move(m_notes); }

    /// What the verdict on the module has found out about a function as it came to the pass; null where there
    /// was none. They lie close together, while the nodes that they tell of may be in no cache.
    const FunctionFacts* knownFacts(const PrimFunc& function) const
    {
        return m_factsOf ? m_factsOf(function) : nullptr;
    }
    using FactsOf = std::function<const FunctionFacts*(const PrimFunc&)>;
    void setFacts(FactsOf factsOf) { m_factsOf = std::move(factsOf); }
    /// Whether the form occurs in the function as it came to the pass: known, or found by a walk.
    bool has(const PrimFunc& function, Form form) const
    {
        const FunctionFacts* facts = knownFacts(function);
        return ((facts ? facts->body->forms : formsOf(function)) >> int(form) & 1) != 0;
    }

    /// The pass is through with a function of the module that it makes: whoever watches looks at it now,
    /// while it is in the cache. A pass that does not say so, or changes its mind, only costs time.
    void finished(const ModuleEntry& entry)
    {
        if (m_watch)
            m_watch(entry);
    }
    using FunctionWatch = std::function<void(const ModuleEntry&)>;
    void setWatch(FunctionWatch watch) { m_watch = std::move(watch); }

    void hazard(std::string_view code, std::string message, const Node* node)
    {
        m_hazards.push_back({code, std::move(message), node});
    }
    const std::vector<PassHazard>& hazards() const { return m_hazards; }

private:
    /// Null when it is not given.
    const PassArgument* argument(std::string_view name, size_t position) const;

    Arena& m_arena;
    const PassInvocation& m_invocation;
    const PassConfig& m_config;
    const Target* m_target;
    Mode m_mode;
    bool m_takesNotes;
    FactsOf m_factsOf;
    FunctionWatch m_watch;
    std::vector<NoteMaker> m_notes;
    std::vector<PassHazard> m_hazards;
};

/// Refusal of a pass: TVM's error category, our words, and the node they speak of.
struct PassError {
    std::string kind = "InternalError"; ///< TVM's: "InternalError", "ValueError", "TypeError", "RuntimeError"
    std::string message;
    const Node* node = nullptr;
};

/// Outcome of a pass. Not Result<T>: a pass speaks of nodes, which have no place until somebody looks.
using PassOutcome = std::variant<const Module*, PassError>;
using FunctionOutcome = std::variant<const PrimFunc*, PassError>;

/// Which form of a pass with `mode="legacy"` a statement of its contract is about.
enum class PassForm : uint8_t { Any, Today, Legacy };

/// A property of modules that passes need, give or break: "split into host and device", "1-D buffers".
struct Property {
    std::string_view name;
    std::string_view reason; ///< why the pass needs it, gives it or breaks it
    PassForm form = PassForm::Any;
    bool isConvention = false; ///< of a need: the result is right without it, too
};

struct PassOption {
    std::string_view name;
    std::string_view values; ///< for people: "\"legacy\""
    std::string_view summary;
    std::vector<std::string_view> choices = {}; ///< the only texts it takes; empty: no such list
};

struct PassInfo {
    std::string_view name = {};    ///< TVM's, without prefix
    std::string_view summary = {}; ///< one line, no stop
    std::vector<PassOption> options = {};
    std::vector<Property> needs = {};
    std::vector<Property> gives = {};
    std::vector<Property> breaks = {};
    std::function<PassOutcome(const Module&, PassContext&)> run = {};
};

/// Applies `run` to every PrimFunc; other functions stay. The module is the same when all functions are.
std::function<PassOutcome(const Module&, PassContext&)>
functionPass(std::function<FunctionOutcome(const PrimFunc&, PassContext&)> run);

} // namespace tir
