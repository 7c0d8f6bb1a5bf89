/// A run that is kept beside the one in view: another pipeline, mode, file, or an imported trace can be compared with it,
/// step by step.

#pragma once

#include "passes/workbench/trace/align_steps.h"
#include "ui/session/job.h"
#include "ui/session/module_text.h"

namespace tir::ui {

class Session;

struct PinnedRun {
    QString title;     ///< all of `setup`: "two_kernels.py, split, as TVM"
    QStringList setup; ///< {"two_kernels.py", "split", "as TVM"}, and the target if the user chose one
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Identities> identities;
    std::shared_ptr<const ImportedTexts> imported; ///< never null
    bool isBareFunction = false;                   ///< how its modules are printed
    QString remark = {};                           ///< what the comparison leaves out; a sentence
};

/// The program, the pipeline, the mode, and the chosen target of the run in view.
QStringList setupTexts(const Session& session);

class Pin : public QObject {
    Q_OBJECT
public:
    /// Follows the session, which owns it; there is no recording yet.
    explicit Pin(Session& session);

    /// Keeps the run in view. Precondition: the session is Ready.
    void set();
    /// Pins the recorded run in view with the results of our passes: each runs on the module that the recorded pass got,
    /// so that only steps differ whose pass does. Then shows the first difference. Precondition: the run was recorded.
    void setToOurs();
    void clear();

    /// Null while nothing is pinned.
    std::shared_ptr<const PinnedRun> run() const { return m_run; }
    /// The steps of the pinned run (a) beside those of the run in view (b); empty until they have been compared, and while
    /// the pinned run itself is in view.
    const std::vector<AlignedStep>& steps() const { return m_steps; }
    /// The first step of the run in view that differs: without a counterpart, or with another result.
    std::optional<size_t> firstDifferent() const;

    /// Whether the code shows the module of the pinned run instead of the module before the step.
    bool isCompared() const { return m_isCompared; }
    void setCompared(bool isCompared);
    /// The step of the pinned run that is shown beside step `number`; nothing if the step is compared with its own
    /// input.
    std::optional<size_t> shownBeside(size_t number) const;

    /// Why the code shows A nowhere although it is to be compared; empty if it does.
    const QString& whyHidden() const { return m_whyHidden; }
    void setWhyHidden(const QString& why);

signals:
    void changed();
    void hiddenChanged(); ///< whyHidden()

private:
    void keep(PinnedRun run);
    void align();
    void followIdentities();

    Session& m_session;
    Job m_alignJob;
    Job m_oursJob;
    std::shared_ptr<const PinnedRun> m_run;
    std::vector<AlignedStep> m_steps;
    bool m_isCompared = true;
    QString m_whyHidden;
    bool m_showsDifference = false; ///< once the steps are aligned
};

} // namespace tir::ui
