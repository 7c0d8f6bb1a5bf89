/// The source beside the result: typing runs the pipeline again, a text with errors keeps the last run, saving writes the
/// file, and nothing that was typed is lost unasked.

#include "core/script/printing/printer.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/code_editor.h"
#include "ui/common/code_view.h"
#include "ui/common/theme.h"
#include "ui/comparison/comparison_view.h"
#include "ui/files/source_saver.h"
#include "ui/main_window.h"
#include "ui/session/step_branch.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// A window with its own file that shows the source.
struct Desk {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("program.py"));
    Session session;
    MainWindow window{session};
    CodeEditor* editor = window.findChild<CodeEditor*>(QStringLiteral("sourceEditor"));

    explicit Desk(const char* sample)
    {
        QFile::copy(samplePath(QString::fromLatin1(sample)), path);
        QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        window.resize(1280, 800);
        window.show();
    }
    QToolButton* button() const
    {
        return window.findChild<QToolButton*>(QStringLiteral("edit-sourceButton"));
    }
    QString state() const { return window.findChild<QLabel*>(QStringLiteral("sourceState"))->text(); }
    QByteArray onDisk() const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& text) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size());
    }
    /// The file that Save proposes in its dialog, which is canceled.
    QString proposedName()
    {
        QString name;
        QTimer::singleShot(0, &window, [&name] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            name = dialog->directory().filePath(
                dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text());
            dialog->reject();
        });
        window.findChild<QAction*>(QStringLiteral("save"))->trigger();
        return name;
    }
    /// Types over the first `before` in the editor.
    void replace(const QString& before, const QString& after) const
    {
        QTextCursor cursor = editor->document()->find(before);
        cursor.insertText(after);
    }
    std::string result() const { return session.compared()->after->code.text; }
};

} // namespace

#define TIR_OPEN_DESK(desk)                                    \
    do {                                                       \
        usePipeline((desk).session, "split");                  \
        (desk).session.openFile((desk).path, OpenWith::Setup); \
        QTRY_COMPARE((desk).session.phase(), Phase::Ready);    \
        QTRY_VERIFY((desk).session.compared());                \
        (desk).button()->click();                              \
        QVERIFY((desk).editor->isVisible());                   \
    } while (false)

class TestSourcePane : public QObject {
    Q_OBJECT

private slots:
    void sourceIsShownAsItIsInTheFile();
    void sourceIsAboveTheResultWhereTheViewIsNarrow();
    void typingRunsThePipelineAgain();
    void typingKeepsTheSelection_data();
    void typingKeepsTheSelection();
    void anotherPipelineTakesTheTypedText();
    void errorsKeepTheLastRun();
    void unreadableFileIsRepaired();
    void selectionGoesBothWays();
    void savingWritesTheFile();
    void savingKeepsTheErrors();
    void savingRunsWhatWasTyped();
    void savingWithoutEditsWritesNothing();
    void aFileThatChangedOnDiskIsAskedAbout();
    void aSampleIsSavedAsAnotherFile();
    void aCopyIsSavedUnderItsOwnName();
    void lineEndsOfTheFileStay();
    void editsAreNotLostUnasked();
    void discardGoesBack();
    void anotherThemeIsNoEdit();
    void recordedRunsAreReadOnly();
    void keysOfTheWindowMoveTheCursor();
    void newLinesKeepTheIndentation();
    void stepsGoOnAsProgramsOfTheirOwn();
    void aCopyLeadsBackToItsOriginal();
    void aCopyIsNoChoiceOfAPipeline();
    void aStepOfABranchIsContinued();
    void aCopyOfPastedTextLeadsBack();
};

void TestSourcePane::sourceIsShownAsItIsInTheFile()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    QCOMPARE(desk.editor->toPlainText().toUtf8(), desk.onDisk());
    QVERIFY(!desk.session.edits().isSourceEdited());
    desk.button()->click();
    QVERIFY(!desk.editor->isVisible());
}

