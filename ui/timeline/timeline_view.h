/// Shared memory over program order, launch by launch: address × statement. A box selects its buffer.

#pragma once

#include "ui/common/code_lens.h"
#include "ui/session/identities.h"
#include "ui/session/job.h"
#include "ui/timeline/timeline_model.h"

#include <QWidget>

namespace tir::ui {

class ContentOrPlaceholder;
class Session;
class TimelineCanvas;

class TimelineView : public QWidget {
    Q_OBJECT
public:
    explicit TimelineView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void followSelection();
    void followText();
    LensRank rankOf(const SharedBuffer& buffer) const;

    Session& m_session;
    Job m_job;
    TimelineModel m_model;
    /// Of the launches that are shown: a run that replaces it is drawn a moment later.
    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const Identities> m_identities;
    CodeLens m_lens; ///< of the selection
    TimelineCanvas* m_canvas;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
