#include "ui/bars/story_card.h"

#include "passes/pipelines.h"
#include "ui/common/actions.h"
#include "ui/common/elided_label.h"
#include "ui/common/flowing_rows.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/session/blamed_step.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr int ShareOfWindow = 10; ///< the body has at most this part of the height
constexpr int LeastLines = 4;     ///< but shows this many lines
constexpr int MaximumBodyHeight = 150;
constexpr int LeastWindowHeight = 600; ///< a lower window has no room for the body above the code

const QString FoldedKey = QStringLiteral("storyIsFolded");

/// Backticks mark code, asterisks mark italics.
QString html(std::string_view text)
{
    static const QRegularExpression code(QStringLiteral("`([^`]*)`"));
    static const QRegularExpression emphasis(QStringLiteral("(^|[\\s(])\\*(\\w[^*]*)\\*(?![\\w*])"));
    return toQString(text)
        .toHtmlEscaped()
        .replace(code, QStringLiteral("<code>\\1</code>"))
        .replace(emphasis, QStringLiteral("\\1<i>\\2</i>"));
}

QString joinedParagraphs(const std::vector<std::string>& paragraphs)
{
    QStringList texts;
    for (const std::string& paragraph : paragraphs)
        texts.append(html(paragraph));
    return texts.join(QStringLiteral("<br>"));
}

/// The upper and lower edges of all lines of the rich text in a label of that width.
std::vector<std::pair<qreal, qreal>> linesOfText(const QLabel& label, int width)
{
    QTextDocument document; // laid out as QLabel does it
    document.setDocumentMargin(0);
    document.setDefaultFont(label.font());
    document.setHtml(label.text());
    document.setTextWidth(width);
    std::vector<std::pair<qreal, qreal>> lines;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const qreal top = document.documentLayout()->blockBoundingRect(block).top();
        const QTextLayout& layout = *block.layout();
        for (int i = 0; i < layout.lineCount(); ++i) {
            const QTextLine line = layout.lineAt(i);
            lines.emplace_back(top + line.y(), top + line.y() + line.height());
        }
    }
    return lines;
}

/// The heights that cut no line, ascending. Cells of a table have lines at different heights.
std::vector<int> heightsOfWholeLines(const QLabel& label, int width)
{
    const auto lines = linesOfText(label, width);
    std::vector<int> heights;
    for (const auto& line : lines) {
        const int height = int(std::ceil(line.second));
        const bool cutsALine = std::ranges::any_of(
            lines, [&](const auto& other) { return other.first < height - 1 && other.second > height; });
        if (!cutsALine)
            heights.push_back(height);
    }
    std::ranges::sort(heights);
    heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
    return heights;
}

/// The largest of the heights up to `most`, but with the least number of lines.
int bestHeight(const std::vector<int>& heights, int most)
{
    const auto end = std::ranges::upper_bound(heights, most);
    const auto lines = std::max<size_t>(LeastLines, size_t(end - heights.begin()));
    return heights[std::min(lines, heights.size()) - 1];
}

std::string modeText(Mode mode)
{
    return mode == Mode::Sound ? " in sound mode" : "";
}

} // namespace

