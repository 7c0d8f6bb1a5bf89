/// However a step, a group or a selection of steps is reached: both panes show the modules that their headings name, as
/// `tirc opt --print-after-all` prints them, and the figures are those of the two texts.

#include "core/diff/line_diff.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"
#include "tests/ui/ui_support.h"
#include "ui/common/code_view.h"
#include "ui/comparison/comparison_view.h"

#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>

#include <random>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

QString shownBy(const CodeView& pane)
{
    return pane.hasText() ? QString::fromStdString(pane.content().text->text) : QString();
}

/// By module number: what `tirc opt --print-after-all` prints; empty after a step that changed nothing.
QStringList printedModules(const QString& path, const char* pipeline, Mode mode)
{
    const TircResult printed = tirc({"opt", path, "--pipeline", QString::fromLatin1(pipeline), "--mode",
                                     mode == Mode::Sound ? "sound" : "as-tvm", "--print-after-all"});
    TIR_CHECK(printed.exitCode >= 0) << "tirc did not end";
    static const QRegularExpression Heading(
        QStringLiteral("(^|\\n\\n)# step \\d+[^:\\n]*: [^\\n]*\\n(# out of place: [^\\n]*\\n)*"));
    QStringList modules = QString::fromUtf8(printed.output).split(Heading);
    modules.removeFirst(); // what is before the first heading
    for (QString& module : modules)
        while (module.endsWith('\n')) // what the panes show has no line end after its last line
            module.chop(1);
    return modules;
}

/// The same run, by `tirc opt`.
class Reference {
public:
    Reference(const QString& sample, const char* pipeline, Mode mode)
        : m_texts(printedModules(samplePath(sample), pipeline, mode)),
          m_recording(
              *record(openFile(samplePath(sample).toStdString()), {.pipeline = pipeline, .mode = mode}))
    {
        TIR_CHECK(size_t(m_texts.size()) == m_recording->moduleCount())
            << "tirc printed " << m_texts.size() << " modules of " << m_recording->moduleCount();
    }

    const Recording& recording() const { return *m_recording; }
    QString text(size_t number) const
    {
        while (m_texts[qsizetype(number)].isEmpty())
            number = m_recording->previous(number);
        return m_texts[qsizetype(number)];
    }
    QString pass(size_t number) const
    {
        return QString::fromStdString(toString(m_recording->steps[number - 1].pass));
    }

private:
    QStringList m_texts; ///< by module number
    std::shared_ptr<const Recording> m_recording;
};

} // namespace

class TestPaneTexts : public QObject {
    Q_OBJECT

private slots:
    void groupThenItsLastStep();
    void anyOrderOfVisits_data();
    void anyOrderOfVisits();
    void textOfAnotherModuleIsRefused();
};

namespace {

/// The expected panes once the texts of the steps in view are there.
void comparePanes(const Session& session, const ComparisonView& view, const Reference& reference)
{
    const StepSpan span{session.firstStep(), session.step()};
    QTRY_VERIFY2(session.phase() == Phase::Ready && session.compared() &&
                     session.compared()->first == span.first && session.compared()->number == span.last,
                 qPrintable(session.failure()));
    const auto* before = view.findChild<CodeView*>(QStringLiteral("beforeCode"));
    const auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
    const QString afterText = reference.text(span.last);
    const QString beforeText =
        span.last == 0 ? QString() : reference.text(reference.recording().previous(span.first));
    QCOMPARE(shownBy(*after), afterText);
    QCOMPARE(shownBy(*before), beforeText);

    const ComparisonContent content = comparisonContent(session);
    if (span.last == 0) {
        QCOMPARE(content.after.heading, QStringLiteral("Input"));
        return;
    }
    QVERIFY2(content.after.heading.contains(reference.pass(span.last)), qPrintable(content.after.heading));
    QVERIFY2(content.before->heading.contains(reference.pass(span.first)),
             qPrintable(content.before->heading));

    const LineDiff diff = diffLines(beforeText.toStdString(), afterText.toStdString());
    const QString figures = diff.isEmpty()
                                ? QString()
                                : QStringLiteral("+%1 \u2212%2 ").arg(diff.addedLines).arg(diff.removedLines);
    auto* structure = view.findChild<QToolButton*>(QStringLiteral("structureButton"));
    structure->setChecked(false);
    QTRY_COMPARE(session.compared()->mode, DiffMode::Lines);
    QCOMPARE(view.findChild<QLabel*>(QStringLiteral("changesLabel"))->text(), figures);
    structure->setChecked(true);
    QTRY_COMPARE(session.compared()->mode, DiffMode::Structure);
    QCOMPARE(view.findChild<QLabel*>(QStringLiteral("changesLabel"))->text().isEmpty(),
             !session.compared()->rows.hasChanges());
}

} // namespace

