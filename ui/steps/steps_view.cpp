#include "ui/steps/steps_view.h"

#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"
#include "ui/steps/steps_delegate.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

namespace tir::ui {

template <>
ViewInfo viewInfo<StepsView>()
{
    return {.id = QStringLiteral("steps"),
            .title = StepsView::tr("Steps"),
            .place = ViewPlace::Left,
            .make = [](Session& session) { return new StepsView(session); }};
}

StepsView::StepsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_table(new QTableView),
      m_stack(new ContentOrPlaceholder(m_table))
{
    m_table->setObjectName(QStringLiteral("stepsTable"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new StepsDelegate(m_table));
    m_table->setFont(smallFont());
    m_table->setMouseTracking(true);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setMinimumSectionSize(18);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(StepsModel::Pass, QHeaderView::Stretch);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 8);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&m_session, &Session::phaseChanged, this, &StepsView::refresh);
    connect(&m_session, &Session::recordingChanged, this,
            [this] { m_model.setRecording(m_session.recording()); });
    connect(&m_session, &Session::stepChanged, this, &StepsView::followStep);
    connect(&m_session, &Session::lineCountsChanged, this,
            [this] { m_model.setLineCounts(m_session.lineCounts()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid())
                    m_session.goTo(size_t(current.row()));
            });
    m_model.setRecording(m_session.recording());
    refresh();
    followStep();
}

void StepsView::refresh()
{
    if (m_session.phase() == Phase::Ready)
        m_stack->showContent();
    else
        m_stack->showPlaceholder(placeholderText(m_session));
}

void StepsView::followStep()
{
    const QModelIndex index = m_model.index(int(m_session.step()), StepsModel::Pass);
    if (!index.isValid())
        return;
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect |
                                                          QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

} // namespace tir::ui