StoryCard::StoryCard(Session& session, QWidget* parent)
    : QFrame(parent),
      m_session(session),
      m_fold(new QToolButton),
      m_title(new ElidedLabel),
      m_summary(new ElidedLabel),
      m_heading(new QHBoxLayout),
      m_scroll(new QScrollArea),
      m_body(new QLabel),
      m_buttons(new QWidget),
      m_goToStep(new QPushButton),
      m_check(new QPushButton(tr("Check every step"))),
      m_fix(new QPushButton),
      m_beside(new QPushButton(tr("Show the fix beside")))
{
    setObjectName(QStringLiteral("storyCard"));
    m_fold->setObjectName(QStringLiteral("foldStoryButton"));
    m_fold->setAutoRaise(true);
    m_title->setObjectName(QStringLiteral("storyTitle"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_title->setMinimumWidth(1); // a long title does not widen the window
    m_summary->setObjectName(QStringLiteral("storySummary"));
    m_body->setObjectName(QStringLiteral("storyText"));
    m_body->setTextFormat(Qt::RichText);
    m_body->setWordWrap(true);
    m_body->setAlignment(Qt::AlignTop);
    m_body->setFont(smallFont());
    m_body->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_body->setFocusPolicy(Qt::NoFocus);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->verticalScrollBar()->setSingleStep(QFontMetrics(m_body->font()).lineSpacing());
    m_scroll->setWidget(m_body);
    m_goToStep->setObjectName(QStringLiteral("storyStepButton"));
    m_check->setObjectName(QStringLiteral("storyCheckButton"));
    m_fix->setObjectName(QStringLiteral("storyFixButton"));
    m_beside->setObjectName(QStringLiteral("storyBesideButton"));
    m_beside->setToolTip(tr("Pin this run as A, and run the fix as B: every view shows both"));

    m_heading->setSpacing(4);
    m_heading->addWidget(m_fold);
    m_heading->addWidget(m_title);
    m_heading->addSpacing(4);
    m_heading->addWidget(m_summary, 1);
    m_buttons->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* buttons = new FlowingRows(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(6);
    buttons->addWidget(m_goToStep);
    buttons->addWidget(m_check);
    buttons->addWidget(m_fix);
    buttons->addWidget(m_beside);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 8, 6);
    layout->setSpacing(2);
    layout->addLayout(m_heading);
    layout->addWidget(m_scroll);
    layout->addWidget(m_buttons);

    connect(m_fold, &QToolButton::clicked, this, [this] {
        setFolded(!m_isFolded);
        if (m_session.keepsSettings() && !m_leavesRoom)
            QSettings().setValue(FoldedKey, m_isFolded);
    });
    connect(m_goToStep, &QPushButton::clicked, this, [this] { m_session.goTo(badStep()); });
    connect(m_check, &QPushButton::clicked, &m_session, &Session::requestCheck);
    connect(m_fix, &QPushButton::clicked, this, &StoryCard::switchFix);
    connect(m_beside, &QPushButton::clicked, this, &StoryCard::showFixBeside);
    connect(&m_session, &Session::programChanged, this, &StoryCard::refresh);
    connect(&m_session.pin(), &Pin::changed, this, &StoryCard::followRoom);
    connect(&StepFindings::of(m_session), &StepFindings::answerChanged, this, &StoryCard::followRoom);
    connect(&m_session, &Session::setupChanged, this, &StoryCard::refreshButtons);
    connect(&m_session, &Session::recordingChanged, this, &StoryCard::refreshButtons);
    connect(&m_session, &Session::recordingChanged, this, &StoryCard::refreshBody);
    connect(&m_session, &Session::phaseChanged, this, &StoryCard::refreshButtons);
    refresh();
}

void StoryCard::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    m_fold->setArrowType(isFolded ? Qt::RightArrow : Qt::DownArrow);
    m_fold->setToolTip(isFolded ? tr("Show the story of this program") : tr("Fold the story into one line"));
    m_scroll->setHidden(isFolded);
    placeButtons();
}

void StoryCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitHeight();
    placeButtons();
}

void StoryCard::placeButtons()
{
    constexpr int LeastSummary = 60;
    const int room = width() - m_fold->sizeHint().width() - m_title->sizeHint().width() - LeastSummary;
    const bool isBeside = m_buttons->sizeHint().width() <= room;
    if (isBeside != (m_heading->indexOf(m_buttons) >= 0)) {
        if (isBeside) {
            layout()->removeWidget(m_buttons);
            m_heading->addWidget(m_buttons, 0, Qt::AlignVCenter);
        } else {
            m_heading->removeWidget(m_buttons);
            static_cast<QBoxLayout*>(layout())->addWidget(m_buttons, 0, Qt::AlignLeft);
        }
    }
    m_buttons->setHidden(m_isFolded && !isBeside);
}

void StoryCard::fitHeight()
{
    const int width =
        this->width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    const int whole = m_body->heightForWidth(width) + 2;
    const int most = std::min(window()->height() / ShareOfWindow, MaximumBodyHeight);
    // The scroll bar, which is there then, makes the lines shorter.
    const std::vector<int> heights =
        whole > most ? heightsOfWholeLines(*m_body, width - m_scroll->verticalScrollBar()->sizeHint().width())
                     : std::vector<int>();
    m_scroll->setFixedHeight(heights.empty() ? whole : std::min(whole, bestHeight(heights, most)));
}

void StoryCard::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    window()->installEventFilter(this);
    if (const QAction* source = actionOfWindow(*this, "edit-source"))
        connect(source, &QAction::toggled, this, &StoryCard::followRoom, Qt::UniqueConnection);
    followRoom();
    fitHeight();
}

bool StoryCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == window()) {
        followRoom();
        fitHeight();
    }
    return QFrame::eventFilter(watched, event);
}

