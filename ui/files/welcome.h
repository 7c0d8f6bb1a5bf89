/// The middle of the window: the samples and first actions while no program is open; the code afterwards.

#pragma once

#include <QStackedWidget>

class QGridLayout;
class QVBoxLayout;

namespace tir::ui {

class Session;

/// A program that comes with Tirscope.
struct WelcomeSample {
    QString path;
    QString group;
    QString title;
    QString summary;
    QString pipeline;
    QString fix; ///< of a program of the museum: under which pipeline it is correct; empty for others

    /// The summary, and the fix of a program of the museum.
    QString toolTip() const;
};

/// Empty when the samples cannot be found.
QList<WelcomeSample> welcomeSamples();

/// Opens a program under the pipeline of its header; programs of the museum run as TVM runs them.
void openSample(Session& session, const WelcomeSample& sample);

class Welcome : public QStackedWidget {
    Q_OBJECT
public:
    /// Takes the view over.
    Welcome(Session& session, QWidget* view);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makePage();
    void addSamples(QVBoxLayout* page);
    QWidget* makeSampleButton(const WelcomeSample& sample);
    void arrangeCards();

    Session& m_session;
    QList<QPair<QGridLayout*, QList<QWidget*>>> m_grids; ///< a grid a group, with its cards in order
    int m_columns = 0;
};

} // namespace tir::ui
