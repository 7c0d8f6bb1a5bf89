/// The list of diagnostics: worst first, notes below their diagnostic, chips that hide a severity; a click goes to the
/// place.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/message_list.h"
#include "ui/common/message_roles.h"
#include "ui/common/placeholder.h"
#include "ui/diagnostics/diagnostics_view.h"
#include "ui/diagnostics/severity_chips.h"
#include "ui/session/pinned_step.h"
#include "ui/session/step_findings.h"

#include <QLabel>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestDiagnostics : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void worstComesFirst();
    void sectionsHaveHeadings();
    void notesOfOneKindAreFolded();
    void aNameThatIsNotDefinedIsListedOnce();
    void hiddenSeveritiesLeaveTheList();
    void chipsHideTheirSeverity();
    void chipsAreReachedByKeyboard();
    void titleCountsErrors();
    void inheritedDiagnosticsAreApart();
    void legacyMergeIsExplained();
    void noWordIsLostAtAnyWidth_data();
    void noWordIsLostAtAnyWidth();
    void choosingGoesToThePlace();
    void soundStepSaysSo();
    void parseErrorsHaveLines();
    void errorsOfAnEditAreListed_data();
    void errorsOfAnEditAreListed();
    void findingsOfARunAreListed();
    void closeClears();

private:
    static MessageList* listOf(const DiagnosticsView& view)
    {
        return view.findChild<MessageList*>(QStringLiteral("diagnosticsList"));
    }
    static QToolButton* chip(const QWidget& view, const char* name)
    {
        return view.findChild<QToolButton*>(QLatin1String(name));
    }
    /// The visible chips, those that are off in parentheses.
    static QString chipsOf(const QWidget& view)
    {
        QStringList texts;
        for (const char* name : {"errorChip", "warningChip", "noteChip"})
            if (const QToolButton* each = chip(view, name); !each->isHidden())
                texts << (each->isChecked() ? each->text() : QStringLiteral("(%1)").arg(each->text()));
        return texts.join(QStringLiteral(" · "));
    }
};

void TestDiagnostics::emptyModel()
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setSections({}, {});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.whereAt({}).isKnown());
}

void TestDiagnostics::worstComesFirst()
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model);
    const Diagnostics diagnostics{
        {.severity = Severity::Note, .code = "small", .message = "a remark", .place = 1},
        {.severity = Severity::Error,
         .code = "large",
         .message = "an error",
         .place = 2,
         .notes = {{.message = "because of this", .place = 3}}},
    };
    model.setSections({{{}, {&diagnostics[0], &diagnostics[1]}}},
                      [](const DiagnosticsModel::Where& where) { return int(where.place) * 10; });
    QCOMPARE(rowsOf(model), QStringLiteral("an error\nbecause of this\na remark"));
    QCOMPARE(model.index(0).data(DetailRole).toString(), QStringLiteral("line 20 · large"));
    QCOMPARE(model.index(1).data(DetailRole).toString(), QStringLiteral("line 30"));
    QCOMPARE(model.index(1).data(IndentRole).toInt(), 1);
    QCOMPARE(model.whereAt(model.index(2)).place, Place(1));
}

void TestDiagnostics::sectionsHaveHeadings()
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model);
    const Diagnostic first{.severity = Severity::Error, .code = "a", .message = "first"};
    const Diagnostic second{.severity = Severity::Error, .code = "b", .message = "second"};
    model.setSections({{"here", {&first}}, {"nothing", {}}, {"before", {&second}}}, {});
    QCOMPARE(rowsOf(model), QStringLiteral("here\nfirst\nbefore\nsecond"));
    QVERIFY(model.index(0).data(HeadingRole).toBool());
    QVERIFY(!model.flags(model.index(0)).testFlag(Qt::ItemIsSelectable));
    QVERIFY(!model.index(1).data(HeadingRole).toBool());
}

