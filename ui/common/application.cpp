#include "ui/common/application.h"

#include <QMessageBox>

#include <cstdio>
#include <exception>
#include <new>

namespace tir::ui {

std::optional<QString> failureOf(const std::function<void()>& deliver)
{
    try {
        deliver();
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        return QObject::tr("not enough memory");
    } catch (const std::exception& failure) {
        return QString::fromUtf8(failure.what());
    }
}

bool Application::notify(QObject* receiver, QEvent* event)
{
    bool isHandled = false;
    const std::optional<QString> failure =
        failureOf([&] { isHandled = QApplication::notify(receiver, event); });
    if (failure) {
        std::fprintf(stderr, "internal error: %s\n", qUtf8Printable(*failure));
        if (m_showsFailures && !m_isShowing) {
            m_isShowing = true;
            // Not from within the handler that has just failed.
            QMetaObject::invokeMethod(
                this, [this, message = *failure] { showFailure(message); }, Qt::QueuedConnection);
        }
    }
    return isHandled;
}

void Application::showFailure(const QString& message)
{
    QMessageBox::warning(activeWindow(), tr("Internal error"), tr("The last action failed: %1").arg(message));
    m_isShowing = false;
}

} // namespace tir::ui
