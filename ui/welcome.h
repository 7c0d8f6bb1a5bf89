/// The middle of the window: the samples and what one can do, while nothing is open; the code afterwards.

#pragma once

#include <QStackedWidget>

namespace tir::ui {

class Session;

/// A program that comes with Tirscope.
struct WelcomeSample {
    QString path;
    QString title;
    QString summary;
    QString pipeline;
};

/// Empty when the samples cannot be found.
QList<WelcomeSample> welcomeSamples();

/// Opens a program under the pipeline that shows best what it is about.
void openSample(Session& session, const WelcomeSample& sample);

class Welcome : public QStackedWidget {
    Q_OBJECT
public:
    /// Takes the view over.
    Welcome(Session& session, QWidget* view);

private:
    QWidget* makePage();
    QWidget* makeSampleButton(const WelcomeSample& sample);

    Session& m_session;
};

} // namespace tir::ui
