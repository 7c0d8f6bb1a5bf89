/// What the steps do to the selected variable, buffer, or function, as a list to choose from.

#pragma once

#include "ui/session/entity_history.h"
#include "ui/session/job.h"

namespace tir::ui {

class Session;

class EntityHistoryList : public QObject {
    Q_OBJECT
public:
    EntityHistoryList(Session& session, QWidget& view);

    /// Lists the steps over the window of the view; a choice goes to the step. Does nothing without a selected entity.
    void show();

private:
    struct Row {
        size_t step = 0;
        EntityState state = EntityState::Absent;
        int line = -1; ///< in the text of the step; -1 if it has none
        QString text;  ///< of that line; of the line before the step where the step removes the entity
    };
    void open(const QString& name, const QList<Row>& rows);
    QString titleOf(const Row& row) const;

    Session& m_session;
    QWidget& m_view;
    Job m_job;
};

} // namespace tir::ui