void TestDiagnostics::notesOfOneKindAreFolded()
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model);
    const Diagnostic one{.severity = Severity::Note, .code = "same", .message = "one", .place = 1};
    const Diagnostic two{.severity = Severity::Note, .code = "same", .message = "two", .place = 2};
    const Diagnostic other{.severity = Severity::Note, .code = "other", .message = "alone", .place = 3};
    const auto lineOf = [](const DiagnosticsModel::Where& where) { return int(where.place); };
    const std::vector<DiagnosticsModel::Section> sections{{{}, {&one, &other, &two}}};
    model.setSections(sections, lineOf);
    QCOMPARE(rowsOf(model), QStringLiteral("one (and 1 more note)\nalone"));
    QVERIFY(!model.toggle(model.index(1)));
    QVERIFY(model.toggle(model.index(0)));
    QCOMPARE(rowsOf(model), QStringLiteral("one (and 1 more note)\none\ntwo\nalone"));
    QCOMPARE(model.whereAt(model.index(2)).place, Place(2));
    model.setSections(sections, lineOf); // the next step keeps opened rows
    QCOMPARE(model.rowCount(), 4);
    QVERIFY(model.toggle(model.index(0)));
    QCOMPARE(model.rowCount(), 2);
}

void TestDiagnostics::aNameThatIsNotDefinedIsListedOnce()
{
    const auto undefined = [](const char* message, uint32_t at) {
        Diagnostic diagnostic = error("undefined-name", message);
        diagnostic.span = Span{at, at + 1};
        return diagnostic;
    };
    const Diagnostics diagnostics{undefined("undefined name 'N'", 10),
                                  undefined("undefined name 'M'", 20),
                                  undefined("undefined name 'N'", 30),
                                  undefined("undefined name 'N'", 40),
                                  error("other", "twice"),
                                  error("other", "twice")};
    std::vector<const Diagnostic*> pointers;
    for (const Diagnostic& diagnostic : diagnostics)
        pointers.push_back(&diagnostic);
    DiagnosticsModel model;
    model.setSections({{{}, pointers}},
                      [](const DiagnosticsModel::Where& where) { return int(where.span.begin) / 10; });
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows << model.index(row).data().toString() + QStringLiteral(": ") +
                    model.index(row).data(DetailRole).toString();
    QCOMPARE(rows.join(QLatin1Char('\n')),
             QStringLiteral("undefined name 'N': line 1 · 3 uses · undefined-name\n"
                            "undefined name 'M': line 2 · undefined-name\n"
                            "twice: other\n"
                            "twice: other"));
    QCOMPARE(model.whereAt(model.index(0)).span, (Span{10, 11}));
    QCOMPARE(model.countOf(Severity::Error), model.rowCount());
}

void TestDiagnostics::hiddenSeveritiesLeaveTheList()
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model);
    const Diagnostic wrong{.severity = Severity::Error,
                           .code = "a",
                           .message = "wrong",
                           .notes = {{.message = "because of this", .place = 3}}};
    const Diagnostic odd{.severity = Severity::Warning, .code = "b", .message = "odd"};
    const Diagnostic one{.severity = Severity::Note, .code = "same", .message = "one"};
    const Diagnostic two{.severity = Severity::Note, .code = "same", .message = "two"};
    const std::vector<DiagnosticsModel::Section> sections{{"here", {&wrong, &odd, &one, &two}},
                                                          {"before", {&one}}};
    model.setSections(sections, [](const DiagnosticsModel::Where&) { return 1; });
    QVERIFY(model.toggle(model.index(4)));
    const QString all =
        QStringLiteral("here\nwrong\nbecause of this\nodd\none (and 1 more note)\none\ntwo\nbefore\none");
    QCOMPARE(rowsOf(model), all);
    const auto without = [&](std::initializer_list<Severity> hidden) {
        for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
            model.setShown(severity, std::ranges::find(hidden, severity) == hidden.end());
        return rowsOf(model);
    };
    QCOMPARE(without({Severity::Error}), // with the note that is below it
             QStringLiteral("here\nodd\none (and 1 more note)\none\ntwo\nbefore\none"));
    QCOMPARE(without({Severity::Warning}),
             QStringLiteral("here\nwrong\nbecause of this\none (and 1 more note)\none\ntwo\nbefore\none"));
    // The note of an error stays with it, and a heading with nothing below it is hidden.
    QCOMPARE(without({Severity::Note}), QStringLiteral("here\nwrong\nbecause of this\nodd"));
    QCOMPARE(without({Severity::Error, Severity::Warning, Severity::Note}), QString());
    for (const auto& [severity, count] :
         {std::pair(Severity::Error, 1), std::pair(Severity::Warning, 1), std::pair(Severity::Note, 3)})
        QCOMPARE(model.countOf(severity), count); // hidden ones too
    model.setSections({{"here", {&wrong}}}, [](const DiagnosticsModel::Where&) { return 1; });
    QCOMPARE(model.rowCount(), 0); // stays from step to step
    QCOMPARE(model.countOf(Severity::Note), 0);
    model.setSections(sections, [](const DiagnosticsModel::Where&) { return 1; });
    QCOMPARE(without({}), all);
}

