#include "ui/run/output_view.h"

#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/common/text.h"
#include "ui/run/tensor_view.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {
namespace {

constexpr int LeastWidthBeside = 900; ///< half of it shows the figures of a tensor

} // namespace

OutputView::OutputView(QWidget* parent)
    : QWidget(parent),
      m_table(new QTableView),
      m_tensor(new TensorView),
      m_splitter(new QSplitter(Qt::Vertical))
{
    setUpTable(*m_table, QStringLiteral("runTable"), m_model);
    addRowMenu(*m_table);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_tensor);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OutputView::look);
    connect(m_tensor, &TensorView::elementChosen, this,
            [this](qint64 element) { emit elementChosen(size_t(m_table->currentIndex().row()), element); });
}

void OutputView::setResult(RunResultPointer result)
{
    const QString looked = m_table->currentIndex().siblingAtColumn(RunModel::Name).data().toString();
    m_result = std::move(result);
    m_model.setResult(*m_result);
    m_table->setColumnHidden(RunModel::Reference, !m_model.hasReference());
    m_table->resizeColumnsToContents();
    const std::vector<RunTensor>& tensors = m_result->report.tensors;
    const auto rowOf = [&](const auto& test) {
        return int(std::ranges::find_if(tensors, test) - tensors.begin());
    };
    int row = rowOf([&](const RunTensor& tensor) {
        const TensorComparison* comparison = m_result->comparison.find(tensor.name);
        return comparison && comparison->verdict == TensorComparison::Verdict::Differs;
    });
    if (row == int(tensors.size()))
        row = rowOf([&](const RunTensor& tensor) { return toQString(tensor.name) == looked; });
    if (row == int(tensors.size()))
        row = rowOf([](const RunTensor& tensor) { return tensor.isChanged(); });
    if (!tensors.empty())
        m_table->setCurrentIndex(m_model.index(row == int(tensors.size()) ? 0 : row, RunModel::Name));
    shareRoom();
    look();
}

/// The list is as high as its rows, up to eight, but leaves most of a low view to the tensor; or half as wide as the view.
void OutputView::shareRoom()
{
    if (m_splitter->orientation() == Qt::Horizontal)
        return m_splitter->setSizes({width() / 2, width() / 2});
    constexpr int LeastRows = 3;
    const auto heightOf = [this](int rows) {
        return m_table->horizontalHeader()->sizeHint().height() + 14 +
               rows * m_table->verticalHeader()->defaultSectionSize();
    };
    const int listHeight = std::min(heightOf(std::clamp(m_model.rowCount(), 1, 8)),
                                    std::max(heightOf(LeastRows), height() * 2 / 5));
    m_splitter->setSizes({listHeight, std::max(1, height() - listHeight)});
}

void OutputView::clear()
{
    m_result.reset();
    m_model.clear();
    m_tensor->clear();
}

void OutputView::look()
{
    const int row = m_table->currentIndex().row();
    if (m_result && row >= 0 && size_t(row) < m_result->report.tensors.size())
        m_tensor->setValues(TensorValues(m_result, size_t(row)));
    else
        m_tensor->clear();
}

/// In a low, wide view the tensor is beside the list.
void OutputView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() > 2 * height() && width() >= LeastWidthBeside;
    const Qt::Orientation orientation = isWide ? Qt::Horizontal : Qt::Vertical;
    m_table->setMaximumWidth(isWide ? width() / 2 : QWIDGETSIZE_MAX);
    if (m_splitter->orientation() == orientation)
        return;
    m_splitter->setOrientation(orientation);
    shareRoom();
}

} // namespace tir::ui