void TestPaneTexts::groupThenItsLastStep()
{
    Session session;
    ComparisonView view(session);
    const Reference reference(QStringLiteral("two_kernels"), "split", Mode::AsTvm);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    for (const StepGroup& group : stepGroups(reference.recording())) {
        session.goToSpan(group.span);
        comparePanes(session, view, reference);
        for (size_t number = group.span.last; number >= group.span.first; --number) {
            session.goTo(number);
            comparePanes(session, view, reference);
            if (QTest::currentTestFailed())
                return;
        }
    }
}

void TestPaneTexts::anyOrderOfVisits_data()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample : {"two_kernels", "matmul", "reverse", "shared_outside_launch"})
        QTest::newRow(sample) << QString::fromLatin1(sample);
}

void TestPaneTexts::anyOrderOfVisits()
{
    QFETCH(QString, sample);
    struct Setup {
        const char* pipeline;
        Mode mode;
        Reference reference;
    };
    std::vector<Setup> setups;
    for (const char* pipeline : {"split", "split@legacy-merge", "split@before", "s_tir"})
        for (const Mode mode : {Mode::AsTvm, Mode::Sound})
            setups.push_back({pipeline, mode, Reference(sample, pipeline, mode)});

    Session session;
    ComparisonView view(session);
    size_t setup = 0;
    session.openFile(samplePath(sample));
    QTRY_COMPARE(session.phase(), Phase::Ready);

    constexpr int Visits = 250;
    std::mt19937 random(14);
    const auto below = [&](size_t bound) { return size_t(random() % bound); };
    for (int visit = 0; visit < Visits; ++visit) {
        const size_t last = session.stepCount() - 1;
        const std::vector<StepGroup> groups = stepGroups(*session.recording());
        switch (below(12)) {
        case 0: {
            setup = below(setups.size());
            RunSetup chosen = session.setup();
            chosen.pipeline = *findPipeline(setups[setup].pipeline);
            chosen.mode = setups[setup].mode;
            session.setSetup(chosen);
            QTRY_COMPARE(session.phase(), Phase::Ready);
            break;
        }
        case 1:
        case 2:
            session.navigation().goToNext();
            break;
        case 3:
            session.navigation().goToPreviousChanged();
            break;
        case 4:
        case 5: {
            const size_t first = 1 + below(last);
            session.goToSpan({first, first + below(last - first + 1)});
            break;
        }
        case 6:
        case 7:
        case 8:
            if (!groups.empty())
                session.goToSpan(groups[below(groups.size())].span);
            break;
        default:
            session.goTo(below(last + 1));
        }
        // Every other visit continues before the texts are there.
        if (below(2) == 0)
            continue;
        comparePanes(session, view, setups[setup].reference);
        if (QTest::currentTestFailed()) {
            qWarning("visit %d: steps %zu to %zu of %s", visit, session.firstStep(), session.step(),
                     setups[setup].pipeline);
            return;
        }
    }
}

/// A pane never shows a module under the heading of another one.
void TestPaneTexts::textOfAnotherModuleIsRefused()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const ComparedStepPointer compared = session.compared();
    const size_t other = stepOf(session, "MakePackedAPI");
    QVERIFY_EXCEPTION_THROWN(compareStep(session.recording(), {other, other}, compared->before,
                                         compared->after, DiffMode::Structure),
                             InternalError);
    QVERIFY_EXCEPTION_THROWN(compareStep(session.recording(), {compared->number, compared->number},
                                         compared->after, compared->after, DiffMode::Structure),
                             InternalError);
    QVERIFY_EXCEPTION_THROWN(
        compareStep(session.recording(), {0, 0}, compared->before, compared->after, DiffMode::Lines),
        InternalError);
}

TIR_TEST(TestPaneTexts)
#include "tst_pane_texts.moc"