void TestDiagnostics::chipsHideTheirSeverity()
{
    Session session;
    DiagnosticsView view(session);
    QCOMPARE(chipsOf(view), QString());
    QVERIFY(view.findChild<SeverityChips*>()->isHidden());
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.goTo(stepOf(session, "MergeSharedMemoryAllocations"));
    QTRY_VERIFY(session.compared() && session.compared()->number == session.step());
    const QAbstractItemModel& model = *listOf(view)->model();
    const auto countOf = [&](Severity severity) {
        return std::ranges::count(session.diagnostics(), severity, &Diagnostic::severity);
    };
    const auto errors = countOf(Severity::Error);
    QVERIFY(errors > 0);
    QVERIFY(!view.findChild<SeverityChips*>()->isHidden());
    QCOMPARE(chip(view, "errorChip")->text(),
             errors == 1 ? QStringLiteral("1 error") : QStringLiteral("%1 errors").arg(errors));
    QCOMPARE(chip(view, "warningChip")->isHidden(), countOf(Severity::Warning) == 0);
    QCOMPARE(chip(view, "noteChip")->isHidden(), countOf(Severity::Note) == 0);
    const QString before = rowsOf(model);
    const QString chips = chipsOf(view);
    QVERIFY(!chips.contains(QLatin1Char('('))); // all are on
    const auto hasErrors = [&] {
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data(IconRole).toString() == QStringLiteral("error"))
                return true;
        return false;
    };
    QVERIFY(hasErrors());
    for (const char* name : {"errorChip", "warningChip", "noteChip"})
        chip(view, name)->setChecked(false);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(chipsOf(view).startsWith(QStringLiteral("(%1)").arg(chip(view, "errorChip")->text())));
    QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
    QCOMPARE(view.findChild<QLabel*>(QStringLiteral("placeholderTitle"))->text(),
             QStringLiteral("All diagnostics are hidden"));
    for (const char* name : {"warningChip", "noteChip"})
        chip(view, name)->setChecked(true);
    QVERIFY(!hasErrors());
    chip(view, "errorChip")->setChecked(true);
    QCOMPARE(rowsOf(model), before);
    QCOMPARE(chipsOf(view), chips);
    QVERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
    session.close();
    QVERIFY(view.findChild<SeverityChips*>()->isHidden());
}

void TestDiagnostics::chipsAreReachedByKeyboard()
{
    QWidget window;
    SeverityChips chips(&window);
    chips.setCounts({4}, {1}, {6});
    QCOMPARE(chipsOf(chips), QStringLiteral("4 errors · 1 warning · 6 notes"));
    chips.setCounts({2, 1}, {0, 1}, {0, 2});
    QCOMPARE(chipsOf(chips),
             QStringLiteral("2 errors, 1 only in A · 1 warning only in A · 2 notes only in A"));
    chips.setCounts({1}, {}, {1});
    QCOMPARE(chipsOf(chips), QStringLiteral("1 error · 1 note"));
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QSignalSpy toggled(&chips, &SeverityChips::toggled);
    chip(chips, "errorChip")->setFocus(Qt::TabFocusReason);
    QTest::keyClick(chip(chips, "errorChip"), Qt::Key_Tab); // past the hidden one
    QVERIFY(chip(chips, "noteChip")->hasFocus());
    QTest::keyClick(chip(chips, "noteChip"), Qt::Key_Space);
    QCOMPARE(toggled.size(), 1);
    QCOMPARE(toggled[0][0].value<Severity>(), Severity::Note);
    QCOMPARE(toggled[0][1].toBool(), false);
    QCOMPARE(chipsOf(chips), QStringLiteral("1 error · (1 note)"));
}

