/// Shared memory over program order, launch by launch: address × statement, or buffer × statement. A box selects its
/// buffer. While two runs are compared, that of the pinned one is above.

#pragma once

#include "ui/session/job.h"
#include "ui/session/pinned_step.h"

#include <QWidget>

class QSplitter;

namespace tir::ui {

class ContentOrPlaceholder;
class Session;
class TimelinePane;

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void followSelection();
    void shareScales();
    void showTitles();

    Session& m_session;
    Job m_job;
    /// Of the launches that are shown: another step, or a run that replaces this one, is drawn a moment later.
    std::shared_ptr<const Recording> m_recording;
    size_t m_step = 0;
    std::optional<PinnedStep> m_beside; ///< that is shown above
    bool m_hasOwnScales = false;        ///< the two runs have no common scale
    TimelinePane* m_pinned;
    TimelinePane* m_current;
    QSplitter* m_splitter; ///< between the two runs
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
