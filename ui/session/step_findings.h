/// Results of executing the steps: set by the view of runs, shown by the lists of diagnostics and of steps.

#pragma once

#include "core/runtime/finding.h"

#include <QObject>

#include <map>
#include <optional>

namespace tir::ui {

class Session;

enum class RunMark : uint8_t {
    None,      ///< not executed, or executed without anything to compare it with
    Agrees,    ///< the result is that of the reference, and checks found no error
    Inherited, ///< wrong, but in no way in which an earlier step is not wrong, too
    Wrong,     ///< another result, a failure, or a finding that is an error
};

struct ExecutedStep {
    std::vector<Finding> findings; ///< empty if the step was not run with checks
    RunMark mark = RunMark::None;
};

/// The result of a check of every step.
struct CheckAnswer {
    QString text;    ///< "not sound: step 3, ..."
    QString details; ///< the same with all reasons
    std::optional<size_t> firstWrong = std::nullopt;
};

/// How far a check of every step is.
struct CheckProgress {
    QString detail; ///< "step 3"; empty at first
    int done = 0;
    int total = 0; ///< 0: unknown
    bool operator==(const CheckProgress&) const = default;
};

class StepFindings : public QObject {
    Q_OBJECT
public:
    /// Those of the session; they live as long as it does, and are empty for every new recording.
    static StepFindings& of(Session& session);

    /// Without findings and mark if the step was not executed.
    const ExecutedStep& at(size_t number) const;
    /// Replaces the result of the step.
    void set(size_t number, ExecutedStep executed);

    /// The result of the last check of every step; nothing before it.
    const std::optional<CheckAnswer>& answer() const { return m_answer; }
    /// The first step that this check found to break the program.
    std::optional<size_t> firstWrong() const { return m_answer ? m_answer->firstWrong : std::nullopt; }
    void setAnswer(CheckAnswer answer);

    /// Of the check that runs; nothing while none does.
    const std::optional<CheckProgress>& progress() const { return m_progress; }
    void setProgress(const std::optional<CheckProgress>& progress);
    void requestCancel() { emit cancelRequested(); }

signals:
    void changed();
    /// There is another answer, which may be the same as before, or none any more.
    void answerChanged();
    void progressChanged();
    /// For the owner of the check.
    void cancelRequested();

private:
    explicit StepFindings(Session& session);

    std::map<size_t, ExecutedStep> m_executed;
    std::optional<CheckAnswer> m_answer;
    std::optional<CheckProgress> m_progress;
};

} // namespace tir::ui