void TestDiagnostics::titleCountsErrors()
{
    Session session;
    DiagnosticsView view(session);
    QCOMPARE(view.windowTitle(), QStringLiteral("Diagnostics"));
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.goTo(stepOf(session, "MergeSharedMemoryAllocations"));
    QTRY_VERIFY(session.compared() && session.compared()->number == session.step());
    const auto errors = std::ranges::count(session.diagnostics(), Severity::Error, &Diagnostic::severity);
    QVERIFY(errors > 0);
    QCOMPARE(view.windowTitle(), QStringLiteral("Diagnostics (%1)").arg(errors));
    chip(view, "errorChip")->setChecked(false);
    QCOMPARE(view.windowTitle(), QStringLiteral("Diagnostics (%1)").arg(errors)); // hidden is not solved
    session.goTo(0);
    QTRY_COMPARE(view.windowTitle(), QStringLiteral("Diagnostics"));
}

void TestDiagnostics::inheritedDiagnosticsAreApart()
{
    Session session;
    DiagnosticsView view(session);
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    TIR_GO_TO(session, merge + 1);
    const QAbstractItemModel& model = *listOf(view)->model();
    const QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    const qsizetype heading =
        rows.indexOf(QStringLiteral("Since step %1, MergeSharedMemoryAllocations").arg(merge));
    QVERIFY2(heading >= 0, qPrintable(rows.join(QLatin1Char('\n'))));
    QCOMPARE(model.index(int(heading) + 1, 0).data(IconRole).toString(), QStringLiteral("error"));
    emit listOf(view)->chosen(model.index(int(heading), 0));
    QCOMPARE(session.step(), merge);
    QTRY_VERIFY(session.compared() && session.compared()->number == merge);
    QVERIFY(!rowsOf(model).contains(QStringLiteral("Since step"))); // it introduces them
}

void TestDiagnostics::legacyMergeIsExplained()
{
    Session session;
    DiagnosticsView view(session);
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const QString rows = rowsOf(*listOf(view)->model());
    QVERIFY2(rows.contains(QStringLiteral("'buf_dyn_shmem'")), qPrintable(rows));
    const QModelIndex first = listOf(view)->model()->index(0, 0);
    QCOMPARE(first.data(IconRole).toString(), QStringLiteral("error"));
    QVERIFY(first.data(DetailRole).toString().contains(QStringLiteral("out-of-scope")));
    QVERIFY(first.data(DetailRole).toString().startsWith(QStringLiteral("line ")));
}

void TestDiagnostics::noWordIsLostAtAnyWidth_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("short") << "total";
    QTest::newRow("longer than the list") << QString(10, 'a') + QString(70, 'b') + QString(10, 'c');
}

void TestDiagnostics::noWordIsLostAtAnyWidth()
{
    QFETCH(QString, name);
    QStandardItemModel model;
    model.appendRow(new QStandardItem(QStringLiteral("access to buffer '%1' on 'buf_dyn_shmem', which is out "
                                                     "of scope here: it ends with launch 1")
                                          .arg(name)));
    MessageList list(&model);
    list.show();
    int least = INT_MAX;
    int most = 0;
    for (int width = 120; width < 420; ++width) {
        list.resize(width, 300);
        QCoreApplication::processEvents();
        const QImage image = list.viewport()->grab().toImage().convertToFormat(QImage::Format_Grayscale8);
        const int background = qGray(image.pixel(1, image.height() - 1));
        int ink = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 24; x < image.width(); ++x) // right of the icon
                ink += std::abs(qGray(image.pixel(x, y)) - background) > 60;
        least = std::min(least, ink);
        most = std::max(most, ink);
    }
    QVERIFY2(least > 0.93 * most, qPrintable(QStringLiteral("%1 %2").arg(least).arg(most)));
}

void TestDiagnostics::choosingGoesToThePlace()
{
    Session session;
    DiagnosticsView view(session);
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const auto* model = qobject_cast<const DiagnosticsModel*>(listOf(view)->model());
    emit listOf(view)->chosen(model->index(0));
    QCOMPARE(session.selection().place, model->whereAt(model->index(0)).place);
    QVERIFY(session.selection().identity);
}

void TestDiagnostics::soundStepSaysSo()
{
    Session session;
    DiagnosticsView view(session);
    TIR_OPEN_SAMPLE(session, "elementwise");
    QCOMPARE(listOf(view)->model()->rowCount(), 0);
    QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
}

