#include "ui/bars/pipeline_bar.h"

#include "passes/framework/registry.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/tvm_pipeline.h"
#include "ui/bars/config_popup.h"
#include "ui/bars/pass_list_completer.h"
#include "ui/bars/pipeline_box.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QComboBox>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>
#include <QToolTip>

namespace tir::ui {
namespace {

QString listText(const std::vector<PassInvocation>& passes)
{
    QStringList texts;
    for (const PassInvocation& pass : passes)
        texts.append(toQString(toString(pass)));
    return texts.join(QStringLiteral(", "));
}

/// Whether the user leaves a field without Return. The list of a combo box and another window come back to it.
bool isGivenUp(const QEvent& event)
{
    if (event.type() == QEvent::KeyPress)
        return static_cast<const QKeyEvent&>(event).key() == Qt::Key_Escape;
    if (event.type() != QEvent::FocusOut)
        return false;
    const Qt::FocusReason reason = static_cast<const QFocusEvent&>(event).reason();
    return reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason;
}

/// `sm_80`, and "cuda (sm_80)" as the box shows it, are `cuda -arch=sm_80`; any other text stays as it is.
QString targetFromBox(const QString& text)
{
    static const QRegularExpression arch(QStringLiteral("^\\s*(?:cuda \\()?(sm_\\w+)\\)?\\s*$"));
    const QRegularExpressionMatch match = arch.match(text);
    return match.hasMatch() ? QStringLiteral("cuda -arch=") + match.captured(1) : text;
}

/// The same in the other direction: the box is narrow.
QString textInBox(const QString& target)
{
    static const QRegularExpression arch(QStringLiteral("^cuda -arch=(sm_\\w+)$"));
    const QRegularExpressionMatch match = arch.match(target);
    return match.hasMatch() ? QStringLiteral("cuda (%1)").arg(match.captured(1)) : target;
}

LegacyMode legacy(const QToolButton* button)
{
    return button->isChecked() ? LegacyMode::Yes : LegacyMode::No;
}

} // namespace

OwnPasses readOwnPasses(const QString& text)
{
    Result<std::vector<PassInvocation>> passes = parseInvocations(text.toStdString());
    if (!passes)
        return {{}, toQString(passes.diagnostics().front().message)};
    if (passes->empty())
        return {{}, PipelineBar::tr("a list of passes, separated by commas")};
    for (const PassInvocation& pass : *passes)
        if (!findPass(pass.name) && !isKnownPass(pass.name) && !startsProgram(pass))
            return {{}, PipelineBar::tr("there is no pass '%1'").arg(toQString(pass.name))};
    return {*std::move(passes), {}};
}

QString whyWrongTarget(const QString& target)
{
    Arena scratch;
    const auto read = targetOf(scratch, {.target = target.toStdString()});
    return read ? QString() : messagesOf(read.diagnostics()).join(QLatin1Char('\n'));
}

Pipeline ownPipeline(std::vector<PassInvocation> passes)
{
    return {.name = {}, .summary = {}, .passes = std::move(passes)};
}

Pipeline tvmPipeline(const QString& name)
{
    return {.name = std::string(TvmPipelinePrefix) + name.toStdString(),
            .summary = PipelineBar::tr("Registered in your own TVM").toStdString(),
            .passes = {}};
}

void runTvmPipeline(Session& session, const QString& name)
{
    RunSetup setup = session.setup();
    setup.pipeline = tvmPipeline(name);
    session.setSetup(session.withPrograms(std::move(setup)));
}

PipelineBar::PipelineBar(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_pipelines(new PipelineBox),
      m_older(new QLabel(tr("older TVM:"))),
      m_ownPasses(new QLineEdit),
      m_config(new QToolButton),
      m_targets(new QComboBox)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(m_pipelines);
    layout->addWidget(m_older);
    m_order = addSwitch(tr("order"));
    m_merge = addSwitch(tr("merge"));
    m_launch = addSwitch(tr("launch"));
    m_order->setObjectName(QStringLiteral("orderSwitch"));
    m_merge->setObjectName(QStringLiteral("mergeSwitch"));
    m_launch->setObjectName(QStringLiteral("launchSwitch"));
    layout->addWidget(m_ownPasses, 1);
    layout->addWidget(m_config);
    layout->addWidget(m_targets);
    addModeSwitch();

    m_ownPasses->setObjectName(QStringLiteral("ownPassesField"));
    m_ownPasses->setPlaceholderText(QStringLiteral("ThreadSync(\"shared\"), MergeSharedMemoryAllocations"));
    m_ownPasses->setMinimumWidth(m_ownPasses->fontMetrics().averageCharWidth() * 32);
    m_ownPasses->setCompleter(new PassListCompleter(m_ownPasses));
    m_config->setObjectName(QStringLiteral("configButton"));
    m_config->setProperty("isSwitch", true); // for the style sheet
    m_targets->setObjectName(QStringLiteral("targetBox"));
    m_targets->setToolTip(
        tr("For functions that carry no target: a kind, as in \"cuda -arch=sm_80\", or a JSON object"));
    m_targets->setEditable(true);
    m_targets->setInsertPolicy(QComboBox::NoInsert);
    m_targets->setMinimumContentsLength(11);
    m_targets->addItem(tr("cuda (sm_90)"), QString());
    m_targets->addItem(tr("cuda (sm_80)"), QStringLiteral("cuda -arch=sm_80"));
    for (const char* target : {"rocm", "vulkan", "metal", "opencl"})
        m_targets->addItem(QString::fromLatin1(target), QString::fromLatin1(target));

    for (QComboBox* box : std::initializer_list<QComboBox*>{m_pipelines, m_targets})
        box->installEventFilter(this);
    connect(m_pipelines, &QComboBox::activated, this, &PipelineBar::choosePipeline);
    for (QToolButton* button : {m_order, m_merge, m_launch})
        connect(button, &QToolButton::clicked, this, &PipelineBar::applySwitches);
    connect(m_ownPasses, &QLineEdit::textChanged, this, &PipelineBar::checkOwnPasses);
    connect(m_ownPasses, &QLineEdit::returnPressed, this, &PipelineBar::applyOwnPasses);
    connect(m_config, &QToolButton::clicked, this, &PipelineBar::openConfig);
    connect(m_targets, &QComboBox::activated, this, &PipelineBar::chooseTarget);
    connect(m_targets->lineEdit(), &QLineEdit::returnPressed, this, &PipelineBar::chooseTarget);
    connect(&m_session, &Session::setupChanged, this, &PipelineBar::refresh);
    connect(&m_session, &Session::programChanged, this, &PipelineBar::refreshTarget);
    refresh();
}

QToolButton* PipelineBar::addSwitch(const QString& name)
{
    auto* button = new QToolButton;
    button->setText(name);
    button->setCheckable(true);
    button->setProperty("isSwitch", true);
    layout()->addWidget(button);
    return button;
}

void PipelineBar::setHiddenParts(int count)
{
    m_hiddenParts = count;
    refreshSwitches();
    m_config->setVisible(count < 2);
    m_targets->setVisible(count < 3);
}

/// A list of passes is in their place.
bool PipelineBar::areSwitchesShown() const
{
    return !m_session.setup().pipeline.name.empty() && m_hiddenParts == 0;
}

void PipelineBar::choosePipeline()
{
    RunSetup setup = m_session.setup();
    const std::string name = m_pipelines->currentText().toStdString();
    const Pipeline* pipeline = findPipeline(name);
    if (name == setup.pipeline.name || (!pipeline && setup.pipeline.name.empty()))
        return;
    if (isTvmPipeline(name))
        return runTvmPipeline(m_session, toQString(name.substr(TvmPipelinePrefix.size())));
    // A list has no branches: passes in the branches of a pipeline stay there.
    std::vector<PassInvocation> passes = setup.pipeline.passes;
    std::erase_if(passes, [](const PassInvocation& pass) { return pass.branch != Branch::Common; });
    setup.pipeline = pipeline ? *pipeline : ownPipeline(std::move(passes));
    m_session.setSetup(std::move(setup));
    if (m_session.setup().pipeline.name.empty())
        m_ownPasses->setFocus();
}

void PipelineBar::applySwitches()
{
    RunSetup setup = m_session.setup();
    const TailOrder order = m_order->isChecked() ? TailOrder::Before : TailOrder::Today;
    setup.pipeline = withSwitches(setup.pipeline, {order, legacy(m_merge), legacy(m_launch)});
    m_session.setSetup(std::move(setup));
}

void PipelineBar::checkOwnPasses()
{
    const QString error = readOwnPasses(m_ownPasses->text()).error;
    m_ownPasses->setToolTip(error.isEmpty()
                                ? tr("Passes in constructor form; Return runs them. A step whose pass "
                                     "requires a property that the module lacks is marked.")
                                : error);
    m_ownPasses->setProperty("isWrong", !error.isEmpty());
    style()->polish(m_ownPasses);
}

void PipelineBar::applyOwnPasses()
{
    OwnPasses own = readOwnPasses(m_ownPasses->text());
    if (!own.error.isEmpty()) {
        QToolTip::showText(m_ownPasses->mapToGlobal(QPoint(0, m_ownPasses->height())), own.error,
                           m_ownPasses);
        return;
    }
    RunSetup setup = m_session.setup();
    setup.pipeline = ownPipeline(std::move(own.passes));
    m_session.setSetup(std::move(setup));
}

void PipelineBar::openConfig()
{
    if (!m_configPopup)
        m_configPopup = new ConfigPopup(m_session, this);
    m_configPopup->openBelow(*m_config);
}

void PipelineBar::chooseTarget()
{
    RunSetup setup = m_session.setup();
    const int known = m_targets->findText(m_targets->currentText());
    const QString target =
        known >= 0 ? m_targets->itemData(known).toString() : targetFromBox(m_targets->currentText());
    if (target.toStdString() == setup.target)
        return refreshTarget();
    if (const QString wrong = whyWrongTarget(target); !wrong.isEmpty()) {
        QToolTip::showText(m_targets->mapToGlobal(QPoint(0, m_targets->height())), wrong, m_targets);
        return;
    }
    setup.target = target.toStdString();
    m_session.setSetup(std::move(setup));
}

/// Two buttons, one of which is pressed.
void PipelineBar::addModeSwitch()
{
    m_asTvm = addSwitch(tr("as TVM"));
    m_asTvm->setObjectName(QStringLiteral("asTvmSwitch"));
    m_asTvm->setToolTip(
        tr("As TVM: passes do what TVM's passes do, including their defects; findings are reported"));
    m_sound = addSwitch(tr("sound"));
    m_sound->setObjectName(QStringLiteral("soundSwitch"));
    m_sound->setToolTip(tr("Sound: passes with our corrections of the defects of TVM's passes"));
    connect(m_asTvm, &QToolButton::clicked, this, [this] { setMode(Mode::AsTvm); });
    connect(m_sound, &QToolButton::clicked, this, [this] { setMode(Mode::Sound); });
}

void PipelineBar::setMode(Mode mode)
{
    RunSetup setup = m_session.setup();
    if (mode == setup.mode)
        return refresh(); // a click on the pressed button has released it
    setup.mode = mode;
    m_session.setSetup(std::move(setup));
}

void PipelineBar::refresh()
{
    const RunSetup& setup = m_session.setup();
    const bool isOwn = setup.pipeline.name.empty();
    m_pipelines->setCurrent(setup.pipeline);
    m_ownPasses->setVisible(isOwn);
    // Only a list of passes has use for more width.
    setSizePolicy(isOwn ? QSizePolicy::Expanding : QSizePolicy::Maximum, QSizePolicy::Preferred);
    if (isOwn) {
        m_ownPasses->setText(listText(setup.pipeline.passes));
        m_ownPasses->setCursorPosition(0);
    }
    refreshSwitches();
    m_config->setText(setup.config.empty() ? tr("config") : tr("config*"));
    QString tip = tr("TVM's pass configuration");
    for (const auto& [key, value] : setup.config)
        tip += QLatin1Char('\n') + toQString(key);
    m_config->setToolTip(tip);
    refreshTarget();
    m_asTvm->setChecked(setup.mode == Mode::AsTvm);
    m_sound->setChecked(setup.mode == Mode::Sound);
}

void PipelineBar::refreshTarget()
{
    const QString target = toQString(m_session.setup().target);
    const int known = m_targets->findData(target);
    m_targets->setCurrentIndex(known);
    if (known < 0)
        m_targets->setEditText(textInBox(target));
    m_targets->lineEdit()->setCursorPosition(0);
}

/// The wheel over the tool bar must not run another pipeline. A target that was typed and not chosen does not stay.
bool PipelineBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_targets && isGivenUp(*event))
        refreshTarget();
    return event->type() == QEvent::Wheel || QWidget::eventFilter(watched, event);
}

