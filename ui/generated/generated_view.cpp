#include "ui/generated/generated_view.h"

#include "passes/workbench/execution/generate_code.h"
#include "passes/workbench/execution/gpu_text.h"
#include "ui/common/actions.h"
#include "ui/common/code_editor.h"
#include "ui/common/code_view.h"
#include "ui/common/deferred_update.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/icons.h"
#include "ui/common/placeholder.h"
#include "ui/common/search_bar.h"
#include "ui/common/text.h"
#include "ui/common/view_info.h"
#include "ui/generated/entity_spans.h"
#include "ui/generated/resource_panel.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QSaveFile>
#include <QSignalBlocker>
#include <QTabBar>
#include <QToolButton>

namespace tir::ui {

template <>
ViewInfo viewInfo<GeneratedView>()
{
    return {.id = QStringLiteral("generated"),
            .title = GeneratedView::tr("Generated code"),
            .place = ViewPlace::Right,
            .icon = QStringLiteral("code"),
            .key = Qt::Key_F6,
            .make = [](Session& session) { return new GeneratedView(session); }};
}

GeneratedView::GeneratedView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Generating code")),
      m_update(new DeferredUpdate(*this, [this] { showStep(); })),
      m_tabs(new QTabBar),
      m_code(new CodeView),
      m_editor(new CodeEditor(CodeLanguage::C)),
      m_resources(new ResourcePanel),
      m_warnings(new QLabel),
      m_search(new SearchBar)
{
    m_code->setObjectName(QStringLiteral("generatedCode"));
    m_editor->setObjectName(QStringLiteral("cudaEditor"));
    m_editor->hide();
    m_warnings->setObjectName(QStringLiteral("codeWarnings"));
    m_warnings->setFont(smallFont());
    m_warnings->setWordWrap(true);
    m_warnings->setContentsMargins(10, 4, 10, 5);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_code, 1);
    column->addWidget(m_editor, 1);
    column->addWidget(m_search);
    column->addWidget(m_warnings);
    column->addWidget(m_resources);
    m_stack = new ContentOrPlaceholder(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeading());
    layout->addWidget(m_stack, 1);

    connect(m_tabs, &QTabBar::currentChanged, this, &GeneratedView::refresh);
    connect(&m_session, &Session::recordingChanged, this, &GeneratedView::forget);
    connect(&m_session, &Session::phaseChanged, this, &GeneratedView::refresh);
    connect(&m_session, &Session::stepChanged, this, &GeneratedView::refresh);
    connect(&m_session, &Session::comparedChanged, this, &GeneratedView::followSelection);
    connect(&m_session, &Session::selectionChanged, this, &GeneratedView::followSelection);
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_stack->showPlaceholder({tr("No %1 of this step").arg(titleOf(kind())), message});
    });
    connect(m_stack, &ContentOrPlaceholder::buttonPressed, this, [this] {
        if (const std::optional<size_t> split = laterSplit())
            m_session.goTo(*split);
    });
    connect(m_edit, &QToolButton::toggled, this, &GeneratedView::showEditor);
    connect(m_discard, &QToolButton::clicked, this, [this] {
        if (m_shown)
            m_session.edits().setCuda(m_shown->first, {});
        m_edit->setChecked(false);
    });
    connect(m_editor, &CodeEditor::textChanged, this, &GeneratedView::keepEdit);
    connect(&m_session.edits(), &Edits::cudaChanged, this, &GeneratedView::refreshEdit);
    connect(m_code, &CodeView::clicked, this, &GeneratedView::choose);
    connect(m_code, &CodeView::searchRequested, this, [this] { m_search->openFor(m_code); });
    connect(m_code, &CodeView::escaped, this, [this] { m_session.select({}); });
    refresh();
}

QWidget* GeneratedView::makeHeading()
{
    m_tabs->setObjectName(QStringLiteral("kindTabs"));
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    for (const ArtifactKind kind : ShownKinds) {
        const int index = m_tabs->addTab(titleOf(kind));
        m_tabs->setTabToolTip(index, languageOf(kind));
    }
    auto* heading = new QWidget;
    heading->setObjectName(QStringLiteral("paneHeading"));
    heading->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(0, 0, 2, 0);
    layout->setSpacing(2);
    layout->addWidget(m_tabs, 1);
    m_edit = addButton(layout, QStringLiteral("edit"),
                       tr("Edit the CUDA C: a run of this step on a GPU takes "
                          "the edited text; no file changes"));
    m_edit->setIcon({});
    m_edit->setText(tr("Edit"));
    m_edit->setCheckable(true);
    m_discard =
        addButton(layout, QStringLiteral("discard"), tr("Discard the edit and show the generated code"));
    m_discard->setIcon({});
    m_discard->setText(tr("Discard"));
    m_copy = addButton(layout, QStringLiteral("copy"), tr("Copy the code"));
    m_save = addButton(layout, QStringLiteral("save"), tr("Save the code…"));
    connect(m_copy, &QToolButton::clicked, this, &GeneratedView::copy);
    connect(m_save, &QToolButton::clicked, this, &GeneratedView::save);
    return heading;
}