/// Next to each other, beside the generated code, neither would have room for its lines.
void TestSourcePane::sourceIsAboveTheResultWhereTheViewIsNarrow()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const auto* after = desk.window.findChild<CodeView*>(QStringLiteral("afterCode"));
    const auto place = [&](const QWidget& widget) { return widget.mapTo(&desk.window, QPoint()); };
    QVERIFY(place(*desk.editor).x() < place(*after).x());
    auto* generated = desk.window.findChild<QAction*>(QStringLiteral("generatedViewAction"));
    generated->trigger();
    QTRY_COMPARE(place(*desk.editor).x(), place(*after).x());
    QVERIFY(place(*desk.editor).y() < place(*after).y());
    for (const QWidget* each :
         {static_cast<const QWidget*>(desk.editor), static_cast<const QWidget*>(after)}) {
        QVERIFY2(each->width() > 350, qPrintable(each->objectName()));
        QVERIFY2(each->height() > 5 * after->rowHeight(), qPrintable(each->objectName()));
    }
    generated->trigger();
    QTRY_VERIFY(place(*desk.editor).x() < place(*after).x());
}

void TestSourcePane::typingRunsThePipelineAgain()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const size_t merge = stepOf(desk.session, "MergeSharedMemoryAllocations");
    TIR_GO_TO(desk.session, merge);
    const std::shared_ptr<const Recording> before = desk.session.recording();
    const auto* after = desk.window.findChild<CodeView*>(QStringLiteral("afterCode"));
    QList<bool> hadText; // the result stays in sight all the time
    connect(&desk.session, &Session::comparedChanged, after, [&] { hadText.append(after->hasText()); });
    connect(&desk.session, &Session::phaseChanged, after, [&] { hadText.append(after->hasText()); });
    desk.replace(QStringLiteral("squares[tx] = X[tx] * X[tx]"),
                 QStringLiteral("squares[tx] = X[tx] * X[tx] * X[tx]"));
    QVERIFY(desk.session.edits().isSourceEdited());
    QTRY_VERIFY(desk.session.recording() != before);
    QCOMPARE(desk.session.phase(), Phase::Ready);
    QCOMPARE(desk.session.step(), merge); // the step stays
    QVERIFY(desk.result().find("squares[tx] = X[tx] * X[tx] * X[tx]") != std::string::npos);
    QVERIFY(!hadText.isEmpty() && !hadText.contains(false));
    QVERIFY(desk.window.windowTitle().contains(QStringLiteral("program.py*")));
}

void TestSourcePane::typingKeepsTheSelection_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("buffer of the program") << QByteArray("squares");
    QTest::newRow("buffer that a pass has made") << QByteArray("buf_dyn_shmem");
    QTest::newRow("expression") << QByteArray("Y[tx] + Y[tx + 64]");
}

void TestSourcePane::typingKeepsTheSelection()
{
    QFETCH(QByteArray, text);
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    TIR_GO_TO(desk.session, stepOf(desk.session, "MergeSharedMemoryAllocations"));
    selectText(desk.session, text.toStdString());
    QCOMPARE(selectedText(desk.session), text.toStdString());
    const std::shared_ptr<const Recording> before = desk.session.recording();
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] * X[tx] * X[tx]"));
    emit desk.editor->cursorMoved(); // into the text that has not been read yet
    QCOMPARE(selectedText(desk.session), text.toStdString());
    QTRY_VERIFY(desk.session.recording() != before);
    QCOMPARE(selectedText(desk.session), text.toStdString());
    if (const Node* identity = desk.session.selection().identity)
        QVERIFY(desk.session.identities().ordinal(identity) >= 0); // it is one of this run
    QVERIFY(desk.result().find("X[tx] * X[tx] * X[tx]") != std::string::npos);
}

/// A run of the edit that began before the pipeline was chosen is not shown under its name.
void TestSourcePane::anotherPipelineTakesTheTypedText()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    for (const auto& [name, factor] :
         {std::pair("split@legacy-merge", "0.25"), std::pair("split", "0.125")}) {
        const QString text = QStringLiteral("T.float32(%1)").arg(QString::fromLatin1(factor));
        QTextCursor cursor =
            desk.editor->document()->find(QRegularExpression(QStringLiteral("T\\.float32\\([0-9.]+\\)")));
        cursor.insertText(text);
        emit desk.session.edits().sourceTyped(); // the run of the edit begins
        usePipeline(desk.session, name);
        QTRY_VERIFY(desk.session.phase() == Phase::Ready &&
                    desk.session.program()->source.text() == desk.session.edits().source());
        QTRY_VERIFY(desk.session.jobs().running().isEmpty());
        QCOMPARE(desk.session.recording()->pipeline, std::string(name));
        QVERIFY(printScript(desk.session.recording()->module(0)).find(text.toStdString()) !=
                std::string::npos);
    }
}

