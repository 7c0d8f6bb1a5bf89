/// The bar above the code that says that the open file has changed on disk, and reads it again when asked to.

#pragma once

#include "ui/session/file_watch.h"

#include <QWidget>

class QLabel;

namespace tir::ui {

class ReloadBar : public QWidget {
    Q_OBJECT
public:
    explicit ReloadBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();

    Session& m_session;
    FileWatch m_watch;
    QLabel* m_text;
};

} // namespace tir::ui
