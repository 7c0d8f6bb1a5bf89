#include "ui/run/kernels_page.h"

#include "ui/common/occupancy_panel.h"
#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace tir::ui {

KernelsPage::KernelsPage(QWidget* parent)
    : QWidget(parent),
      m_text(new QLabel),
      m_table(new QTableView),
      m_occupancy(new OccupancyPanel)
{
    setUpTable(*m_table, QStringLiteral("kernelsTable"), m_model);
    addRowMenu(*m_table);
    m_table->setMinimumHeight(72);
    m_text->setObjectName(QStringLiteral("gpuText"));
    m_text->setFont(smallFont());
    m_text->setWordWrap(true);
    m_text->setContentsMargins(8, 4, 8, 4);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_occupancy);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setObjectName(QStringLiteral("kernelsSplitter"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_table);
    parts->addWidget(scroll);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_text);
    layout->addWidget(parts, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &KernelsPage::showOccupancy);
}

void KernelsPage::setReport(const RunReport& report, const QString& arch,
                            const std::vector<LaunchDemand>& launches)
{
    m_arch = report.gpu ? toQString(report.gpu->arch) : arch;
    m_model.setReport(report, launches);
    m_text->setText(report.gpu               ? gpuText(*report.gpu)
                    : report.counted.empty() ? QString()
                                             : tr("Counted by execution on the CPU, launch by launch"));
    for (int column = 0; column < KernelsModel::ColumnCount; ++column)
        m_table->setColumnHidden(column, !m_model.hasContent(column));
    m_table->resizeColumnsToContents();
    if (m_model.rowCount() > 0)
        m_table->setCurrentIndex(m_model.index(0, 0));
    showOccupancy();
}

void KernelsPage::clear()
{
    setReport({}, {});
}

void KernelsPage::showOccupancy()
{
    const int row = m_table->currentIndex().row();
    m_occupancy->setEnabled(row >= 0);
    if (row >= 0)
        m_occupancy->setStart(m_arch, m_model.demandOf(row));
}

} // namespace tir::ui
