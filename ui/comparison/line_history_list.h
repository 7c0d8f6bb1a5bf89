/// The events of one line in all steps, as a list to choose from.

#pragma once

#include "passes/workbench/trace/line_history.h"
#include "ui/session/job.h"

namespace tir::ui {

class Session;

class LineHistoryList : public QObject {
    Q_OBJECT
public:
    LineHistoryList(Session& session, QWidget& view);

    /// Lists the events of a line (from 0, of our print of the module; -1 if there is none) of the module `number` over
    /// the window of the view. Does nothing until the session has computed the history of lines.
    void show(size_t number, int line);

signals:
    void chosen(const tir::LineEvent& event);

private:
    struct Row {
        LineEvent event;
        int line = -1; ///< in the shown text; -1 if it has no such line
        QString text;
    };
    void open(const QList<Row>& rows);
    QString titleOf(const LineEvent& event) const;

    Session& m_session;
    QWidget& m_view;
    Job m_job;
};

} // namespace tir::ui
