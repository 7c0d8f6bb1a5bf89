/// The list of pipelines in the tool bar: in groups, with a description beside every name.

#pragma once

#include <QComboBox>

namespace tir {
struct Pipeline;
}

namespace tir::ui {

/// The texts of the entries are the names of the pipelines, or that of the entry for custom passes.
class PipelineBox : public QComboBox {
    Q_OBJECT
public:
    enum Role { SummaryRole = Qt::UserRole + 1, HeadingRole };

    explicit PipelineBox(QWidget* parent = nullptr);

    /// Adds the pipeline if it is not in the list, as most combinations of the switches. A pipeline without a name is a
    /// list of custom passes.
    void setCurrent(const Pipeline& pipeline);

    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addHeading(const QString& text);
    void addEntry(const QString& name, const QString& summary, const QString& toolTip);
};

} // namespace tir::ui
