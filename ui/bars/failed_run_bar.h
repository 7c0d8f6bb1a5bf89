/// Shows that a run gave no result: it failed or was cancelled. Leads back to the last setup that had one; after a pipeline
/// of the user's own TVM, which has the last result in view again, it tries once more.

#pragma once

#include "ui/bars/hint_bar.h"

namespace tir::ui {

class Session;
struct RunSetup;

class FailedRunBar : public HintBar {
    Q_OBJECT
public:
    explicit FailedRunBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    /// `rest`: of the message, after the first line of the failure.
    void showFailure(const RunSetup& setup, const QString& failure, const QString& rest);

    Session& m_session;
};

} // namespace tir::ui