void TestSourcePane::errorsKeepTheLastRun()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const std::shared_ptr<const Recording> before = desk.session.recording();
    desk.replace(QStringLiteral("squares[tx] = "), QStringLiteral("squares[tx = "));
    QTRY_VERIFY(desk.session.edits().unreadSource());
    QCOMPARE(desk.session.recording(), before);
    QCOMPARE(desk.session.phase(), Phase::Ready);
    QVERIFY2(desk.state().startsWith(QStringLiteral("Line ")), qPrintable(desk.state()));
    QVERIFY(!desk.editor->extraSelections().isEmpty());
    desk.replace(QStringLiteral("squares[tx = "), QStringLiteral("squares[tx] = "));
    QTRY_VERIFY(!desk.session.edits().unreadSource());
    QVERIFY(desk.state().isEmpty());
    QVERIFY(!desk.session.edits().isSourceEdited()); // as it was
}

void TestSourcePane::unreadableFileIsRepaired()
{
    Desk desk("two_kernels");
    QByteArray text = desk.onDisk();
    text.replace("squares[tx] = ", "squares[tx = ");
    QFile file(desk.path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    usePipeline(desk.session, "split");
    desk.session.openFile(desk.path, OpenWith::Setup);
    QTRY_COMPARE(desk.session.phase(), Phase::Unreadable);
    desk.button()->click();
    QVERIFY(desk.editor->isVisible());
    desk.replace(QStringLiteral("squares[tx = "), QStringLiteral("squares[tx] = "));
    QTRY_COMPARE(desk.session.phase(), Phase::Ready);
    QTRY_VERIFY(desk.session.compared());
}

void TestSourcePane::selectionGoesBothWays()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const auto offsetOf = [&](const char* text) {
        return uint32_t(desk.editor->toPlainText().toUtf8().indexOf(text));
    };
    desk.editor->goToOffset(offsetOf("squares[tx] ="));
    emit desk.editor->cursorMoved();
    const Node* squares = desk.session.selection().identity;
    QVERIFY(squares);
    QCOMPARE(to<Buffer>(*squares).name, std::string("squares"));
    QVERIFY(desk.editor->extraSelections().size() >= 2); // written and read

    const Recording& recording = *desk.session.recording();
    const PlaceTable places(recording.module(0));
    const Node* values = nullptr;
    for (Place place = 0; place < places.size() && !values; ++place)
        if (const auto* buffer = as<Buffer>(places[place].node); buffer && buffer->name == "values")
            values = buffer;
    QVERIFY(values);
    desk.session.selectEntity(values);
    QStringList words;
    for (const QTextEdit::ExtraSelection& selection : desk.editor->extraSelections())
        words.append(selection.cursor.selectedText());
    QVERIFY2(words.join(QLatin1Char(' ')).contains(QStringLiteral("values")), qPrintable(words.join(u' ')));
}

void TestSourcePane::savingWritesTheFile()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const QByteArray before = desk.onDisk();
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    QTRY_VERIFY(desk.session.program()->source.text().find("X[tx] + X[tx]") != std::string_view::npos);
    QCOMPARE(desk.onDisk(), before); // only on request
    SourceSaver saver(desk.session, desk.window);
    QVERIFY(saver.save());
    QVERIFY(desk.onDisk().contains("X[tx] + X[tx]"));
    QVERIFY(!desk.session.edits().isSourceEdited());
    QVERIFY(!desk.window.windowTitle().contains(QLatin1Char('*')));
    // Our own write is not a change on disk.
    QTRY_VERIFY(hasSeenTheFile(desk.session, desk.window));
    QVERIFY(!desk.window.findChild<QWidget*>(QStringLiteral("reloadBar"))->isVisible());
}

void TestSourcePane::savingKeepsTheErrors()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    desk.replace(QStringLiteral("squares[tx] = "), QStringLiteral("squares[tx = "));
    QTRY_VERIFY(desk.session.edits().unreadSource());
    const QString state = desk.state();
    SourceSaver saver(desk.session, desk.window);
    QVERIFY(saver.save());
    QVERIFY(desk.onDisk().contains("squares[tx = "));
    QVERIFY(!desk.session.edits().isSourceEdited());
    QVERIFY(desk.session.edits().unreadSource());
    QCOMPARE(desk.state(), state);
    QVERIFY(!desk.editor->extraSelections().isEmpty());
    QVERIFY(desk.window.findChild<QDockWidget*>(QStringLiteral("diagnostics"))->windowTitle() !=
            QStringLiteral("Diagnostics"));
}

