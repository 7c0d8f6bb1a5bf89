/// The text of an imported step is shown byte for byte, and everything that knows lines counts in it.

#include "core/script/json/tvm_json.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/code_view.h"
#include "ui/comparison/comparison_model.h"
#include "ui/main_window.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// Not in the printer's spelling.
constexpr const char* Before = R"(# written by hand
# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((8,), "float32"),   B: T.Buffer((8,), "float32")):
    # every element
    for i in T.serial(0,  8):
        B[i] = A[i]   +   T.float32(1)   # plus one
)";

QByteArray after()
{
    return QByteArray(Before).replace("plus one", "plus two").replace("T.float32(1)", "T.float32(2)");
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

int lineWith(const CodeText& code, std::string_view part)
{
    for (int line = 0; line < code.lineCount(); ++line)
        if (code.line(line).find(part) != std::string_view::npos)
            return line;
    return -1;
}

struct Desk {
    Desk() : window(session)
    {
        write(folder.filePath("000_tirx.First.py"), Before);
        write(folder.filePath("001_tirx.Second.py"), after());
        window.show();
    }
    QString perform(const QString& script) { return performActions(script, window, session); }

    QTemporaryDir folder;
    Session session;
    MainWindow window;
};

} // namespace

class TestImportedPanes : public QObject {
    Q_OBJECT
private slots:
    void titleAndStatusSayWhoseRunItIs()
    {
        Desk desk;
        const auto* status = desk.window.findChild<QLabel*>(QStringLiteral("stepStatus"));
        QCOMPARE(desk.perform("open=" + desk.folder.path()), QString());
        QVERIFY2(desk.window.windowTitle().contains(QStringLiteral(" (recorded run) \u2013 ")),
                 qPrintable(desk.window.windowTitle()));
        QVERIFY2(status->text().contains(QStringLiteral("recorded run")), qPrintable(status->text()));
        QCOMPARE(desk.perform("pipeline=split"), QString());
        QCOMPARE(desk.session.phase(), Phase::Ready);
        QVERIFY2(desk.window.windowTitle().contains(QStringLiteral(" (run here, not the recording) \u2013 ")),
                 qPrintable(desk.window.windowTitle()));
        QVERIFY2(status->text().contains(QStringLiteral("run here, not the recording")),
                 qPrintable(status->text()));
        QCOMPARE(desk.perform("sample=reverse"), QString());
        QVERIFY2(!desk.window.windowTitle().contains('('), qPrintable(desk.window.windowTitle()));
        QVERIFY(!status->text().contains(QStringLiteral("record")));
    }

    void theTextIsThatOfTheFile()
    {
        Desk desk;
        QCOMPARE(desk.perform("open=" + desk.folder.path()), QString());
        QVERIFY(desk.session.stepCount() >= 2);
        const size_t last = desk.session.stepCount() - 1;
        QCOMPARE(desk.perform(QStringLiteral("step=%1").arg(last)), QString());
        const ComparedStepPointer compared = desk.session.compared();
        QCOMPARE(QByteArray::fromStdString(compared->after->code.text), after());
        QCOMPARE(QByteArray::fromStdString(compared->before->code.text), QByteArray(Before));
        // The difference is that of the programs: comments do not count.
        QCOMPARE(compared->rows.addedLines, 1);
        QCOMPARE(compared->rows.removedLines, 1);
    }

    void thePinnedTextIsThatOfTheFile()
    {
        Desk desk;
        QCOMPARE(desk.perform("open=" + desk.folder.path() + ",pin"), QString());
        QTemporaryDir other;
        write(other.filePath("000_tirx.First.py"), Before);
        write(other.filePath("001_tirx.Second.py"), after().replace("plus two", "two more"));
        QCOMPARE(desk.perform("open=" + other.path()), QString());
        waitForJobs(desk.session);
        const size_t last = desk.session.stepCount() - 1;
        QCOMPARE(desk.perform(QStringLiteral("step=%1").arg(last)), QString());
        const ComparedStepPointer compared = desk.session.compared();
        QVERIFY(compared->pinned);
        QCOMPARE(QByteArray::fromStdString(compared->before->code.text), after());
        QCOMPARE(QByteArray::fromStdString(compared->after->code.text),
                 after().replace("plus two", "two more"));
        QVERIFY(!compared->rows.hasChanges()); // comments do not count
    }

    void theModuleOfATextThatIsNotReadIsThatOfItsSavedJson()
    {
        Desk desk;
        const QByteArray unreadable = "no program\n";
        const QString json =
            QString::fromStdString(toTvmJson(openText("f.py", std::string(Before)).module()));
        const QJsonObject lines[] = {
            {{"ev", "begin"}, {"format", 1}},
            {{"ev", "text"}, {"ir", "a"}, {"text", Before}},
            {{"ev", "text"}, {"ir", "b"}, {"text", QString::fromUtf8(unreadable)}, {"json", json}},
            {{"ev", "before"}, {"id", 0}, {"name", "tirx.First"}, {"ir", "a"}},
            {{"ev", "after"}, {"id", 0}, {"ir", "b"}}};
        QByteArray recording;
        for (const QJsonObject& line : lines)
            recording += QJsonDocument(line).toJson(QJsonDocument::Compact) + "\n";
        const QString path = desk.folder.filePath("recorded.tirtrace");
        write(path, recording);
        QCOMPARE(desk.perform("open=" + path + ",step=1"), QString());
        QVERIFY(desk.session.recording()->verdict(1) != Verdict::Unread);
        QVERIFY(desk.session.recording()->module(1).find("main"));
        const ComparedStepPointer compared = desk.session.compared();
        QCOMPARE(QByteArray::fromStdString(compared->after->code.text), unreadable);
        QVERIFY(!compared->after->isRead);
        QVERIFY(compared->rows.removedLines > 0); // compared line by line
        QCOMPARE(compared->after->printedLine(0), -1);
    }

