/// One tensor of a run: its numbers as a table or as a heat map, before, after, and beside those it is
/// compared with; statistics, the first and the worst element that differs, and the file to save it to.

#pragma once

#include "ui/run/tensor_values.h"
#include "ui/run/values_model.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace tir::ui {

class HeatLegend;
class HeatMapView;
class Histogram;
class TensorAxes;

class TensorView : public QWidget {
    Q_OBJECT
public:
    explicit TensorView(QWidget* parent = nullptr);

    /// The same kind of view as before, where the tensor has it.
    void setValues(const TensorValues& values);
    void clear();
    /// Turns the slice to the element and marks it.
    void showElement(int64_t element);
    /// Describes the writer of an element; the result may be empty.
    void setWriterText(std::function<QString(const TensorValues&, int64_t)> writer)
    {
        m_writer = std::move(writer);
    }

signals:
    /// The user requests the writer of the element by a click on its cell.
    void elementChosen(qint64 element);

private:
    QWidget* makeHeading();
    QWidget* makeMap();
    QToolButton* addSwitch(QHBoxLayout* layout, const QString& name, const QString& text, const QString& tip);
    ValueKind kind() const;
    void fillKinds();
    void refresh();
    void describe();
    void describeElement(int64_t element);
    void choose(int64_t element);
    void followLink(const QString& link);
    void save();

    TensorValues m_values;
    ValuesModel m_model;
    std::function<QString(const TensorValues&, int64_t)> m_writer;
    int64_t m_chosen = -1;

    QComboBox* m_kinds;
    QToolButton* m_tableButton;
    QToolButton* m_mapButton;
    QToolButton* m_save;
    TensorAxes* m_axes;
    QLabel* m_statistics;
    Histogram* m_histogram;
    QTableView* m_table;
    HeatMapView* m_map;
    HeatLegend* m_legend;
    QStackedWidget* m_stack;
    QLabel* m_element;
};

} // namespace tir::ui
