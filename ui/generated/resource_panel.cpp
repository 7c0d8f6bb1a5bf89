#include "ui/generated/resource_panel.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {

ResourcePanel::ResourcePanel(QWidget* parent)
    : QWidget(parent),
      m_table(new QTableView),
      m_remark(new QLabel)
{
    m_table->setObjectName(QStringLiteral("resourceTable"));
    m_table->setModel(&m_resources);
    m_table->setFont(smallFont());
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 6);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setMinimumSectionSize(20);
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
                            std::min(rows, MaxRows) * m_table->verticalHeader()->defaultSectionSize() +
                            m_table->horizontalScrollBar()->sizeHint().height() + 4);
    const QString remark = resourceRemark(artifact);
    m_remark->setText(remark);
    m_remark->setVisible(!remark.isEmpty());
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
