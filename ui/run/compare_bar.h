/// A line of controls that choose the reference of a result and the tolerances.

#pragma once

#include "passes/workbench/check/request_file.h"
#include "passes/workbench/execution/list_devices.h"

#include <QWidget>

class QComboBox;
class QLayout;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace tir::ui {

class CompareBar : public QWidget {
    Q_OBJECT
public:
    explicit CompareBar(QWidget* parent = nullptr);

    /// Apart from the pinned run, while that is chosen.
    RunReference reference() const;
    /// Whether results are compared with those of the pinned run.
    bool isWithPinned() const;
    /// Whether the pinned run can be compared with. It is chosen when it becomes available, unless the user chooses
    /// something else; when it is no longer available, the previous choice is restored.
    void setPinned(bool isAvailable);
    CompareOptions options() const;
    void set(const RunReference& reference, const CompareOptions& options);
    /// The devices to compare with; absent ones are listed with the reason.
    void setDevices(const std::vector<RunDevice>& devices);
    /// How many modules there are to compare with.
    void setStepCount(size_t count);

signals:
    void changed(); ///< by a person

private:
    enum Choice { Nothing, Input, Step, Files, Pinned, FirstDevice };
    void choose(int choice);
    void chooseFiles(bool isFolder);
    void refresh();
    QLineEdit* addTolerance(QLayout& row, const char* name, const QString& caption, const QString& tip);

    QComboBox* m_with;
    QSpinBox* m_step;
    QToolButton* m_path;
    QLineEdit* m_relative;
    QLineEdit* m_absolute;
    QComboBox* m_nan;
    std::string m_files;
    int m_choiceBesidePinned = Input; ///< the choice when the pinned run is not chosen
    bool m_prefersPinned = true;      ///< the user has not chosen something else while it was there
};

} // namespace tir::ui