void StoryCard::refresh()
{
    const std::optional<Story>& story = m_session.story();
    setVisible(story.has_value());
    if (!story)
        return;
    m_title->setText(toQString(story->sample.title).remove(QLatin1Char('`')));
    refreshBody();
    setFolded(m_leavesRoom || isFoldedByChoice());
    refreshButtons();
}

void StoryCard::refreshBody()
{
    if (!m_session.story())
        return;
    const QString summary = toQString(m_session.story()->sample.summary).remove(QLatin1Char('`'));
    const bool isFixed = m_session.story()->hasDefect() && isFixApplied();
    m_summary->setText(isFixed ? tr("The fix is applied. As TVM: %1").arg(summary) : summary);
    m_body->setText(body());
    fitHeight();
}

bool StoryCard::isFoldedByChoice() const
{
    return m_session.keepsSettings() && QSettings().value(FoldedKey).toBool();
}

/// Two runs, the answer of a check, and the source need the height, and a low window has none to spare; the source begins
/// with the story anyway.
bool StoryCard::needsRoom() const
{
    const QAction* source = actionOfWindow(*this, "edit-source");
    return (!isWindow() && window()->height() < LeastWindowHeight) || m_session.pin().run() ||
           StepFindings::of(m_session).answer() || (source && source->isChecked());
}

void StoryCard::followRoom()
{
    if (needsRoom() == m_leavesRoom)
        return;
    m_leavesRoom = !m_leavesRoom;
    setFolded(m_leavesRoom || isFoldedByChoice());
}

QString StoryCard::body() const
{
    const Story& story = *m_session.story();
    if (!story.hasDefect())
        return joinedParagraphs(story.paragraphs);
    const auto row = [](const QString& name, const QString& text) {
        return QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, text);
    };
    const auto code = [](const std::string& text) { return html("`" + text + "`"); };
    const Sample& sample = story.sample;
    QString rows = isFixApplied() ? row(tr("Now"), tr("the fix is applied; the rest describes pipeline ") +
                                                       code(sample.pipeline) + tr(" as TVM"))
                                  : QString();
    rows += row(tr("You see"), joinedParagraphs(symptomsOf(sample.expected)));
    rows += row(tr("Bad pass"), code(sample.expected.badPass) + tr(" in pipeline ") + code(sample.pipeline));
    if (const QString way = wayToFindDefect(m_session); !way.isEmpty())
        rows += row(tr("To find it"), way);
    rows += row(tr("Why"), joinedParagraphs(story.paragraphs));
    rows += row(tr("What helps"), tr("pipeline ") + html("`" + sample.fix + "`" + modeText(sample.fixMode)));
    return QStringLiteral("<table cellspacing=2>%1</table>").arg(rows);
}

size_t StoryCard::badStep() const
{
    const auto recording = m_session.recording();
    return recording ? blamedStep(*recording, m_session.story()) : 0;
}

bool StoryCard::isFixApplied() const
{
    const Sample& sample = m_session.story()->sample;
    return m_session.setup().pipeline.name == sample.fix && m_session.setup().mode == sample.fixMode;
}

void StoryCard::refreshButtons()
{
    const std::optional<Story>& story = m_session.story();
    if (!story)
        return;
    const bool isReady = m_session.phase() == Phase::Ready;
    const size_t bad = badStep();
    m_goToStep->setVisible(bad > 0);
    m_goToStep->setText(tr("Go to step %1").arg(bad));
    m_check->setEnabled(isReady);
    m_fix->setVisible(story->hasDefect());
    m_beside->setVisible(story->hasDefect() && !isFixApplied());
    m_beside->setEnabled(isReady);
    if (story->hasDefect())
        m_fix->setText(isFixApplied() ? tr("Show the defect") : tr("Apply the fix"));
    placeButtons();
}

/// Between the pipeline that shows the defect and the one that is correct.
void StoryCard::switchFix()
{
    const Sample& sample = m_session.story()->sample;
    const bool isFixed = isFixApplied();
    const Pipeline* pipeline = findPipeline(isFixed ? sample.pipeline : sample.fix);
    if (!pipeline)
        return;
    RunSetup setup = m_session.setup();
    setup.pipeline = *pipeline;
    setup.mode = isFixed ? Mode::AsTvm : sample.fixMode;
    m_session.setSetup(std::move(setup), ChosenFor::ThisProgram);
}

void StoryCard::showFixBeside()
{
    if (const size_t bad = badStep())
        m_session.goTo(bad);
    m_session.pin().set();
    switchFix();
}

} // namespace tir::ui