QToolButton* GeneratedView::addButton(QLayout* layout, const QString& icon, const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(icon + QStringLiteral("Button"));
    button->setIcon(themedIcon(icon, &Theme::muted));
    button->setIconSize({14, 14});
    button->setToolTip(tip);
    button->setAutoRaise(true);
    layout->addWidget(button);
    return button;
}

ArtifactKind GeneratedView::kind() const
{
    return ShownKinds[std::max(0, m_tabs->currentIndex())];
}

void GeneratedView::showKind(ArtifactKind kind)
{
    m_tabs->setCurrentIndex(int(std::ranges::find(ShownKinds, kind) - std::begin(ShownKinds)));
}

void GeneratedView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (const QAction* wrap = actionOfWindow(*this, "wrap-lines")) {
        m_code->setWrapping(wrap->isChecked());
        connect(wrap, &QAction::toggled, m_code, &CodeView::setWrapping, Qt::UniqueConnection);
    }
}

void GeneratedView::forget()
{
    m_job.cancel();
    m_made.clear();
    m_shown.reset();
}

void GeneratedView::refresh()
{
    m_job.cancel();
    m_shown.reset();
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    refreshEdit();
    if (m_session.phase() != Phase::Ready)
        return m_stack->showPlaceholder(placeholderText(m_session));
    m_update->request();
}

void GeneratedView::showStep()
{
    if (m_session.phase() != Phase::Ready)
        return;
    if (const auto made = m_made.constFind({m_session.step(), kind()}); made != m_made.constEnd())
        return showCode(*made);
    m_stack->showPlaceholder({tr("Generating %1…").arg(titleOf(kind())), {}});
    generate();
}

/// Generates the code of the chosen kind for the step looked at; done(code) on this thread.
template <class Done>
void GeneratedView::start(bool isMeasured, Done done)
{
    m_job.start(
        [recording = m_session.recording(), number = m_session.step(), kind = kind(),
         isMeasured](JobControl& control) {
            CodegenOptions options;
            options.resources = isMeasured;
            options.isSound = recording->mode == Mode::Sound;
            if (const std::string arch = archOf(recording->module(number)); !arch.empty())
                options.arch = arch;
            return makeGeneratedCode(
                number, kind, generateCode(*recording, number, kind, options, false, &control.cancelled()));
        },
        done);
}

void GeneratedView::generate()
{
    const bool isMeasured = kind() == ArtifactKind::Ptx || kind() == ArtifactKind::Sass;
    start(isMeasured, [this](const GeneratedCode& code) {
        m_made.insert({code.number, code.kind}, code);
        showCode(code);
    });
}

/// CUDA C is shown immediately, and NVRTC takes some time: the figures follow.
void GeneratedView::measure()
{
    m_resources->setRemark(tr("Measuring registers, spills and stack…"));
    start(true, [this](const GeneratedCode& code) {
        if (!code.artifact)
            return m_resources->setRemark(tr("Not measured: %1").arg(refusalReasons(code)));
        m_made.insert({code.number, code.kind}, code);
        showResources(*code.artifact);
    });
}

/// Before the split, kernels are no functions yet: the button goes there.
std::optional<size_t> GeneratedView::laterSplit() const
{
    const std::shared_ptr<const Recording> recording = m_session.recording();
    const size_t count = recording ? recording->moduleCount() : 0;
    for (size_t number = m_session.step() + 1; number < count; ++number)
        if (recording->steps[number - 1].pass.name == "SplitHostDevice")
            return number;
    return std::nullopt;
}

void GeneratedView::showRefusal(const GeneratedCode& code)
{
    const QString reasons = refusalReasons(code);
    const std::optional<size_t> split = laterSplit();
    m_stack->showPlaceholder({tr("No %1 of this step").arg(titleOf(code.kind)),
                              reasons.left(1).toUpper() + reasons.mid(1),
                              split ? tr("Go to step %1, SplitHostDevice").arg(*split) : QString()});
}