void TestDiagnostics::parseErrorsHaveLines()
{
    Session session;
    DiagnosticsView view(session);
    session.openText(QStringLiteral("broken"), QStringLiteral("@T.prim_func\ndef f(:\n    pass\n"));
    QTRY_COMPARE(session.phase(), Phase::Unreadable);
    const QModelIndex first = listOf(view)->model()->index(0, 0);
    QVERIFY(first.data(DetailRole).toString().startsWith(QStringLiteral("line 2")));
    emit listOf(view)->chosen(first);
    QVERIFY(!session.selection().source.isEmpty());
}

void TestDiagnostics::errorsOfAnEditAreListed_data()
{
    QTest::addColumn<bool>("isPinned");
    QTest::newRow("one run") << false;
    QTest::newRow("beside a pinned run") << true;
}

void TestDiagnostics::errorsOfAnEditAreListed()
{
    QFETCH(bool, isPinned);
    Session session;
    DiagnosticsView view(session);
    TIR_OPEN_SAMPLE(session, "matmul");
    if (isPinned) {
        session.pin().set();
        usePipeline(session, "split@legacy-merge");
        QTRY_VERIFY(pinnedStepBeside(session));
    }
    const QString before = rowsOf(*listOf(view)->model());
    QString text = QString::fromStdString(session.edits().source());
    session.edits().typeSource(
        text.replace(QStringLiteral("def main("), QStringLiteral("def (")).toStdString());
    QTRY_VERIFY(session.edits().unreadSource());
    const QString rows = rowsOf(*listOf(view)->model());
    QVERIFY2(rows.startsWith(QStringLiteral("In the edited source")), qPrintable(rows));
    const int line = int(text.left(text.indexOf(QStringLiteral("def ("))).count(QLatin1Char('\n'))) + 1;
    QVERIFY2(listOf(view)
                 ->model()
                 ->index(1, 0)
                 .data(DetailRole)
                 .toString()
                 .contains(QStringLiteral("line %1").arg(line)),
             qPrintable(rows));
    session.edits().discardSource();
    QTRY_COMPARE(rowsOf(*listOf(view)->model()), before);
}

void TestDiagnostics::findingsOfARunAreListed()
{
    Session session;
    DiagnosticsView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.goTo(0);
    QTRY_VERIFY(session.compared() && session.compared()->number == 0);
    const int before = listOf(view)->model()->rowCount();
    const PlaceTable places(session.module());
    Finding finding;
    finding.kind = FindingKind::MissingBarrier;
    finding.element = "S[3]";
    finding.access.place = places.size() - 1;
    finding.other = FindingAccess{.kind = AccessKind::Write, .place = Place(places.size() / 2)};
    StepFindings::of(session).set(0, {.findings = {finding}, .mark = RunMark::Wrong});
    const QAbstractItemModel& model = *listOf(view)->model();
    QCOMPARE(model.rowCount(), before + (before > 0 ? 4 : 3)); // with headings
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Found by the execution"));
    QCOMPARE(model.index(1, 0).data().toString(),
             QStringLiteral("thread (0, 0, 0) of block (0, 0, 0) reads S[3]"));
    QVERIFY(model.index(1, 0).data(DetailRole).toString().contains(QStringLiteral("missing-barrier")));
    QVERIFY(model.index(1, 0).data(DetailRole).toString().startsWith(QStringLiteral("line ")));
    QVERIFY(model.index(2, 0).data(DetailRole).toString().startsWith(QStringLiteral("line ")));
    emit listOf(view)->chosen(model.index(1, 0));
    QCOMPARE(session.selection().place, finding.access.place);
    session.goTo(1); // they are of one step
    QTRY_VERIFY(session.compared() && session.compared()->number == 1);
    QVERIFY(!rowsOf(model).contains(QStringLiteral("S[3]")));
}

void TestDiagnostics::closeClears()
{
    Session session;
    DiagnosticsView view(session);
    TIR_OPEN_SAMPLE(session, "out_of_scope");
    QVERIFY(listOf(view)->model()->rowCount() > 0);
    session.close();
    QCOMPARE(listOf(view)->model()->rowCount(), 0);
}

TIR_TEST(TestDiagnostics)
#include "tst_diagnostics_view.moc"
