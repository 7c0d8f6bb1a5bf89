#include "ui/comparison/source_pane.h"

#include "passes/workbench/program/samples.h"
#include "ui/common/code_editor.h"
#include "ui/common/elided_label.h"
#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/comparison/comparison_model.h"
#include "ui/comparison/source_places.h"
#include "ui/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {
namespace {

/// Number of the first line that is not empty and no comment.
int firstCodeLine(const QString& text)
{
    int number = 0;
    for (const QStringView line : QStringView(text).split(QLatin1Char('\n'))) {
        if (const QStringView content = line.trimmed();
            !content.isEmpty() && !content.startsWith(QLatin1Char('#')))
            return number;
        ++number;
    }
    return 0;
}

QString messageOf(const OpenedProgram& unread)
{
    const Diagnostic& first = unread.diagnostics.front();
    const QString message = toQString(first.message);
    const QString hint = SourcePane::tr("The other views show the last text without errors.");
    return first.span ? SourcePane::tr("Line %1: %2. %3")
                            .arg(unread.source.lineColumn(first.span->begin).line)
                            .arg(message, hint)
                      : QStringLiteral("%1. %2").arg(message, hint);
}

/// Of a statement that has others inside, the first line is enough.
Span firstLineOf(Span span, std::string_view text)
{
    if (span.isEmpty())
        return span;
    const size_t end = text.find('\n', span.begin);
    return {span.begin, uint32_t(std::min<size_t>(span.end, end))};
}

} // namespace

SourcePane::SourcePane(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_editor(new CodeEditor(CodeLanguage::Python)),
      m_heading(new ElidedLabel),
      m_state(new QLabel),
      m_discard(new QToolButton)
{
    m_editor->setObjectName(QStringLiteral("sourceEditor"));
    setFocusProxy(m_editor);
    m_state->setObjectName(QStringLiteral("sourceState"));
    m_state->setWordWrap(true);
    m_state->setContentsMargins(10, 3, 10, 4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeading());
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_state);

    connect(m_editor, &QPlainTextEdit::textChanged, this,
            [this] { m_session.edits().typeSource(m_editor->toPlainText().toStdString()); });
    connect(m_editor, &CodeEditor::cursorMoved, this, &SourcePane::selectAtCursor);
    connect(&m_session, &Session::phaseChanged, this, &SourcePane::refresh);
    connect(&m_session, &Session::programChanged, this, &SourcePane::refresh);
    connect(&m_session, &Session::recordingChanged, this, [this] { m_places.reset(); });
    connect(&m_session, &Session::identitiesChanged, this, [this] {
        m_places.reset();
        followSelection();
    });
    connect(&m_session, &Session::selectionChanged, this, &SourcePane::followSelection);
    connect(&m_session.edits(), &Edits::sourceChanged, this, &SourcePane::refresh);
}

SourcePane::~SourcePane() = default;

QWidget* SourcePane::makeHeading()
{
    auto* heading = new QWidget;
    heading->setObjectName(QStringLiteral("paneHeading"));
    heading->setAttribute(Qt::WA_StyledBackground);
    heading->setFixedHeight(26);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(10, 0, 2, 0);
    layout->setSpacing(2);
    layout->addWidget(m_heading, 1);
    m_discard->setObjectName(QStringLiteral("discardSourceButton"));
    m_discard->setText(tr("Discard"));
    m_discard->setToolTip(tr("Go back to the text as it was opened or saved"));
    m_discard->setAutoRaise(true);
    layout->addWidget(m_discard);
    connect(m_discard, &QToolButton::clicked, this, [this] { m_session.edits().discardSource(); });
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("closeSourceButton"));
    close->setIcon(themedIcon(QStringLiteral("close"), &Theme::muted));
    close->setIconSize({11, 11});
    close->setToolTip(tr("Close the source (F2)"));
    close->setAutoRaise(true);
    layout->addWidget(close);
    connect(close, &QToolButton::clicked, this, &SourcePane::closeRequested);
    return heading;
}

void SourcePane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    followSelection();
}

void SourcePane::refresh()
{
    if (!isVisible())
        return;
    if (const QString text = toQString(m_session.edits().source()); m_editor->toPlainText() != text) {
        const QSignalBlocker blocker(m_editor);
        m_editor->setPlainText(text);
        m_editor->goToLine(std::max(0, firstCodeLine(text) - 1));
    }
    m_editor->setReadOnly(!m_session.canEditSource());
    refreshState();
    showMarks();
}

/// The heading, and below the text its errors.
void SourcePane::refreshState()
{
    const Edits& edits = m_session.edits();
    const bool isEdited = edits.isSourceEdited();
    m_discard->setVisible(isEdited);
    const QString edited = isInSamplesFolder(m_session.path().toStdString())
                               ? tr("Source of %1, edited (Ctrl+S saves a copy)")
                               : tr("Source of %1, edited (Ctrl+S saves)");
    m_heading->setText((isEdited ? edited : tr("Source of %1")).arg(m_session.name()));
    const OpenedProgram* unread = edits.unreadSource();
    if (!m_session.canEditSource() && m_session.program())
        m_state->setText(tr("The program of a recorded run cannot be edited here"));
    else if (unread && !unread->diagnostics.empty())
        m_state->setText(messageOf(*unread));
    else
        m_state->clear();
    m_state->setVisible(!m_state->text().isEmpty());
}

void SourcePane::showMarks()
{
    const OpenedProgram* unread = m_session.edits().unreadSource();
    const OpenedProgram* shown = unread ? unread : m_session.program().get();
    m_editor->setMarks(shown && shown->source.text() == m_session.edits().source()
                           ? marksOf(shown->diagnostics)
                           : std::vector<CodeMark>());
}

const SourcePlaces* SourcePane::places()
{
    const std::shared_ptr<const OpenedProgram> program = m_session.program();
    if (m_session.phase() != Phase::Ready || !program || !program->isOpen() ||
        program->source.text() != m_session.edits().source())
        return nullptr;
    if (!m_places || &m_places->program() != program.get())
        m_places = std::make_unique<SourcePlaces>(program, m_session.sharedIdentities());
    return m_places.get();
}

void SourcePane::followSelection()
{
    if (!isVisible())
        return;
    const Selection& selection = m_session.selection();
    const SourcePlaces* source = selection.isEmpty() ? nullptr : places();
    std::vector<Span> spans;
    if (source && selection.identity)
        spans = source->spansOf(selection.identity);
    else if (source && selection.number == 0 && selection.place != NoPlace)
        spans = {firstLineOf(source->spanOf(selection.place), source->program().source.text())};
    m_editor->setOccurrences(spans);
    if (m_session.edits().unreadSource() && !selection.source.isEmpty()) // an error of the text
        m_editor->goToOffset(selection.source.begin);
    if (m_isFollowing && !spans.empty() && !m_editor->hasFocus())
        m_editor->goToOffset(spans.front().begin);
}

void SourcePane::selectAtCursor()
{
    const SourcePlaces* source = places();
    if (!source)
        return; // the selection is that of the last text that was read
    const Place place = source->placeAt(m_editor->cursorOffset());
    const QScopedValueRollback following(m_isFollowing, false);
    if (place == NoPlace || place == 0) // nothing, or the whole module
        return m_session.select({});
    const Node* identity = source->identityAt(place);
    m_session.select({.identity = identity, .number = 0, .place = place, .source = {}});
    if (identity && m_session.step() > 0)
        m_session.selectEntity(identity); // another step has other places
}

} // namespace tir::ui
