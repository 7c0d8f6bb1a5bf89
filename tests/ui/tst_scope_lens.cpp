/// Entities that are selected together with a buffer, its lifetime, and hints about buffers whose memory has ended.

#include "core/analysis/scopes.h"
#include "tests/support/test_main.h"
#include "tests/ui/buffer_in_view.h"
#include "tests/ui/ui_support.h"
#include "ui/common/code_view.h"
#include "ui/comparison/comparison_view.h"
#include "ui/session/scope_lens.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

QString lineOf(const ModuleText& text, int line)
{
    return QString::fromStdString(std::string(text.code.line(line))).trimmed();
}

QString wordAt(const ModuleText& text, Span span)
{
    return QString::fromStdString(text.code.text.substr(span.begin, span.end - span.begin));
}

/// The hints beside lines, each after its line.
QStringList hintsOf(const ModuleText& text)
{
    QStringList hints;
    for (const CodeHint& hint : text.hints)
        hints.append(lineOf(text, text.code.lineAt(hint.offset)) + "  " + QString::fromStdString(hint.text));
    return hints;
}

} // namespace

class TestScopeLens : public QObject {
    Q_OBJECT
private slots:
    void nothingIsMarkedWithoutASelection()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const CodeLens lens = scopeLens(*session.compared()->after, session.identities(), nullptr);
        QVERIFY(lens.isEmpty() && lens.scopes.empty() && lens.strays.empty());
    }

    void aBufferSelectsItsPointerAndItsViews()
    {
        Session session;
        usePipeline(session, "split@legacy-merge");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
        const ModuleText& text = *session.compared()->after;
        const Node* merged = bufferIn(session, "buf_dyn_shmem");
        const CodeLens lens = scopeLens(text, session.identities(), merged);
        QCOMPARE(lens.rankOf(merged), LensRank::Selected);
        QCOMPARE(lens.rankOf(session.identities().of(to<Buffer>(*merged).data)), LensRank::Pointer);
        for (const char* view : {"values", "squares", "folded", "total", "spread"})
            QCOMPARE(lens.rankOf(bufferIn(session, view)), LensRank::View);
        QCOMPARE(lens.rankOf(bufferIn(session, "X")), LensRank::None);

        // It lives in one launch; every use in the other one strays.
        QCOMPARE(lens.scopes.size(), size_t(1));
        const LensScope& scope = lens.scopes.front();
        QVERIFY2(lineOf(text, scope.firstLine).startsWith("buf_dyn_shmem = "),
                 qPrintable(lineOf(text, scope.firstLine)));
        QVERIFY(scope.lastLine > scope.firstLine);
        QVERIFY(!scope.strayLines.empty());
        QVERIFY(scope.strayLines.front() > scope.lastLine);
        for (const Span& stray : lens.strays)
            QVERIFY(QStringList({"total", "spread", ".data"}).contains(wordAt(text, stray)));
    }

    void straysAreTheErrorsOfTheVerifier_data()
    {
        QTest::addColumn<QString>("pipeline");
        for (const char* pipeline : {"split", "split@legacy-merge", "split@transitional"})
            QTest::newRow(pipeline) << pipeline;
    }

    void straysAreTheErrorsOfTheVerifier()
    {
        QFETCH(QString, pipeline);
        Session session;
        usePipeline(session, pipeline.toUtf8().constData());
        TIR_OPEN_SAMPLE(session, "two_kernels");
        for (size_t step = 0; step < session.stepCount(); ++step) {
            if (step > 0 && session.recording()->steps[step - 1].verdict == Verdict::Failed)
                continue; // has the diagnostics of the pass
            QList<Place> errors;
            for (const Diagnostic& found : session.recording()->diagnostics(step))
                if (found.code == "out-of-scope")
                    errors.append(found.place);
            QList<Place> strays;
            const Scopes scopes{PlaceTable(session.recording()->module(step))};
            for (const StrayUse& use : scopes.strayUses())
                strays.append(use.place);
            std::ranges::sort(errors);
            QCOMPARE(strays, errors);
        }
    }

    void aBufferWhoseMemoryEndedSaysWhereItWas()
    {
        Session session;
        ComparisonView view(session);
        view.resize(1800, 900);
        view.show();
        usePipeline(session, "split@legacy-merge");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
        const ModuleText& text = *session.compared()->after;
        const CodeLens lens = scopeLens(text, session.identities(), bufferIn(session, "buf_dyn_shmem"));
        const int end = lens.scopes.front().lastLine + 1;
        const QStringList hints = hintsOf(text);
        QVERIFY2(hints.contains(
                     QStringLiteral("total = T.Buffer((64,), scope=\"shared.dyn\")  on buf_dyn_shmem of "
                                    "launch 1, which ended in line %1")
                         .arg(end)),
                 qPrintable(hints.join('\n')));

        // It is not part of the text, and a click goes to the definition.
        auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
        after->selectAll();
        QVERIFY(!after->selectedText().contains("which ended"));
        const int line = text.code.lineAt(text.hints.front().offset);
        const int row = after->content().rows->rowOfLine[size_t(line)];
        const std::vector<CodeAside> asides = after->asides(row);
        QCOMPARE(asides.size(), size_t(1));
        after->revealRow(row);
        QSignalSpy followed(after, &CodeView::linkActivated);
        QTest::mouseClick(after->viewport(), Qt::LeftButton, {}, after->rectOf(asides.front(), row).center());
        QCOMPARE(followed.count(), 1);
        QVERIFY(after->isLineVisible(lens.scopes.front().firstLine));
    }

    void aSoundStepHasNoHints()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        for (size_t step = 0; step < session.stepCount(); ++step) {
            TIR_GO_TO(session, step);
            for (const CodeHint& hint : session.compared()->after->hints)
                QVERIFY2(hint.kind != HintKind::Error, hint.text.c_str());
        }
    }

    void thePointerInDataIsClickable()
    {
        Session session;
        ComparisonView view(session);
        view.resize(1800, 900);
        view.show();
        usePipeline(session, "split@legacy-merge");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
        const ModuleText& text = *session.compared()->after;
        auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
        int found = 0;
        for (const CodeToken& token : text.code.tokens) {
            if (!token.identity || token.begin < 5 ||
                text.code.text.compare(token.begin - 5, 5, "data=") != 0)
                continue;
            ++found;
            session.select({});
            emit after->clicked(token.begin);
            QCOMPARE(session.selection().identity, token.identity);
        }
        QVERIFY(found > 3);
    }

    void allBoxesOnTheMemoryAreMarkedInTheTimeline()
    {
        Session session;
        TimelineView view(session);
        view.resize(1200, 400);
        view.show();
        usePipeline(session, "split@legacy-merge");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
        auto* canvas = view.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
        QTRY_VERIFY(!canvas->rectOf(0, 0).isEmpty());
        const auto colors = [&] {
            const QImage image = canvas->viewport()->grab().toImage();
            QList<QRgb> found;
            for (const auto& [launch, buffer] : {std::pair(0, 0), {0, 1}, {0, 2}, {1, 0}, {1, 1}})
                found.append(
                    image.pixel(canvas->rectOf(size_t(launch), size_t(buffer)).bottomLeft() + QPoint(6, -6)));
            return found;
        };
        const QList<QRgb> before = colors();
        session.selectEntity(bufferIn(session, "buf_dyn_shmem"));
        const QList<QRgb> after = colors();
        for (qsizetype i = 0; i < before.size(); ++i)
            QVERIFY2(before[i] != after[i], qPrintable(QString::number(i)));
    }

    void launchesSayWhatTheyPass()
    {
        Session session;
        ComparisonView view(session);
        view.resize(1800, 900);
        view.show();
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
        const ModuleText& text = *session.compared()->after;
        QStringList shown;
        for (const CodeHint& hint : text.hints)
            shown.append(QString::fromStdString(hint.text));
        QCOMPARE(shown.join(' '),
                 "X_ptr: Y_ptr: threadIdx.x: dynamic bytes: Y_ptr: Z_ptr: threadIdx.x: dynamic bytes:");

        // They make room in the line, and can be hidden.
        auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
        const CodeHint& last = text.hints.back();
        const Span bytes{last.offset, last.offset + 3};
        QCOMPARE(wordAt(text, bytes), "512");
        const int shifted = after->rectOf(bytes).left();
        view.findChild<QAction*>(QStringLiteral("argument-names"))->trigger();
        QVERIFY(after->content().hints.empty());
        QVERIFY(after->rectOf(bytes).left() < shifted - 20);
    }

    void theBracketLeadsToTheDefinition()
    {
        Session session;
        ComparisonView view(session);
        view.resize(1400, 300);
        view.show();
        usePipeline(session, "split@legacy-merge");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
        session.selectEntity(bufferIn(session, "total"));
        auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
        QCOMPARE(after->lens().rankOf(bufferIn(session, "total")), LensRank::Selected);
        const std::vector<LensScope>& scopes = after->lens().scopes;
        QCOMPARE(scopes.size(), size_t(1));
        const int row = after->content().rows->rowOfLine[size_t(scopes.front().strayLines.back())];
        after->revealRow(row);
        QVERIFY(!after->isLineVisible(scopes.front().firstLine));
        QTest::mouseClick(after->viewport(), Qt::LeftButton, {}, after->scopeLane(row).center());
        QVERIFY(after->isLineVisible(scopes.front().firstLine));
    }
};

TIR_TEST(TestScopeLens)
#include "tst_scope_lens.moc"
