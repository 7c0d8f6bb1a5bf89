#include "ui/functions/functions_view.h"

#include "ui/common/placeholder.h"
#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/common/view_info.h"
#include "ui/session/selection_menu.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {

namespace {

constexpr int LeastNameWidth = 180;

struct Tables {
    std::vector<FunctionRow> own;
    std::optional<std::vector<FunctionRow>> pinned;
};

} // namespace

template <>
ViewInfo viewInfo<FunctionsView>()
{
    return {.id = QStringLiteral("functions"),
            .title = FunctionsView::tr("Functions"),
            .place = ViewPlace::BottomLeft,
            .make = [](Session& session) { return new FunctionsView(session); }};
}

FunctionsView::FunctionsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Listing functions")),
      m_table(new QTableView),
      m_stack(new ContentOrPlaceholder(m_table))
{
    setUpTable(*m_table, QStringLiteral("functionsTable"), m_model);
    addRowMenu(*m_table, [this](QMenu& menu, const QModelIndex& index) {
        const Place place = m_model.placeAt(index);
        if (place == NoPlace)
            return;
        m_session.selectPlace(place);
        addSelectionMenu(menu, m_session, *this);
    });
    m_table->setTextElideMode(Qt::ElideMiddle);                  // the endings of names differ
    m_table->horizontalHeader()->setResizeContentsPrecision(60); // rows that decide the widths
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_stack->showPlaceholder({tr("The functions of this step could not be listed"), message});
    });
    connect(&m_session, &Session::phaseChanged, this, &FunctionsView::refresh);
    connect(&m_session, &Session::stepChanged, this, &FunctionsView::refresh);
    connect(&m_session, &Session::selectionChanged, this, &FunctionsView::followSelection);
    connect(&m_session, &Session::functionInViewChanged, this, &FunctionsView::showFunctionInView);
    connect(&m_session.pin(), &Pin::changed, this, [this] {
        if (m_session.recording()) // there is none while a run is replaced
            refresh();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_model.placeAt(current) != NoPlace)
                    m_session.selectPlace(m_model.placeAt(current));
            });
    refresh();
}

void FunctionsView::refresh()
{
    if (m_session.phase() != Phase::Ready) {
        m_job.cancel();
        m_model.setFunctions({});
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    const std::shared_ptr<const PinnedRun> pinned = m_session.pin().run();
    const std::optional<size_t> beside =
        pinned ? m_session.pin().shownBeside(m_session.step()) : std::nullopt;
    m_job.start(
        [recording = m_session.recording(), number = m_session.step(), pinned, beside](JobControl&) {
            Tables tables{.own = functionTable(recording->module(number)), .pinned = std::nullopt};
            if (beside)
                tables.pinned = functionTable(pinned->recording->module(*beside));
            return tables;
        },
        [this](Tables tables) {
            m_model.setFunctions(std::move(tables.own), tables.pinned);
            m_table->resizeColumnsToContents();
            // Long names leave room for the other columns.
            const int most = std::max(LeastNameWidth, m_table->viewport()->width() / 3);
            m_table->setColumnWidth(FunctionsModel::Function,
                                    std::min(m_table->columnWidth(FunctionsModel::Function), most));
            m_stack->showContent();
            followSelection();
        });
}

void FunctionsView::showFunctionInView()
{
    if (const int row = m_model.rowOf(m_session.functionInView()); row >= 0)
        m_table->scrollTo(m_model.index(row, FunctionsModel::Function));
}

void FunctionsView::followSelection()
{
    const Selection& selection = m_session.selection();
    const bool isHere = selection.place != NoPlace && selection.number == m_session.step();
    const int row = isHere ? m_model.rowOf(selection.place) : -1;
    const QSignalBlocker blocker(m_table->selectionModel());
    if (row < 0)
        m_table->clearSelection();
    else
        m_table->selectRow(row);
    m_table->viewport()->update();
}

} // namespace tir::ui
