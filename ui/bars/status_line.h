/// The status bar: background work, its progress, and a button that cancels it; facts about the step, and what it does
/// to the watched entity.

#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QTimer;
class QToolButton;

namespace tir::ui {

class Session;

class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(Session& session, QWidget* parent = nullptr);

private:
    void refreshJobs();
    void showFailure(const QString& title, const QString& message);
    void refreshDialect();
    void refreshStep();
    void refreshWatch();

    Session& m_session;
    QLabel* m_step;
    QLabel* m_dialect; ///< the dialect of the program
    QLabel* m_watched; ///< changes of the watched entity
    QLabel* m_failure; ///< of the last job that failed and is shown nowhere else; until the next step
    QLabel* m_job;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QTimer* m_delay; ///< short jobs do not flicker
};

} // namespace tir::ui
