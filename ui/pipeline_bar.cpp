#include "ui/pipeline_bar.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace tir::ui {

std::optional<SplitSwitches> switchesOf(const Pipeline& pipeline)
{
    for (const TailOrder order : {TailOrder::Today, TailOrder::Before})
        for (const LegacyMode merge : {LegacyMode::No, LegacyMode::Yes})
            for (const LegacyMode launch : {LegacyMode::No, LegacyMode::Yes})
                if (splitPipeline(order, merge, launch).name == pipeline.name)
                    return SplitSwitches{order, merge, launch};
    return std::nullopt;
}

PipelineBar::PipelineBar(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_pipelines(new QComboBox),
      m_targets(new QComboBox)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(m_pipelines);
    m_order = addSwitch(tr("old order"), tr("Order of the tail as it was: the merge after the split"));
    m_merge = addSwitch(tr("old merge"), tr("MergeSharedMemoryAllocations(mode=\"legacy\")"));
    m_launch = addSwitch(tr("old launch"), tr("LowerDeviceKernelLaunch(mode=\"legacy\")"));
    m_order->setObjectName(QStringLiteral("orderSwitch"));
    m_merge->setObjectName(QStringLiteral("mergeSwitch"));
    m_launch->setObjectName(QStringLiteral("launchSwitch"));
    layout->addSpacing(6);
    layout->addWidget(m_targets);
    m_mode = addSwitch({}, tr("As TVM: passes do what TVM's do, defects included; findings are reported.\n"
                              "Sound: with our corrections of those defects."));
    m_mode->setObjectName(QStringLiteral("modeSwitch"));

    m_pipelines->setObjectName(QStringLiteral("pipelineBox"));
    m_pipelines->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (const Pipeline& pipeline : allPipelines()) {
        m_pipelines->addItem(toQString(pipeline.name));
        m_pipelines->setItemData(m_pipelines->count() - 1, toQString(pipeline.summary), Qt::ToolTipRole);
    }
    m_targets->setObjectName(QStringLiteral("targetBox"));
    m_targets->setToolTip(tr("For functions that carry no target: a kind, or a JSON object"));
    m_targets->setEditable(true);
    m_targets->setInsertPolicy(QComboBox::NoInsert);
    m_targets->setMinimumContentsLength(13);
    m_targets->addItem(tr("cuda (sm_90)"), QString());
    for (const char* target : {R"({"kind": "cuda", "arch": "sm_80"})", "rocm", "vulkan", "metal", "opencl"})
        m_targets->addItem(QString::fromLatin1(target), QString::fromLatin1(target));

    connect(m_pipelines, &QComboBox::activated, this, &PipelineBar::choosePipeline);
    for (QToolButton* button : {m_order, m_merge, m_launch})
        connect(button, &QToolButton::clicked, this, &PipelineBar::applySwitches);
    connect(m_mode, &QToolButton::clicked, this, &PipelineBar::chooseMode);
    connect(m_targets, &QComboBox::activated, this, &PipelineBar::chooseTarget);
    connect(m_targets->lineEdit(), &QLineEdit::returnPressed, this, &PipelineBar::chooseTarget);
    connect(&m_session, &Session::setupChanged, this, &PipelineBar::refresh);
    refresh();
}

QToolButton* PipelineBar::addSwitch(const QString& name, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(name);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setProperty("isSwitch", true);
    layout()->addWidget(button);
    return button;
}

void PipelineBar::choosePipeline()
{
    RunSetup setup = m_session.setup();
    const std::string name = m_pipelines->currentText().toStdString();
    if (name == setup.pipeline.name)
        return;
    if (const Pipeline* pipeline = findPipeline(name))
        setup.pipeline = *pipeline;
    m_session.setSetup(std::move(setup));
}

void PipelineBar::applySwitches()
{
    const auto legacy = [](const QToolButton* button) {
        return button->isChecked() ? LegacyMode::Yes : LegacyMode::No;
    };
    RunSetup setup = m_session.setup();
    setup.pipeline = splitPipeline(m_order->isChecked() ? TailOrder::Before : TailOrder::Today,
                                   legacy(m_merge), legacy(m_launch));
    m_session.setSetup(std::move(setup));
}

void PipelineBar::chooseTarget()
{
    RunSetup setup = m_session.setup();
    const int known = m_targets->findText(m_targets->currentText());
    const QString target = known >= 0 ? m_targets->itemData(known).toString() : m_targets->currentText();
    if (target.toStdString() == setup.target)
        return;
    setup.target = target.toStdString();
    m_session.setSetup(std::move(setup));
}

void PipelineBar::chooseMode()
{
    RunSetup setup = m_session.setup();
    setup.mode = m_mode->isChecked() ? Mode::Sound : Mode::AsTvm;
    m_session.setSetup(std::move(setup));
}

void PipelineBar::refresh()
{
    const RunSetup& setup = m_session.setup();
    const QString name = toQString(setup.pipeline.name);
    // Combinations without a name of their own in the list are listed while they are in use.
    if (m_pipelines->findText(name) < 0)
        m_pipelines->addItem(name);
    m_pipelines->setCurrentIndex(m_pipelines->findText(name));
    m_pipelines->setToolTip(toQString(setup.pipeline.summary));
    const std::optional<SplitSwitches> switches = switchesOf(setup.pipeline);
    for (QToolButton* button : {m_order, m_merge, m_launch})
        button->setEnabled(switches.has_value());
    m_order->setChecked(switches && switches->order == TailOrder::Before);
    m_merge->setChecked(switches && switches->merge == LegacyMode::Yes);
    m_launch->setChecked(switches && switches->launch == LegacyMode::Yes);
    m_mode->setChecked(setup.mode == Mode::Sound);
    m_mode->setText(setup.mode == Mode::Sound ? tr("sound") : tr("as TVM"));
}

} // namespace tir::ui
