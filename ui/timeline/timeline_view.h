/// Shared memory over program order, launch by launch: address × statement. A box selects its buffer.

#pragma once

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
    bool isSelected(const SharedBuffer& buffer) const;

    Session& m_session;
    Job m_job;
    TimelineModel m_model;
    TimelineCanvas* m_canvas;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