/// Also when it was saved before the pause after typing ended.
void TestSourcePane::savingRunsWhatWasTyped()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    SourceSaver saver(desk.session, desk.window);
    QVERIFY(saver.save());
    QTRY_VERIFY(desk.session.program()->source.text().find("X[tx] + X[tx]") != std::string_view::npos);
}

void TestSourcePane::savingWithoutEditsWritesNothing()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const QByteArray changed = desk.onDisk() + "# by another program\n";
    desk.write(changed);
    SourceSaver saver(desk.session, desk.window);
    QVERIFY(saver.save());
    QCOMPARE(desk.onDisk(), changed);
    QVERIFY(QFile::remove(desk.path)); // there is nothing to lose
    QVERIFY(saver.save());
    QCOMPARE(desk.onDisk().toStdString(), desk.session.edits().source());
}

void TestSourcePane::aFileThatChangedOnDiskIsAskedAbout()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    SourceSaver saver(desk.session, desk.window);
    const auto saveAndAnswer = [&](const QString& answer) {
        QTimer::singleShot(0, &desk.window, [&desk, answer] {
            auto* question = desk.window.findChild<QMessageBox*>(QStringLiteral("changedFileQuestion"));
            QVERIFY(question);
            for (QAbstractButton* button : question->buttons())
                if (button->text().remove(QLatin1Char('&')) == answer)
                    return button->click();
            QFAIL(qPrintable(answer));
        });
        return saver.save();
    };
    const QByteArray changed = desk.onDisk() + "# by another program\n";
    desk.write(changed);
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    QVERIFY(!saveAndAnswer(QStringLiteral("Cancel")));
    QCOMPARE(desk.onDisk(), changed);
    QVERIFY(desk.session.edits().isSourceEdited());
    QVERIFY(saveAndAnswer(QStringLiteral("Overwrite")));
    QVERIFY(desk.onDisk().contains("X[tx] + X[tx]") && !desk.onDisk().contains("by another program"));

    desk.write(changed);
    desk.replace(QStringLiteral("X[tx] + X[tx]"), QStringLiteral("X[tx] - X[tx]"));
    QVERIFY(!saveAndAnswer(QStringLiteral("Reload")));
    QTRY_COMPARE(desk.editor->toPlainText().toUtf8(), changed);
    QCOMPARE(desk.onDisk(), changed);

    // The same text with another time is no change.
    QTRY_COMPARE(desk.session.phase(), Phase::Ready);
    desk.write(changed);
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    QVERIFY(saver.save());
    QVERIFY(desk.onDisk().contains("X[tx] + X[tx]"));
}

/// The installed samples are for everybody.
void TestSourcePane::aSampleIsSavedAsAnotherFile()
{
    Desk desk("two_kernels");
    qputenv("TIRSCOPE_SAMPLES", desk.folder.path().toUtf8());
    const auto restore = qScopeGuard([] { qunsetenv("TIRSCOPE_SAMPLES"); });
    TIR_OPEN_DESK(desk);
    const QByteArray before = desk.onDisk();
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    const QString proposed = desk.proposedName();
    QCOMPARE(proposed, QDir::home().filePath(QStringLiteral("program.py")));
    QCOMPARE(desk.onDisk(), before);
    QVERIFY(desk.session.edits().isSourceEdited());
}

void TestSourcePane::aCopyIsSavedUnderItsOwnName()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    desk.session.edits().setQuestion([](Loss) { return true; });
    const auto copyOf = [&](size_t step) {
        QCOMPARE(
            performActions(QStringLiteral("step=%1,continue-from-step").arg(step), desk.window, desk.session),
            QString());
    };
    copyOf(3);
    QCOMPARE(desk.proposedName(), desk.folder.filePath(QStringLiteral("program_after_3.py")));
    copyOf(1);
    QCOMPARE(desk.proposedName(), desk.folder.filePath(QStringLiteral("program_after_3_after_1.py")));
}

