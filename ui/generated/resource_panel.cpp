#include "ui/generated/resource_panel.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <vector>

namespace tir::ui {

ResourcePanel::ResourcePanel(QWidget* parent) : QWidget(parent), m_table(new QTableView), m_remark(new QLabel)
{
    m_table->setObjectName(QStringLiteral("resourceTable"));
    m_table->setModel(&m_resources);
    m_table->setFont(smallFont());
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // kernels differ in the number at the end
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->viewport()->installEventFilter(this);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 6);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setMinimumSectionSize(20);
    m_table->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    m_remark->setObjectName(QStringLiteral("resourceRemark"));
    m_remark->setFont(smallFont());
    m_remark->setWordWrap(true);
    m_remark->setContentsMargins(10, 4, 10, 5);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_table);
    column->addWidget(m_remark);
}

void ResourcePanel::showResources(const Artifact& artifact)
{
    m_resources.setReports(artifact.resources, artifact.arch);
    const int rows = m_resources.rowCount();
    m_table->setVisible(rows > 0);
    constexpr int MaxRows = 6;
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            std::min(rows, MaxRows) * m_table->verticalHeader()->defaultSectionSize() + 4);
    fitColumns();
    const QString remark = resourceRemark(artifact);
    m_remark->setText(remark);
    m_remark->setVisible(!remark.isEmpty());
}

bool ResourcePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

/// Into the width of the table. The widest columns give way first: the model has tool tips for what is elided there.
void ResourcePanel::fitColumns()
{
    QHeaderView* header = m_table->horizontalHeader();
    const QAbstractItemView* table = m_table;
    std::vector<int> widths;
    for (int column = 0; column < m_resources.columnCount(); ++column)
        widths.push_back(std::max(header->sectionSizeHint(column), table->sizeHintForColumn(column)));
    int excess = std::accumulate(widths.begin(), widths.end(), 0) - m_table->viewport()->width();
    if (excess < 0)
        widths[ResourceModel::Kernel] -= excess;
    for (; excess > 0; --excess)
        --*std::ranges::max_element(widths);
    for (size_t column = 0; column < widths.size(); ++column)
        header->resizeSection(int(column), std::max(widths[column], header->minimumSectionSize()));
}

void ResourcePanel::setRemark(const QString& text)
{
    m_remark->setText(text);
}

void ResourcePanel::showRemark(const QString& text)
{
    m_table->hide();
    m_remark->setText(text);
    m_remark->show();
}

} // namespace tir::ui
