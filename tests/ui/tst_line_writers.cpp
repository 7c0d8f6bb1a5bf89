/// Which step wrote each line of the code, and the histories of a line and of a name.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/chooser.h"
#include "ui/common/code_view.h"
#include "ui/comparison/comparison_view.h"
#include "ui/session/entity_history.h"

#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QToolButton>

#include <map>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestLineWriters : public QObject {
    Q_OBJECT

private slots:
    void writersOfLinesAreShown();
    void historyOfALineIsListed();
    void historyShowsWhatChanged();
    void historyOfANameIsListed_data();
    void historyOfANameIsListed();
    void historyIsOfTheNameOrOfTheLineAtTheCaret();
};

void TestLineWriters::writersOfLinesAreShown()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_VERIFY(session.lineHistory());
    const size_t split = stepOf(session, "SplitHostDevice");
    TIR_GO_TO(session, split);
    CodeView* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
    QVERIFY(!after->content().writers.ofLines);
    view.findChild<QToolButton*>(QStringLiteral("writersButton"))->click();
    const CodeWriters& writers = after->content().writers;
    QVERIFY(writers.ofLines);
    QCOMPARE(int(writers.ofLines->size()), after->content().text->lineCount());
    QCOMPARE(writers.names[qsizetype(split)], QStringLiteral("SplitHostDevice"));
    QVERIFY(std::ranges::count(*writers.ofLines, uint32_t(split)) > 2);

    // A click on a number goes to its step.
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    const auto line = std::ranges::find(*writers.ofLines, uint32_t(merge)) - writers.ofLines->begin();
    after->revealRow(after->content().rows->rowOfLine[size_t(line)]);
    const int row = after->content().rows->rowOfLine[size_t(line)];
    QTest::mouseClick(
        after->viewport(), Qt::LeftButton, {},
        {4, row * after->rowHeight() - after->verticalScrollBar()->value() + after->rowHeight() / 2});
    QTRY_COMPARE(session.step(), merge);
}

void TestLineWriters::historyOfALineIsListed()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_VERIFY(session.lineHistory());
    const size_t split = stepOf(session, "SplitHostDevice");
    TIR_GO_TO(session, split);
    CodeView* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
    const std::string_view text = after->content().text->text;
    const auto offset = uint32_t(text.find("squares[tx] = X"));
    QVERIFY(offset < text.size());
    emit after->clicked(offset);
    QTest::keyClick(&view, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(view.findChild<QListWidget*>());
    auto* list = view.findChild<QListWidget*>();
    QCOMPARE(list->count(), 2);
    QVERIFY2(list->item(0)->text().contains(QStringLiteral("squares[tx] = X")),
             qPrintable(list->item(0)->text()));
    QVERIFY2(list->item(1)->text().contains(QStringLiteral("SplitHostDevice")),
             qPrintable(list->item(1)->text()));
    QTest::keyClick(view.findChild<QLineEdit*>(QStringLiteral("chooserField")), Qt::Key_Return);
    QTRY_COMPARE(session.step(), size_t(0));
    QTRY_VERIFY(session.selection().place != NoPlace);
    const Span span = session.compared()->after->spanOf(session.selection().place);
    const CodeText& input = session.compared()->after->code;
    QVERIFY(input.line(input.lineAt(span.begin)).find("squares[tx]") != std::string_view::npos);
}

void TestLineWriters::historyShowsWhatChanged()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_VERIFY(session.lineHistory());
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    CodeView* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
    const auto offset = uint32_t(after->content().text->text.find("values[tx + 128] = X"));
    QVERIFY(offset < after->content().text->text.size());
    emit after->clicked(offset);
    QTest::keyClick(&view, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(view.findChild<QListWidget*>());
    const auto* list = view.findChild<QListWidget*>();
    QStringList changed;
    for (int row = 0; row < list->count(); ++row) {
        const QListWidgetItem& item = *list->item(row);
        QVERIFY(item.text().left(item.data(Chooser::HeadLengthRole).toInt()).endsWith("   "));
        changed.append(item.text().mid(item.data(Chooser::MatchBeginRole).toInt(),
                                       item.data(Chooser::MatchLengthRole).toInt()));
    }
    QVERIFY2(changed.size() > 1 && changed[0].isEmpty() && changed[1].contains("128"),
             qPrintable(changed.join('|')));
}

void TestLineWriters::historyOfANameIsListed_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isClicked"); // a line is selected as well
    QTest::addColumn<QStringList>("states");
    QTest::newRow("buffer of the program")
        << QByteArray("squares") << false << QStringList{"appears", "changes"};
    QTest::newRow("its name in a line") << QByteArray("squares") << true << QStringList{"appears", "changes"};
    QTest::newRow("buffer that a pass makes")
        << QByteArray("buf_dyn_shmem") << false << QStringList{"absent", "appears"};
    QTest::newRow("variable") << QByteArray("tx") << false << QStringList{"appears"};
    QTest::newRow("function") << QByteArray("main") << false << QStringList{"appears", "changes"};
}

