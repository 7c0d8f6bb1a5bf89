/// The application: an exception in the handler of an event, of a library that runs out of memory or of a failed
/// check, costs a message and not the window with all that is open in it.

#pragma once

#include <QApplication>

#include <functional>
#include <optional>

namespace tir::ui {

/// Calls `deliver`; returns the message of an exception that it throws.
std::optional<QString> failureOf(const std::function<void()>& deliver);

class Application : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;
    /// Whether failures are shown in a dialog besides the standard error.
    void setShowsFailures(bool shows) { m_showsFailures = shows; }

private:
    void showFailure(const QString& message);

    bool m_showsFailures = false;
    bool m_isShowing = false; ///< one dialog at a time: a handler that fails often fails again
};

} // namespace tir::ui
