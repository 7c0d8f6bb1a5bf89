#include "ui/run/kernels_page.h"

#include "ui/common/tables.h"
#include "ui/common/theme.h"

#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace tir::ui {

KernelsPage::KernelsPage(QWidget* parent) : QWidget(parent), m_text(new QLabel), m_table(new QTableView)
{
    setUpTable(*m_table, QStringLiteral("kernelsTable"), m_model);
    m_text->setObjectName(QStringLiteral("gpuText"));
    m_text->setFont(smallFont());
    m_text->setWordWrap(true);
    m_text->setContentsMargins(8, 4, 8, 4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_text);
    layout->addWidget(m_table, 1);
}

void KernelsPage::setReport(const std::optional<GpuReport>& report)
{
    m_model.setReport(report);
    m_text->setText(report ? gpuText(*report) : QString());
    m_table->resizeColumnsToContents();
}

} // namespace tir::ui