/// The list has the steps of the life, and no others; each leads to its step.
void TestLineWriters::historyOfANameIsListed()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, isClicked);
    QFETCH(QStringList, states);
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    selectText(session, name.toStdString());
    const Node* identity = session.selection().identity;
    QVERIFY(identity);
    if (isClicked) {
        auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
        emit after->clicked(uint32_t(after->content().text->text.find(name.toStdString())));
        QVERIFY(session.selection().place != NoPlace);
        QCOMPARE(session.selection().identity, identity);
    }
    QTest::keyClick(&view, Qt::Key_H, Qt::ControlModifier);
    QTRY_VERIFY(view.findChild<QListWidget*>());
    auto* list = view.findChild<QListWidget*>();

    const std::vector<EntityState> life = entityHistory(*session.recording(), session.identities(), identity);
    const std::map<EntityState, QString> texts = {{EntityState::Absent, QStringLiteral("absent")},
                                                  {EntityState::Born, QStringLiteral("appears")},
                                                  {EntityState::Changed, QStringLiteral("changes")},
                                                  {EntityState::Gone, QStringLiteral("is gone")}};
    size_t last = 0;
    QStringList shown;
    for (size_t number = 0; number < life.size(); ++number) {
        if (number > 0 && !isEvent(life[number]))
            continue;
        last = number;
        QVERIFY(shown.size() < list->count());
        const QString text = list->item(int(shown.size()))->text();
        const QString step =
            number == 0 ? QStringLiteral("Input")
                        : QStringLiteral("Step %1, %2")
                              .arg(number)
                              .arg(QString::fromStdString(session.recording()->steps[number - 1].pass.name));
        QVERIFY2(text.startsWith(QStringLiteral("%1: %2   ").arg(step, texts.at(life[number]))),
                 qPrintable(text));
        QCOMPARE(text.section(QStringLiteral("   "), 1).contains(QString::fromUtf8(name)),
                 life[number] != EntityState::Absent);
        shown.append(texts.at(life[number]));
    }
    QCOMPARE(int(shown.size()), list->count());
    for (const QString& state : states)
        QVERIFY2(shown.contains(state), qPrintable(shown.join(u'|')));

    list->setCurrentRow(list->count() - 1);
    QTest::keyClick(view.findChild<QLineEdit*>(QStringLiteral("chooserField")), Qt::Key_Return);
    QTRY_COMPARE(session.step(), last);
    QCOMPARE(session.selection().identity, identity);
}

/// With a name selected and the caret in another line, each key shows what it names.
void TestLineWriters::historyIsOfTheNameOrOfTheLineAtTheCaret()
{
    Session session;
    ComparisonView view(session);
    view.resize(900, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_VERIFY(session.lineHistory());
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    auto* after = view.findChild<CodeView*>(QStringLiteral("afterCode"));
    const CodeText& code = *after->content().text;
    const auto offset = uint32_t(code.text.find("squares[tx] = X"));
    QVERIFY(offset < code.text.size());
    after->reveal({offset, offset + 1});
    after->setFocus();
    QTRY_VERIFY(after->hasFocus());
    emit after->clicked(offset);
    QVERIFY(session.selection().identity);
    QTest::keyClick(after, Qt::Key_Up);
    QVERIFY(after->caret() && code.lineAt(*after->caret()) + 1 == code.lineAt(offset));

    const auto opened = [&](const char* name) { return view.findChild<QWidget*>(QLatin1String(name)); };
    QTest::keyClick(after, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(opened("lineHistory"));
    QVERIFY(!opened("entityHistory"));
    const QString first = view.findChild<QListWidget*>()->item(0)->text();
    QVERIFY2(!first.contains(QStringLiteral("squares[tx] = X")), qPrintable(first));
    QTest::keyClick(view.findChild<QLineEdit*>(QStringLiteral("chooserField")), Qt::Key_Escape);
    QTRY_VERIFY(!opened("lineHistory"));

    QTest::keyClick(after, Qt::Key_H, Qt::ControlModifier);
    QTRY_VERIFY(opened("entityHistory"));
    QTest::keyClick(view.findChild<QLineEdit*>(QStringLiteral("chooserField")), Qt::Key_Escape);
    QTRY_VERIFY(!opened("entityHistory"));

    session.select({});
    after->setFocus();
    QTRY_VERIFY(after->hasFocus());
    QTest::keyClick(after, Qt::Key_H, Qt::ControlModifier);
    QTRY_VERIFY(opened("lineHistory"));
}

TIR_TEST(TestLineWriters)
#include "tst_line_writers.moc"
