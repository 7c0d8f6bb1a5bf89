/// The texts of the steps in view of a session, beside those before them or of a pinned run, as a job compares them. Those
/// that the next key press may show are prepared.

#pragma once

#include "ui/session/compared_step.h"
#include "ui/session/job.h"
#include "ui/session/prepared_steps.h"

namespace tir::ui {

class Session;

class StepComparison : public QObject {
    Q_OBJECT
public:
    /// Belongs to the session.
    explicit StepComparison(Session& session);

    /// Null until the first comparison is there, and after clear().
    const ComparedStepPointer& compared() const { return m_compared; }
    DiffMode mode() const { return m_mode; }

    /// Compares again, if there are steps.
    void setMode(DiffMode mode);
    /// Of the steps in view; changed() follows. Precondition: the session has steps.
    void compare();
    /// A comparison that was made elsewhere.
    void accept(const ComparedStepPointer& compared);
    /// Shown until the next one is there, without a signal.
    void keep(const ComparedStepPointer& compared) { m_compared = compared; }
    /// The modules of the run are printed in another way from now on.
    void forgetTexts() { m_texts.clear(); }
    /// Of a run that is replaced; without a signal.
    void clear();

signals:
    void changed();
    void failed(const QString& message);

private:
    StepPrinting printing() const;
    void prepareNeighbors();

    Session& m_session;
    Job m_job;
    PreparedSteps m_prepared;
    DiffMode m_mode = DiffMode::Structure;
    ComparedStepPointer m_compared;
    ModuleTexts m_texts; ///< of the steps looked at last
};

} // namespace tir::ui
