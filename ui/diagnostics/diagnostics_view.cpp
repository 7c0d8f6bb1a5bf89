#include "ui/diagnostics/diagnostics_view.h"

#include "ui/common/message_list.h"
#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QVBoxLayout>

namespace tir::ui {

template <>
ViewInfo viewInfo<DiagnosticsView>()
{
    return {.id = QStringLiteral("diagnostics"),
            .title = DiagnosticsView::tr("Diagnostics"),
            .place = ViewPlace::BottomRight,
            .make = [](Session& session) { return new DiagnosticsView(session); }};
}

DiagnosticsView::DiagnosticsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_list(new MessageList(&m_model)),
      m_stack(new ContentOrPlaceholder(m_list))
{
    m_list->setObjectName(QStringLiteral("diagnosticsList"));
    m_list->setFont(smallFont());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_session, &Session::phaseChanged, this, &DiagnosticsView::refresh);
    connect(&m_session, &Session::comparedChanged, this, &DiagnosticsView::refresh);
    connect(&StepFindings::of(m_session), &StepFindings::changed, this, &DiagnosticsView::refresh);
    connect(m_list, &MessageList::chosen, this, &DiagnosticsView::choose);
    refresh();
}

void DiagnosticsView::refresh()
{
    const bool isReady = m_session.phase() == Phase::Ready && m_session.recording();
    if (!isReady && m_session.phase() != Phase::Unreadable) {
        m_model.setSections({}, {});
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    const Diagnostics executed = toDiagnostics(StepFindings::of(m_session).at(m_session.step()).findings);
    m_model.setSections(sections(executed),
                        [this](const DiagnosticsModel::Where& where) { return lineOf(where); });
    if (m_model.rowCount() > 0)
        m_stack->showContent();
    else
        m_stack->showPlaceholder({tr("No problems"), tr("The verifier found no problems in this step")});
}

std::vector<DiagnosticsModel::Section> DiagnosticsView::sections(const Diagnostics& executed) const
{
    const auto pointersTo = [](const Diagnostics& diagnostics) {
        std::vector<const Diagnostic*> pointers;
        for (const Diagnostic& diagnostic : diagnostics)
            pointers.push_back(&diagnostic);
        return pointers;
    };
    if (!m_session.recording())
        return {{{}, pointersTo(m_session.diagnostics())}};
    const StepDiagnostics& step = m_session.stepDiagnostics()[m_session.step()];
    // Without an earlier step to tell apart, headings say nothing.
    const bool hasHeadings = !executed.empty() || !step.inherited.empty();
    return {{tr("Found by the execution"), pointersTo(executed)},
            {hasHeadings ? tr("Introduced by this step") : QString(), step.introduced},
            {tr("Since earlier steps"), step.inherited}};
}

int DiagnosticsView::lineOf(const DiagnosticsModel::Where& where) const
{
    if (where.place == NoPlace)
        return m_session.program()->source.lineColumn(where.span.begin).line;
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || compared->number != m_session.step())
        return 0;
    const Span span = compared->after->spanOf(where.place);
    return span.isEmpty() ? 0 : compared->after->code.lineAt(span.begin) + 1;
}

void DiagnosticsView::choose(const QModelIndex& index)
{
    if (m_model.toggle(index))
        return;
    const DiagnosticsModel::Where where = m_model.whereAt(index);
    if (where.place != NoPlace)
        m_session.selectPlace(where.place);
    else if (where.isKnown())
        m_session.selectSource(where.span);
}

} // namespace tir::ui
