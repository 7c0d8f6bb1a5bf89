/// The history of each printed line in a run: the step that wrote it, its earlier positions, and its changes. Lines are
/// followed through the structural diffs of the steps, so that a line which only moves or is indented keeps its
/// identity.

#pragma once

#include "core/diff/structural/structural_rows.h"
#include "passes/framework/recording.h"
#include "passes/workbench/trace/step_text.h"

#include <functional>
#include <map>
#include <memory>

namespace tir {

/// Compares modules of a run as they print. When the next comparison starts from the module that the last one ended
/// with, that module is not printed again.
class PrintedComparison {
public:
    explicit PrintedComparison(const PrintOptions& options) : m_options(options) {}
    /// Calls `seen` with the structural diff of the modules.
    StructuralRows rows(const Module& before, const Module& after,
                        const std::function<void(const StructuralDiff&)>& seen = {});

private:
    std::unique_ptr<StepText> print(const Module& module) const;

    PrintOptions m_options;
    const Module* m_last = nullptr;
    std::unique_ptr<StepText> m_lastText; ///< of m_last
};

enum class LineFate : uint8_t {
    Written, ///< the step created the line; for the input: the user wrote it
    Changed,
    Moved,
    Removed,
};
std::string_view toString(LineFate fate); ///< "written"

/// An event in the history of a line.
struct LineEvent {
    size_t step = 0; ///< 0: the input
    LineFate fate = LineFate::Written;
    int line = 0; ///< from 0
    /// Of the module that `line` counts in: the one after the step, or before a step that removed the line.
    size_t moduleNumber(const Recording& recording) const
    {
        return fate == LineFate::Removed ? recording.previous(step) : step;
    }
    bool operator==(const LineEvent&) const = default;
};

/// Steps are added in order. Lines count from 0. Takes 12 bytes per line and step that changes the module.
class LineHistory {
public:
    LineHistory(const Module& input, const PrintOptions& options);

    /// The step with the next number, which starts from the module `previous`; `rows` compare it with the result.
    void addStep(size_t previous, const StructuralRows& rows);
    /// A step that keeps the module.
    void addUnchangedStep(size_t previous);

    size_t stepCount() const { return m_steps.size(); } ///< the input included
    /// The step that wrote or last changed each line of module `number`; 0 is the input.
    /// Precondition: number < stepCount().
    std::shared_ptr<const std::vector<uint32_t>> writers(size_t number) const
    {
        return m_steps[number].writers;
    }
    /// The events of the line of module `number` up to this step, the oldest first, and in the steps that start from
    /// there. If the run branches, each branch has its own last event. Empty if there is no such line.
    std::vector<LineEvent> events(size_t number, int line) const;

private:
    struct Origin {
        int32_t line = -1; ///< of the module before the step; -1 if there is none
        LineFate fate = LineFate::Written;
        bool isKept = false; ///< the step leaves the line as it is
    };
    struct Step {
        size_t previous = 0;
        std::vector<Origin> origins; ///< by line; empty if the step keeps the module
        std::shared_ptr<const std::vector<uint32_t>> writers;
    };

    std::vector<LineEvent> eventsUpTo(size_t number, int line) const;
    void addLaterEvents(size_t number, int line, std::vector<LineEvent>& events) const;
    Origin originOf(const Step& step, int line) const;

    std::vector<Step> m_steps;            ///< by module number
    std::multimap<size_t, size_t> m_next; ///< module number -> steps that start from it
};

/// Of a whole run.
LineHistory lineHistory(const Recording& recording, const PrintOptions& options = {});

} // namespace tir