void PipelineBar::refreshSwitches()
{
    const Pipeline& pipeline = m_session.setup().pipeline;
    const TailSwitches switches = pipeline.switches.value_or(TailSwitches());
    const QString name = toQString(pipeline.name);
    const QString whyNone = tr("%1 is not a variant of a pipeline, and has no switches").arg(name);
    const auto show = [&](QToolButton* button, bool isChecked, const QString& tip, const QString& whyNot) {
        button->setVisible(areSwitchesShown());
        button->setEnabled(whyNot.isEmpty());
        button->setChecked(isChecked && whyNot.isEmpty());
        button->setToolTip(whyNot.isEmpty() ? tip : tip + QLatin1Char('\n') + tr("Not here: %1").arg(whyNot));
    };
    const QString ofAll = pipeline.switches ? QString() : whyNone;
    const QString ofMerge = pipeline.switches && !hasPass(pipeline, "MergeSharedMemoryAllocations")
                                ? tr("%1 does not merge shared memory").arg(toQString(pipeline.family))
                                : ofAll;
    m_older->setVisible(areSwitchesShown());
    show(m_order, switches.order == TailOrder::Before,
         tr("Order of the tail as it was: merging after the split, launch lowering last"), ofAll);
    show(m_merge, switches.merge == LegacyMode::Yes,
         tr("MergeSharedMemoryAllocations(mode=\"legacy\"): one allocation per function"), ofMerge);
    show(m_launch, switches.launch == LegacyMode::Yes,
         tr("LowerDeviceKernelLaunch(mode=\"legacy\"): ignores the host target"), ofAll);
}

} // namespace tir::ui