void TestSourcePane::lineEndsOfTheFileStay()
{
    Desk desk("two_kernels");
    QByteArray text = desk.onDisk();
    text.replace("\n", "\r\n");
    QFile file(desk.path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    TIR_OPEN_DESK(desk);
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    SourceSaver saver(desk.session, desk.window);
    QVERIFY(saver.save());
    text.replace("X[tx] * X[tx]", "X[tx] + X[tx]");
    QCOMPARE(desk.onDisk(), text);
}

void TestSourcePane::editsAreNotLostUnasked()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] + X[tx]"));
    int questions = 0;
    const auto answer = [&](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, &desk.window, [&questions, &desk, button] {
            auto* question = desk.window.findChild<QMessageBox*>(QStringLiteral("lossQuestion"));
            QVERIFY(question);
            ++questions;
            question->button(button)->click();
        });
    };
    answer(QMessageBox::Cancel);
    desk.session.openFile(samplePath(QStringLiteral("reverse")));
    QCOMPARE(questions, 1);
    QCOMPARE(desk.session.path(), desk.path);
    QVERIFY(desk.session.edits().isSourceEdited());

    answer(QMessageBox::Save);
    QVERIFY(desk.window.close());
    QCOMPARE(questions, 2);
    QVERIFY(desk.onDisk().contains("X[tx] + X[tx]"));
    QVERIFY(desk.window.close()); // nothing is left to ask for
    QCOMPARE(questions, 2);
}

void TestSourcePane::discardGoesBack()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    desk.replace(QStringLiteral("X[tx] * X[tx]"), QStringLiteral("X[tx] - X[tx]"));
    QTRY_VERIFY(desk.session.program()->source.text().find("X[tx] - X[tx]") != std::string_view::npos);
    desk.window.findChild<QToolButton*>(QStringLiteral("discardSourceButton"))->click();
    QVERIFY(!desk.session.edits().isSourceEdited());
    QCOMPARE(desk.editor->toPlainText().toUtf8(), desk.onDisk());
    QTRY_VERIFY(desk.session.program()->source.text().find("X[tx] - X[tx]") == std::string_view::npos);
}

void TestSourcePane::anotherThemeIsNoEdit()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    const std::string source = desk.session.edits().source();
    auto* button = desk.window.findChild<QToolButton*>(QStringLiteral("edit-sourceButton"));
    for (const bool isShown : {true, false}) {
        button->defaultAction()->setChecked(isShown);
        QCOMPARE(desk.editor->isVisible(), isShown);
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            applyTheme(kind);
            QCoreApplication::processEvents();
            QVERIFY(!desk.session.edits().isSourceEdited());
        }
    }
    // The editor of a program that was never shown is empty.
    Session session;
    MainWindow window(session);
    window.show();
    session.openFile(samplePath(QStringLiteral("two_kernels")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    applyTheme(ThemeKind::Dark);
    applyTheme(ThemeKind::Light);
    QVERIFY(!session.edits().isSourceEdited());
    QCOMPARE(session.edits().source(), source);
}

void TestSourcePane::recordedRunsAreReadOnly()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.tirtrace"));
    {
        const OpenedProgram program = openFile(samplePath(QStringLiteral("two_kernels")).toStdString());
        const auto recording = record(program, {.pipeline = "split"});
        QVERIFY(recording);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(toJson(RecordedRun{program, *recording})));
    }
    Session session;
    MainWindow window(session);
    window.show();
    session.openFile(path);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.compared());
    window.findChild<QToolButton*>(QStringLiteral("edit-sourceButton"))->click();
    QVERIFY(!session.canEditSource());
    QVERIFY(window.findChild<CodeEditor*>(QStringLiteral("sourceEditor"))->isReadOnly());
}

