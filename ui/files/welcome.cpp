#include "ui/files/welcome.h"

#include "passes/workbench/program/samples.h"
#include "ui/common/elided_label.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/session/session.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSvgWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {
namespace {

constexpr int CardWidth = 380; ///< if there is room for it
constexpr int LeastCardWidth = 200;
constexpr int CardSpacing = 8;

} // namespace

QList<WelcomeSample> welcomeSamples()
{
    QList<WelcomeSample> result;
    const Result<std::vector<Sample>> samples = readSamples();
    if (!samples)
        return result;
    for (const Sample& sample : *samples) {
        QString fix = toQString(sample.fix);
        if (!fix.isEmpty() && sample.fixMode == Mode::Sound)
            fix = Welcome::tr("%1 in sound mode").arg(fix);
        result.append({toQString(sample.path), toQString(sample.group), toQString(sample.title),
                       toQString(sample.summary), toQString(sample.pipeline), fix});
    }
    return result;
}

QString WelcomeSample::toolTip() const
{
    return fix.isEmpty()
               ? summary
               : Welcome::tr("%1.\nGoes wrong under %2; sound under %3.").arg(summary, pipeline, fix);
}

void openSample(Session& session, const WelcomeSample& sample)
{
    if (!session.edits().giveUp(Loss::All))
        return;
    session.close();
    if (const Pipeline* pipeline = findPipeline(sample.pipeline.toStdString())) {
        RunSetup setup = session.setup();
        setup.pipeline = *pipeline;
        if (!sample.fix.isEmpty()) {
            setup.mode = Mode::AsTvm;
            setup.config = {};
        }
        session.setSetup(std::move(setup), ChosenFor::ThisProgram);
    }
    session.openFile(sample.path, OpenWith::Setup);
}

Welcome::Welcome(Session& session, QWidget* view) : m_session(session)
{
    addWidget(makePage());
    addWidget(view);
    const auto follow = [this] { setCurrentIndex(m_session.phase() == Phase::Empty ? 0 : 1); };
    connect(&m_session, &Session::phaseChanged, this, follow);
    follow();
}

QWidget* Welcome::makePage()
{
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("welcome"));
    page->setAttribute(Qt::WA_StyledBackground);
    auto* picture = new QSvgWidget(QStringLiteral(":/icons/tirscope.svg"));
    picture->setFixedSize(56, 56);
    auto* title = new QLabel(tr("Tirscope"));
    title->setObjectName(QStringLiteral("welcomeTitle"));
    auto* hint = new QLabel(
        tr("Open a TVMScript program or a trace (Ctrl+O), drop it here, or paste its text (Ctrl+V)"));
    hint->setObjectName(QStringLiteral("placeholderHint"));
    hint->setAlignment(Qt::AlignHCenter);
    hint->setWordWrap(true);

    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(6);
    layout->addWidget(picture, 0, Qt::AlignHCenter);
    layout->addWidget(title, 0, Qt::AlignHCenter);
    layout->addWidget(hint);
    addSamples(layout);
    layout->addStretch();

    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("welcomeScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    return scroll;
}

/// A grid of cards for every group, under its name.
void Welcome::addSamples(QVBoxLayout* page)
{
    QString group;
    QGridLayout* grid = nullptr;
    for (const WelcomeSample& sample : welcomeSamples()) {
        if (!grid || sample.group != group) {
            group = sample.group;
            auto* section = new QVBoxLayout;
            auto* heading = new QLabel(
                sample.fix.isEmpty() ? group : tr("%1: programs that a pipeline breaks, and why").arg(group));
            heading->setObjectName(QStringLiteral("sampleGroup"));
            heading->setWordWrap(true);
            grid = new QGridLayout;
            grid->setSpacing(CardSpacing);
            m_grids.append(qMakePair(grid, QList<QWidget*>()));
            section->addWidget(heading);
            section->addLayout(grid);
            auto* centered = new QHBoxLayout;
            centered->addStretch();
            centered->addLayout(section);
            centered->addStretch();
            page->addSpacing(14);
            page->addLayout(centered);
        }
        m_grids.back().second.append(makeSampleButton(sample));
    }
    arrangeCards();
}

/// As many columns as there is room for; a single one becomes narrow.
void Welcome::arrangeCards()
{
    constexpr int MaxColumns = 4;
    constexpr int Margins = 72; // of the page, with a scroll bar
    const int columns = std::clamp((width() - Margins) / (CardWidth + CardSpacing), 1, MaxColumns);
    const int cardWidth = std::clamp(width() - Margins, LeastCardWidth, CardWidth);
    for (const auto& [grid, cards] : m_grids)
        for (QWidget* card : cards)
            card->setFixedWidth(cardWidth);
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (const auto& [grid, cards] : m_grids)
        for (int index = 0; index < cards.size(); ++index)
            grid->addWidget(cards[index], index / columns, index % columns);
}

void Welcome::resizeEvent(QResizeEvent* event)
{
    QStackedWidget::resizeEvent(event);
    arrangeCards();
}

QWidget* Welcome::makeSampleButton(const WelcomeSample& sample)
{
    auto* button = new QPushButton;
    button->setObjectName(QStringLiteral("sampleCard"));
    button->setToolTip(sample.toolTip());
    button->setCursor(Qt::PointingHandCursor);
    button->setFixedHeight(54);
    button->setAutoDefault(true); // Return opens it, too
    auto* title = new ElidedLabel;
    title->setText(sample.title);
    title->setObjectName(QStringLiteral("sampleTitle"));
    auto* summary = new ElidedLabel;
    summary->setText(sample.summary);
    summary->setObjectName(QStringLiteral("sampleSummary"));
    summary->setFont(smallFont());
    auto* layout = new QVBoxLayout(button);
    layout->setContentsMargins(12, 7, 12, 7);
    layout->setSpacing(1);
    for (ElidedLabel* label : {title, summary}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        layout->addWidget(label);
    }
    connect(button, &QPushButton::clicked, this, [this, sample] { openSample(m_session, sample); });
    return button;
}

} // namespace tir::ui
