#include "ui/welcome.h"

#include "passes/workbench/samples.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/session/session.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSvgWidget>
#include <QVBoxLayout>

namespace tir::ui {

QList<WelcomeSample> welcomeSamples()
{
    QList<WelcomeSample> result;
    const Result<std::vector<Sample>> samples = readSamples();
    if (!samples)
        return result;
    for (const Sample& sample : *samples)
        result.append({toQString(sample.path), toQString(sample.title), toQString(sample.summary),
                       toQString(sample.pipeline)});
    return result;
}

void openSample(Session& session, const WelcomeSample& sample)
{
    session.close();
    if (const Pipeline* pipeline = findPipeline(sample.pipeline.toStdString())) {
        RunSetup setup = session.setup();
        setup.pipeline = *pipeline;
        session.setSetup(std::move(setup));
    }
    session.openFile(sample.path);
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
    auto* hint =
        new QLabel(tr("Open a TVMScript program (Ctrl+O), drop a file here, or paste its text (Ctrl+V)"));
    hint->setObjectName(QStringLiteral("placeholderHint"));

    auto* samples = new QGridLayout;
    samples->setHorizontalSpacing(8);
    samples->setVerticalSpacing(8);
    int count = 0;
    for (const WelcomeSample& sample : welcomeSamples()) {
        samples->addWidget(makeSampleButton(sample), count / 2, count % 2);
        ++count;
    }

    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(6);
    layout->addStretch(2);
    layout->addWidget(picture, 0, Qt::AlignHCenter);
    layout->addWidget(title, 0, Qt::AlignHCenter);
    layout->addWidget(hint, 0, Qt::AlignHCenter);
    layout->addSpacing(18);
    auto* centred = new QHBoxLayout;
    centred->addStretch();
    centred->addLayout(samples);
    centred->addStretch();
    layout->addLayout(centred);
    layout->addStretch(3);
    return page;
}

QWidget* Welcome::makeSampleButton(const WelcomeSample& sample)
{
    auto* button = new QPushButton;
    button->setObjectName(QStringLiteral("sampleCard"));
    button->setToolTip(sample.summary);
    button->setCursor(Qt::PointingHandCursor);
    button->setFixedSize(380, 54);
    auto* title = new QLabel(sample.title);
    title->setObjectName(QStringLiteral("sampleTitle"));
    auto* summary = new QLabel(QFontMetrics(smallFont()).elidedText(sample.summary, Qt::ElideRight, 352));
    summary->setObjectName(QStringLiteral("sampleSummary"));
    summary->setFont(smallFont());
    auto* layout = new QVBoxLayout(button);
    layout->setContentsMargins(12, 7, 12, 7);
    layout->setSpacing(1);
    for (QLabel* label : {title, summary}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        layout->addWidget(label);
    }
    connect(button, &QPushButton::clicked, this, [this, sample] { openSample(m_session, sample); });
    return button;
}

} // namespace tir::ui
