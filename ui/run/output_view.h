/// The tensors of a run, and the one that is looked at.

#pragma once

#include "ui/run/run_model.h"

#include <QWidget>

#include <functional>

class QSplitter;
class QTableView;

namespace tir::ui {

class ContentOrPlaceholder;
class TensorView;
class TensorValues;

class OutputView : public QWidget {
    Q_OBJECT
public:
    explicit OutputView(QWidget* parent = nullptr);

    /// Looks at the first tensor that differs, else at the first that changed; or stays with the one looked
    /// at.
    void setResult(RunResultPointer result);
    void clear();
    const RunResultPointer& result() const { return m_result; }
    TensorView& tensor() { return *m_tensor; }

signals:
    void elementChosen(size_t tensor, qint64 element);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void look();
    void shareRoom();

    RunModel m_model;
    RunResultPointer m_result;
    QTableView* m_table;
    TensorView* m_tensor;
    QSplitter* m_splitter;
};

} // namespace tir::ui
