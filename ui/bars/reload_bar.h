/// Shows that the open file has changed on disk, and reads it again on a click. A recording that TVM is writing is read
/// again automatically: its steps appear while the compiler runs.

#pragma once

#include "ui/bars/hint_bar.h"
#include "ui/session/file_watch.h"

namespace tir::ui {

class ReloadBar : public HintBar {
    Q_OBJECT
public:
    explicit ReloadBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void follow(const QString& recording);

    Session& m_session;
    FileWatch m_watch;
    QString m_followed;        ///< the open recording; may be empty
    qint64 m_followedSize = 0; ///< when it was last read
};

} // namespace tir::ui