    void namesAreNames()
    {
        Desk desk;
        QCOMPARE(desk.perform("open=" + desk.folder.path() + ",select=B"), QString());
        const CodeText& code = desk.session.compared()->after->code;
        int count = 0;
        for (const CodeToken& token : code.tokens)
            count += token.identity == desk.session.selection().identity && code.textOf(token) == "B";
        QCOMPARE(count, 2);
    }

    void namesAreTheSameOverTheSteps()
    {
        Desk desk;
        QCOMPARE(desk.perform("open=" + desk.folder.path()), QString());
        const size_t last = desk.session.stepCount() - 1;
        QCOMPARE(desk.perform(QStringLiteral("step=%1,select=B").arg(last)), QString());
        const ComparedStep& compared = *desk.session.compared();
        const Node* selected = desk.session.selection().identity;
        std::vector<int16_t> hues;
        for (const CodeText* code : {&compared.before->code, &compared.after->code})
            for (const CodeToken& token : code->tokens)
                if (code->textOf(token) == "B") {
                    QCOMPARE(token.identity, selected);
                    hues.push_back(token.hue);
                }
        QCOMPARE(hues, std::vector<int16_t>(4, hues.front()));
        // And so is its life in the list of steps.
        QTRY_COMPARE(desk.session.watch().states().size(), last + 1);
        QVERIFY(desk.session.watch().states().front() == EntityState::Born);
        QVERIFY(desk.session.watch().states().back() == EntityState::Changed);
    }

    void aSelectionFromBeforeIsFollowed()
    {
        Desk desk;
        desk.session.openFile(desk.folder.path());
        QTRY_VERIFY(desk.session.phase() == Phase::Ready && desk.session.compared());
        for (const PlaceTable::Entry& entry : desk.session.compared()->after->places.entries())
            if (const auto* buffer = as<Buffer>(entry.node); buffer && buffer->name == "B")
                desk.session.selectEntity(buffer); // who is who may not be known yet
        waitForJobs(desk.session);
        QCOMPARE(desk.session.watch().states().size(), desk.session.stepCount());
        for (const EntityState state : desk.session.watch().states())
            QVERIFY(state != EntityState::Absent && state != EntityState::Gone);
    }

    void writersAndHistoriesCountInTheText()
    {
        Desk desk;
        QCOMPARE(desk.perform("open=" + desk.folder.path()), QString());
        const size_t last = desk.session.stepCount() - 1;
        QCOMPARE(desk.perform(QStringLiteral("step=%1").arg(last)), QString());
        const ComparisonContent content = comparisonContent(desk.session, {.hasWriters = true});
        const CodeText& code = desk.session.compared()->after->code;
        const auto& writers = content.after.content.writers.ofLines;
        QVERIFY(writers);
        QCOMPARE(int(writers->size()), code.lineCount());
        QCOMPARE((*writers)[size_t(lineWith(code, "T.float32(2)"))], uint32_t(last));
        QCOMPARE((*writers)[size_t(lineWith(code, "T.serial"))], uint32_t(0));
    }

    void anUnreadStepShowsItsText()
    {
        Desk desk;
        const QByteArray unread = QByteArray(Before).replace("T.serial(0,  8)", "T.serial(0,  8");
        write(desk.folder.filePath("002_tirx.Third.py"), unread);
        write(desk.folder.filePath("003_tirx.Fourth.py"), after());
        QCOMPARE(desk.perform("open=" + desk.folder.path()), QString());
        const size_t third = desk.session.stepCount() - 2;
        QCOMPARE(desk.perform(QStringLiteral("step=%1").arg(third)), QString());
        const ComparedStepPointer compared = desk.session.compared();
        QVERIFY(!compared->after->isRead && compared->before->isRead);
        QCOMPARE(QByteArray::fromStdString(compared->after->code.text), unread);
        QCOMPARE(QByteArray::fromStdString(compared->before->code.text), after());
        // Line by line.
        QCOMPARE(compared->rows.addedLines, 2);
        QCOMPARE(compared->rows.removedLines, 2);
        const ComparisonContent content = comparisonContent(desk.session, {.hasWriters = true});
        const auto& writers = *content.after.content.writers.ofLines;
        QCOMPARE(writers[size_t(lineWith(compared->after->code, "T.serial"))], uint32_t(third));

        QCOMPARE(desk.perform(QStringLiteral("next")), QString());
        QVERIFY(desk.session.compared()->after->isRead);
        QCOMPARE(QByteArray::fromStdString(desk.session.compared()->before->code.text), unread);
        QCOMPARE(desk.session.compared()->rows.addedLines, 2);
    }

    void whatIsFoundIsWhereItIs()
    {
        Desk desk;
        QCOMPARE(desk.perform("open=" + desk.folder.path() + ",step=0,find-in-steps"), QString());
        auto* chooser = desk.window.findChild<QWidget*>(QStringLiteral("stepSearch"));
        QVERIFY(chooser);
        auto* list = chooser->findChild<QListWidget*>();
        auto* field = chooser->findChild<QLineEdit*>();
        QTest::keyClicks(field, "plus two");
        QTRY_COMPARE(list->count(), 1);
        QTest::keyClick(field, Qt::Key_Return);
        waitForJobs(desk.session);
        const ModuleText& text = *desk.session.compared()->after;
        const Span span = text.spanOf(desk.session.selection().place);
        QCOMPARE(text.code.lineAt(span.begin), lineWith(text.code, "plus two"));
    }
};

TIR_TEST(TestImportedPanes)
#include "tst_imported_panes.moc"