void TestSourcePane::keysOfTheWindowMoveTheCursor()
{
    Desk desk("two_kernels");
    TIR_OPEN_DESK(desk);
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    desk.editor->setFocus();
    desk.editor->goToOffset(0);
    const size_t step = desk.session.step();
    QTest::keyClick(desk.editor, Qt::Key_Right);
    QCOMPARE(desk.editor->cursorOffset(), uint32_t(1));
    QTest::keyClick(desk.editor, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(desk.session.step(), step);
    QVERIFY(desk.editor->textCursor().hasSelection());
}

void TestSourcePane::newLinesKeepTheIndentation()
{
    CodeEditor editor(CodeLanguage::Python);
    editor.setPlainText(QStringLiteral("    for i in range(4):"));
    editor.moveCursor(QTextCursor::End);
    QTest::keyClick(&editor, Qt::Key_Return);
    QCOMPARE(editor.toPlainText(), QStringLiteral("    for i in range(4):\n        "));
    editor.insertPlainText(QStringLiteral("A[i] = 0 # ü"));
    QTest::keyClick(&editor, Qt::Key_Return);
    QCOMPARE(editor.document()->lastBlock().text(), QStringLiteral("        "));
    // Bytes and characters differ from here on.
    editor.goToOffset(uint32_t(editor.toPlainText().toUtf8().size()));
    QCOMPARE(editor.textCursor().position(), int(editor.toPlainText().size()));
    QCOMPARE(editor.cursorOffset(), uint32_t(editor.toPlainText().toUtf8().size()));
}

void TestSourcePane::stepsGoOnAsProgramsOfTheirOwn()
{
    Desk desk("two_kernels");
    usePipeline(desk.session, "split");
    desk.session.openFile(desk.path, OpenWith::Setup);
    QTRY_COMPARE(desk.session.phase(), Phase::Ready);
    const size_t merge = stepOf(desk.session, "MergeSharedMemoryAllocations");
    TIR_GO_TO(desk.session, merge);
    const std::string atMerge = desk.result();
    const size_t last = desk.session.stepCount() - 1;
    TIR_GO_TO(desk.session, last);
    StepBranch branch(desk.session);
    QVERIFY(!branch.canStart());
    TIR_GO_TO(desk.session, merge);
    QVERIFY(branch.canStart());
    branch.start();
    QTRY_COMPARE(desk.session.phase(), Phase::Ready);
    QTRY_VERIFY(desk.session.compared());
    QCOMPARE(desk.session.name(), QStringLiteral("program.py, from step %1").arg(merge));
    QCOMPARE(desk.editor->toPlainText().toStdString(), atMerge);
    QVERIFY(desk.editor->isVisible());
    QCOMPARE(desk.session.stepCount(), last - merge + 1);
    QCOMPARE(stepOf(desk.session, "SplitHostDevice"), size_t(2));
    // The copy is edited like every other program.
    desk.replace(QStringLiteral("T.float32(0.5)"), QStringLiteral("T.float32(0.25)"));
    TIR_GO_TO(desk.session, size_t(2));
    QTRY_VERIFY(desk.result().find("T.float32(0.25)") != std::string::npos);
}

void TestSourcePane::aCopyLeadsBackToItsOriginal()
{
    ShownWindow shown;
    shown.session.edits().setQuestion([](Loss) { return true; });
    auto* bar = shown.window.findChild<QWidget*>(QStringLiteral("branchBar"));
    QCOMPARE(shown.perform("sample=two_kernels,pipeline=split@legacy-merge,mode=sound,"
                           "step=MergeSharedMemoryAllocations"),
             QString());
    const std::vector<PassInvocation> passes = shown.session.setup().pipeline.passes;
    const size_t step = shown.session.step();
    QVERIFY(!bar->isVisible());
    QVERIFY(shown.perform("leave-copy").contains("action 'leave-copy'"));
    QCOMPARE(shown.perform("continue-from-step"), QString());
    QVERIFY(bar->isVisible());
    const auto text = [&] { return bar->findChild<QLabel*>(QStringLiteral("branchText"))->text(); };
    QVERIFY2(text().startsWith(QStringLiteral("This is a copy of two_kernels.py after step %1.").arg(step)),
             qPrintable(text()));

    // A copy of the copy leads back to the copy.
    QCOMPARE(shown.perform("step=1,continue-from-step"), QString());
    QVERIFY2(text().startsWith("This is a copy of two_kernels.py, from step "), qPrintable(text()));
    QCOMPARE(shown.perform("leave-copy"), QString());
    QCOMPARE(shown.session.step(), size_t(1));
    QVERIFY2(text().startsWith("This is a copy of two_kernels.py after step "), qPrintable(text()));

    // Edits of the copy are lost only after a question.
    const QString copied = shown.session.name();
    shown.session.edits().typeSource(shown.session.edits().source() + "\n");
    shown.session.edits().setQuestion([](Loss) { return false; });
    QVERIFY(bar->findChild<QPushButton*>(QStringLiteral("branchButton"))->text() == "Back to two_kernels.py");
    bar->findChild<QPushButton*>(QStringLiteral("branchButton"))->click();
    QCOMPARE(shown.session.name(), copied);
    shown.session.edits().setQuestion([](Loss) { return true; });
    bar->findChild<QPushButton*>(QStringLiteral("branchButton"))->click();
    QTRY_COMPARE(shown.session.name(), QStringLiteral("two_kernels.py"));
    QTRY_COMPARE(shown.session.phase(), Phase::Ready);
    QCOMPARE(shown.session.step(), step);
    QCOMPARE(shown.session.setup().pipeline.name, "split@legacy-merge");
    QCOMPARE(shown.session.setup().pipeline.passes, passes);
    QCOMPARE(shown.session.setup().mode, Mode::Sound);
    QVERIFY(!bar->isVisible());

    // Another program has no way back to this one.
    QCOMPARE(shown.perform("continue-from-step,sample=reverse"), QString());
    QVERIFY(!bar->isVisible());
}

/// The passes of a copy are chosen for it alone.
void TestSourcePane::aCopyIsNoChoiceOfAPipeline()
{
    ShownWindow shown;
    shown.session.edits().setQuestion([](Loss) { return true; });
    const auto pipeline = [&] { return shown.session.setup().pipeline.name; };
    shown.session.openFile(samplePath(QStringLiteral("two_kernels")));
    QTRY_COMPARE(shown.session.phase(), Phase::Ready);
    const std::string fitting = pipeline();
    const auto openNext = [&](const QString& sample) {
        shown.session.openFile(samplePath(sample));
        QTRY_VERIFY(shown.session.name() == sample + ".py" && shown.session.phase() == Phase::Ready);
    };
    QCOMPARE(shown.perform("step=1,continue-from-step"), QString());
    openNext(QStringLiteral("shared_helper"));
    QCOMPARE(pipeline(), fitting);
    // Nor is the way back.
    QCOMPARE(shown.perform("step=1,continue-from-step,leave-copy"), QString());
    openNext(QStringLiteral("two_kernels"));
    QCOMPARE(pipeline(), fitting);
    // The user's choice before the copy stays.
    QCOMPARE(shown.perform("pipeline=split@legacy-merge,step=1,continue-from-step"), QString());
    openNext(QStringLiteral("shared_helper"));
    QCOMPARE(pipeline(), std::string("split@legacy-merge"));
}

/// The module of a branch runs through the rest of that branch.
void TestSourcePane::aStepOfABranchIsContinued()
{
    for (const Branch branch : {Branch::Host, Branch::Device}) {
        ShownWindow shown;
        shown.session.openFile(samplePath(QStringLiteral("two_kernels")));
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.perform("pipeline=s_tir"), QString());
        const std::vector<Step>& steps = shown.session.recording()->steps;
        const auto first =
            std::ranges::find(steps, branch, [](const Step& step) { return step.pass.branch; });
        QVERIFY(first != steps.end());
        QStringList expected;
        for (auto next = first + 1; next != steps.end() && next->pass.branch == branch; ++next)
            expected.append(QString::fromStdString(next->pass.name));
        QVERIFY(!expected.isEmpty());
        QCOMPARE(shown.perform(QStringLiteral("step=%1,continue-from-step").arg(first - steps.begin() + 1)),
                 QString());
        QCOMPARE(shown.session.phase(), Phase::Ready);
        QStringList names;
        for (const Step& step : shown.session.recording()->steps)
            names.append(QString::fromStdString(step.pass.name));
        QCOMPARE(names, expected);
    }
}

void TestSourcePane::aCopyOfPastedTextLeadsBack()
{
    ShownWindow shown;
    shown.session.openText(QStringLiteral("pasted"),
                           QStringLiteral("@T.prim_func(s_tir=True)\n"
                                          "def main(X: T.Buffer((N,), \"float32\")):\n"
                                          "    tx = T.launch_thread(\"threadIdx.x\", N)\n"
                                          "    X[tx] = T.float32(1)\n"));
    QTRY_VERIFY(shown.session.program());
    shown.session.define({{"N", "64"}});
    QTRY_COMPARE(shown.session.phase(), Phase::Ready);
    QCOMPARE(shown.perform("step=1,continue-from-step"), QString());
    QVERIFY(shown.session.name() != QStringLiteral("pasted"));
    QCOMPARE(shown.perform("leave-copy"), QString());
    QTRY_COMPARE(shown.session.name(), QStringLiteral("pasted"));
    QTRY_COMPARE(shown.session.phase(), Phase::Ready);
    QCOMPARE(shown.session.step(), size_t(1));
}

TIR_TEST(TestSourcePane)
#include "tst_source_pane.moc"