void GeneratedView::showCode(const GeneratedCode& code)
{
    if (!code.artifact)
        return showRefusal(code);
    m_shown = Key{code.number, code.kind};
    m_code->setContent(code.content);
    m_warnings->setText(warningsAbout(*code.artifact));
    showResources(*code.artifact);
    m_copy->setEnabled(true);
    m_save->setEnabled(true);
    refreshEdit();
    m_stack->showContent();
    m_search->searchAgain();
    // Skips the common prologue of generated text.
    if (!code.artifact->ranges.empty())
        m_code->showFrom(code.artifact->ranges.front().span);
    followSelection();
    const bool hasKernels = !code.artifact->entryPoints.empty();
    if (code.kind == ArtifactKind::Cuda && hasKernels && code.artifact->resources.empty())
        measure();
}

void GeneratedView::showResources(const Artifact& artifact)
{
    m_resources->showResources(artifact);
    if (m_edit->isChecked())
        showEditor(true); // the figures are those of the generated code
}

void GeneratedView::followSelection()
{
    if (!m_shown)
        return;
    m_code->setSelectedSpans({});
    const Selection& selection = m_session.selection();
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || compared->number != m_shown->first || selection.isEmpty())
        return;
    const Place place = selection.number == m_shown->first ? selection.place : NoPlace;
    std::vector<Span> spans =
        spansOfSelection(*m_made[*m_shown].artifact, *compared->after, place, selection.identity);
    if (!spans.empty())
        m_code->reveal(spans.front());
    m_code->setSelectedSpans(std::move(spans));
}

void GeneratedView::choose(quint32 offset)
{
    if (!m_shown)
        return;
    const Place place = m_made[*m_shown].artifact->placeAt(offset);
    if (place == NoPlace)
        m_session.select({});
    else
        m_session.selectPlace(place);
}

/// Updates the buttons and the editor for the shown code. An edited step opens in the editor again.
void GeneratedView::refreshEdit()
{
    const bool canEdit = m_shown && m_shown->second == ArtifactKind::Cuda;
    const bool isEdited = canEdit && !m_session.edits().cuda(m_shown->first).empty();
    m_edit->setVisible(kind() == ArtifactKind::Cuda);
    m_edit->setEnabled(canEdit);
    m_discard->setVisible(isEdited);
    if (!canEdit) {
        const QSignalBlocker blocker(m_edit);
        m_edit->setChecked(false);
    } else if (isEdited) {
        m_edit->setChecked(true);
    }
    showEditor(m_edit->isChecked());
}

void GeneratedView::showEditor(bool isEditing)
{
    m_code->setVisible(!isEditing);
    m_editor->setVisible(isEditing);
    m_warnings->setVisible(!isEditing && !m_warnings->text().isEmpty());
    if (!isEditing && m_shown)
        showResources(*m_made[*m_shown].artifact);
    if (!isEditing || !m_shown)
        return;
    if (const QString text = toQString(shownText()); m_editor->toPlainText() != text) {
        const QSignalBlocker blocker(m_editor);
        m_editor->setPlainText(text);
        m_editor->goToLine(lineToEdit());
    }
    m_resources->showRemark(m_discard->isHidden()
                                ? tr("Edits replace the generated code in GPU runs of this step")
                                : tr("Edited: a run of this step on a GPU takes this text"));
}

/// The line at the top of the code.
int GeneratedView::lineToEdit() const
{
    return std::max(0, m_code->rowAt(0));
}

/// A text that is the generated one again is not an edit.
void GeneratedView::keepEdit()
{
    if (!m_shown)
        return;
    std::string text = m_editor->toPlainText().toStdString();
    const bool isGenerated = text == m_made[*m_shown].artifact->content;
    m_session.edits().setCuda(m_shown->first, isGenerated ? std::string() : std::move(text));
}

/// The edited text where there is one. Precondition: something is shown.
std::string GeneratedView::shownText() const
{
    const std::string edit =
        m_shown->second == ArtifactKind::Cuda ? m_session.edits().cuda(m_shown->first) : std::string();
    return edit.empty() ? m_made[*m_shown].artifact->content : edit;
}

void GeneratedView::copy() const
{
    if (m_shown)
        QApplication::clipboard()->setText(toQString(shownText()));
}

void GeneratedView::save()
{
    if (!m_shown)
        return;
    const QString suffix = suffixOf(m_shown->second);
    const QString proposal = QFileInfo(m_session.name()).completeBaseName() + QLatin1Char('.') + suffix;
    const std::string content = shownText();
    const QString path = chooseFileToSave(
        this, tr("Save the code"), proposal,
        QStringLiteral("%1 (*.%2);;%3").arg(titleOf(m_shown->second), suffix, tr("All files (*)")));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(content.data(), qint64(content.size())) != qint64(content.size()) || !file.commit())
        QMessageBox::warning(this, tr("Save the code"), tr("%1: %2").arg(path, file.errorString()));
}

} // namespace tir::ui
