/// What runs of the steps found: the view of runs puts it here, the lists of diagnostics and of steps show
/// it.

#pragma once

#include "core/runtime/finding.h"

#include <QObject>

#include <map>
#include <optional>

namespace tir::ui {

class Session;

class StepFindings : public QObject {
    Q_OBJECT
public:
    /// Those of the session; they live as long as it does, and are empty for every new recording.
    static StepFindings& of(Session& session);

    /// Empty when the step was not run with checks.
    const std::vector<Finding>& at(size_t number) const;
    /// Instead of what was known of the step.
    void set(size_t number, std::vector<Finding> findings);

    /// The first step that a run of every step found to break the program; none before such a run.
    std::optional<size_t> guilty() const { return m_guilty; }
    void setGuilty(std::optional<size_t> number);

signals:
    void changed();

private:
    explicit StepFindings(Session& session);

    std::map<size_t, std::vector<Finding>> m_findings;
    std::optional<size_t> m_guilty;
};

} // namespace tir::ui
