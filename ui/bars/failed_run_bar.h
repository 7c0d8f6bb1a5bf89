/// Shows that there is no result, because the run failed or was cancelled, and leads back to the last setup that had one.

#pragma once

#include "ui/bars/hint_bar.h"

namespace tir::ui {

class Session;

class FailedRunBar : public HintBar {
    Q_OBJECT
public:
    explicit FailedRunBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();

    Session& m_session;
};

} // namespace tir::ui
