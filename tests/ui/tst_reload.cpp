/// A file that changes while it is open: the window shows a message, and reads it again on request only.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/reload_bar.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QToolButton>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestReload : public QObject {
    Q_OBJECT

private slots:
    void init();
    void changeIsOffered_data();
    void changeIsOffered();
    void changeBeforeTheFirstLookIsOffered();
    void changedBackIsNoChange();
    void dismissedUntilTheNextChange();
    void textWithErrorsIsOfferedAgain();
    void selectionStays_data();
    void selectionStays();
    void selectionOfANameThatIsGoneEnds();
    void dumpFolderIsWatched();
    void recordingIsFollowed();
    void passThatRunsIsNoFailure();
    void pastedTextIsNotWatched();
    void editsAreNotLostUnasked();

private:
    static QByteArray contentOf(const QString& path);
    void write(const QByteArray& content) const;
    void append(const QByteArray& lines) const;
    /// Lines of a recording whose passes change nothing.
    QByteArray startOfRecording() const;
    static QByteArray startOfPass(int id, const QByteArray& name);
    static QByteArray endOfPass(int id);
    bool isOffered() const
    {
        return !m_bar->isHidden() &&
               !m_bar->findChild<QPushButton*>(QStringLiteral("reloadButton"))->isHidden();
    }
    void open();

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    QByteArray m_first;
    QByteArray m_second;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ReloadBar> m_bar;
};

QByteArray TestReload::contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestReload::write(const QByteArray& content) const
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(content), content.size());
}

void TestReload::append(const QByteArray& lines) const
{
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(lines), lines.size());
}

QByteArray TestReload::startOfRecording() const
{
    const QByteArray text =
        QByteArray(m_first).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    return R"({"ev": "begin", "format": 1, "locked": true})"
           "\n"
           R"({"ev": "text", "ir": "a", "text": ")" +
           text + "\"}\n";
}

QByteArray TestReload::startOfPass(int id, const QByteArray& name)
{
    return R"({"ev": "before", "id": )" + QByteArray::number(id) + R"(, "ir": "a", "name": ")" + name +
           "\"}\n";
}

QByteArray TestReload::endOfPass(int id)
{
    return R"({"ev": "after", "id": )" + QByteArray::number(id) +
           R"(, "ir": "a"})"
           "\n";
}

void TestReload::init()
{
    m_bar.reset();
    m_session = std::make_unique<Session>();
    m_bar = std::make_unique<ReloadBar>(*m_session);
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("program.py"));
    m_first = contentOf(samplePath(QStringLiteral("two_kernels")));
    m_second = m_first;
    m_second.replace("512", "256").append("# changed\n");
    write(m_first);
}

/// Opens the file, goes to its third step, and waits until the file is watched.
void TestReload::open()
{
    m_session->openFile(m_path);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    TIR_GO_TO(*m_session, 3);
    QTRY_VERIFY(m_session->jobs().running().isEmpty());
    QVERIFY(!isOffered());
}

void TestReload::changeIsOffered_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("written in place") << 0;
    QTest::newRow("replaced by a rename") << 1;
    QTest::newRow("deleted and written again") << 2;
    QTest::newRow("moved away and written again") << 3;
}

void TestReload::changeIsOffered()
{
    QFETCH(int, way);
    open();
    const auto program = m_session->program();
    for (const QByteArray& content : {m_second, m_first + "# third\n"}) {
        switch (way) {
        case 0:
            write(content);
            break;
        case 1: {
            QSaveFile file(m_path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
            QVERIFY(file.commit());
            break;
        }
        case 2:
            QVERIFY(QFile::remove(m_path));
            QTRY_VERIFY(hasSeenTheFile(*m_session, *m_bar));
            QVERIFY(!isOffered());
            QTRY_VERIFY(m_bar->findChild<QLabel*>(QStringLiteral("reloadText"))
                            ->text()
                            .contains(QStringLiteral("no longer on disk")));
            QVERIFY(!m_bar->isHidden());
            write(content);
            break;
        default:
            QFile::remove(m_path + QStringLiteral("~"));
            QVERIFY(QFile::rename(m_path, m_path + QStringLiteral("~")));
            write(content);
        }
        QTRY_VERIFY(isOffered());
        QVERIFY(m_bar->findChild<QLabel*>(QStringLiteral("reloadText"))
                    ->text()
                    .contains(QStringLiteral("program.py")));
        // Nothing is read unasked.
        QCOMPARE(m_session->program()->source.text() == content.toStdString(), false);
        m_bar->findChild<QPushButton*>(QStringLiteral("reloadButton"))->click();
        QTRY_VERIFY(m_session->phase() == Phase::Ready &&
                    m_session->program()->source.text() == content.toStdString());
        QVERIFY(!isOffered());
        QCOMPARE(m_session->step(), size_t(3));
        QTRY_VERIFY(m_session->jobs().running().isEmpty());
        QVERIFY(!isOffered());
    }
    QVERIFY(m_session->program() != program);
}

void TestReload::changeBeforeTheFirstLookIsOffered()
{
    m_bar.reset();
    m_session->openFile(m_path);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    write(m_second);
    m_bar = std::make_unique<ReloadBar>(*m_session);
    QTRY_VERIFY(isOffered());
    m_session->reload();
    QTRY_VERIFY(m_session->program()->source.text() == m_second.toStdString());
    QTRY_VERIFY(hasSeenTheFile(*m_session, *m_bar));
    QVERIFY(!isOffered());
    write(m_first);
    QTRY_VERIFY(isOffered());
}

void TestReload::changedBackIsNoChange()
{
    open();
    write(m_second);
    QTRY_VERIFY(isOffered());
    write(m_first);
    QTRY_VERIFY(!isOffered());
}

void TestReload::dismissedUntilTheNextChange()
{
    open();
    write(m_second);
    QTRY_VERIFY(isOffered());
    m_bar->findChild<QToolButton*>(QStringLiteral("dismissReloadButton"))->click();
    QVERIFY(!isOffered());
    write(m_second + "# once more\n");
    QTRY_VERIFY(isOffered());
}

void TestReload::textWithErrorsIsOfferedAgain()
{
    open();
    write("def (\n");
    QTRY_VERIFY(isOffered());
    m_session->reload();
    QTRY_COMPARE(m_session->phase(), Phase::Unreadable);
    QTRY_VERIFY(m_session->jobs().running().isEmpty());
    write(m_second);
    QTRY_VERIFY(isOffered());
    m_session->reload();
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(m_session->step(), size_t(3));
}

void TestReload::selectionStays_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("buffer of the program") << QByteArray("squares");
    QTest::newRow("buffer that a pass has made") << QByteArray("buf_dyn_shmem");
    QTest::newRow("expression") << QByteArray("X[tx] * X[tx]");
    QTest::newRow("statement without a name") << QByteArray("T.tvm_storage_sync(\"shared\")");
}

void TestReload::selectionStays()
{
    QFETCH(QByteArray, text);
    open();
    selectText(*m_session, text.toStdString());
    QCOMPARE(selectedText(*m_session), text.toStdString());
    for (const QByteArray& content : {QByteArray("# one line more\n" + m_first), m_first}) {
        const auto program = m_session->program();
        write(content);
        m_session->reload();
        QTRY_VERIFY(m_session->phase() == Phase::Ready && m_session->program() != program);
        QCOMPARE(m_session->step(), size_t(3));
        QTRY_COMPARE(selectedText(*m_session), text.toStdString());
        if (const Node* identity = m_session->selection().identity)
            QVERIFY(m_session->identities().ordinal(identity) >= 0); // it is one of this run
        QTRY_VERIFY(m_session->jobs().running().isEmpty());
        QCOMPARE(selectedText(*m_session), text.toStdString());
    }
}

void TestReload::selectionOfANameThatIsGoneEnds()
{
    open();
    selectText(*m_session, "squares");
    const auto program = m_session->program();
    write(QByteArray(m_first).replace("squares", "products"));
    m_session->reload();
    QTRY_VERIFY(m_session->phase() == Phase::Ready && m_session->program() != program);
    QTRY_VERIFY(m_session->jobs().running().isEmpty());
    QVERIFY(m_session->selection().isEmpty());
}

void TestReload::dumpFolderIsWatched()
{
    const QString folder = m_folder->filePath(QStringLiteral("dump"));
    QVERIFY(QDir().mkpath(folder));
    for (const char* name : {"000_BindTarget.py", "001_Simplify.py"})
        QVERIFY(QFile::copy(samplePath(QStringLiteral("reverse")),
                            folder + QLatin1Char('/') + QLatin1String(name)));
    m_session->openFile(folder);
    QTRY_VERIFY(m_session->program() && m_session->phase() != Phase::Reading);
    QTRY_VERIFY(m_session->jobs().running().isEmpty());
    QVERIFY(!isOffered());
    QVERIFY(QFile::copy(samplePath(QStringLiteral("reverse")), folder + QStringLiteral("/002_Simplify.py")));
    QTRY_VERIFY(isOffered());
}

void TestReload::recordingIsFollowed()
{
    write(startOfRecording() + startOfPass(0, "tirx.BindTarget") + endOfPass(0));
    m_session->openFile(m_path);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(m_session->stepCount(), size_t(2));
    QTRY_VERIFY(m_session->jobs().running().isEmpty());
    for (int id = 1; id < 4; ++id) {
        append(startOfPass(id, "tirx.ThreadSync") + endOfPass(id));
        QTRY_COMPARE(m_session->stepCount(), size_t(id) + 2);
        QVERIFY(!isOffered());
        QTRY_VERIFY(m_session->jobs().running().isEmpty());
    }
}

/// The lock of the recording tells whether it runs. A process that dies releases the lock and writes nothing.
void TestReload::passThatRunsIsNoFailure()
{
    write(startOfRecording() + startOfPass(0, "tirx.BindTarget"));
    const int lock = ::open(m_path.toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
    QVERIFY(lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0);
    m_session->openFile(m_path);
    QTRY_COMPARE(m_session->phase(), Phase::Ready);
    QCOMPARE(m_session->stepCount(), size_t(1)); // the input
    QVERIFY(m_session->isBeingRecorded());
    QCOMPARE(m_session->runOrigin(), QStringLiteral("recorded run, still running"));
    QTRY_VERIFY(m_session->jobs().running().isEmpty());

    append(endOfPass(0) + startOfPass(1, "tirx.ThreadSync"));
    QTRY_COMPARE(m_session->stepCount(), size_t(2));
    QVERIFY(m_session->recording()->steps.back().verdict != Verdict::Failed);
    QCOMPARE(m_session->step(), size_t(0)); // it stays
    QTRY_VERIFY(m_session->jobs().running().isEmpty());

    ::close(lock);
    QTRY_COMPARE(m_session->stepCount(), size_t(3));
    QVERIFY(m_session->recording()->steps.back().verdict == Verdict::Failed);
    QVERIFY(!m_session->isBeingRecorded());
    QCOMPARE(m_session->runOrigin(), QStringLiteral("recorded run"));
}

void TestReload::pastedTextIsNotWatched()
{
    open();
    m_session->openText(QStringLiteral("pasted"), QString::fromUtf8(m_first));
    QTRY_VERIFY(m_session->phase() == Phase::Ready && m_session->path().isEmpty());
    write(m_second);
    QTRY_VERIFY(hasSeenTheFile(*m_session, *m_bar));
    QVERIFY(!isOffered());
}

void TestReload::editsAreNotLostUnasked()
{
    open();
    m_session->edits().setCuda(3, "// mine\n");
    bool answer = false;
    int questions = 0;
    m_session->edits().setQuestion([&](Loss) {
        ++questions;
        return answer;
    });
    const auto program = m_session->program();
    RunSetup other = m_session->setup();
    other.mode = Mode::Sound;
    const std::vector<std::function<void()>> losses = {
        [&] { m_session->reload(); },
        [&] { m_session->rerun(); },
        [&] { m_session->setSetup(other); },
        [&] { m_session->openFile(samplePath(QStringLiteral("reverse"))); },
        [&] { m_session->openText(QStringLiteral("x"), QStringLiteral("y")); },
        [&] { m_session->define({}); },
        [&] { m_session->close(); },
    };
    for (size_t i = 0; i < losses.size(); ++i) {
        losses[i]();
        QCOMPARE(questions, int(i) + 1);
        QCOMPARE(m_session->phase(), Phase::Ready);
        QCOMPARE(m_session->program(), program);
        QCOMPARE(m_session->edits().cuda(3), std::string("// mine\n"));
        QVERIFY(m_session->setup().mode == Mode::AsTvm);
    }
    answer = true;
    m_session->reload();
    QCOMPARE(m_session->edits().cuda(3), std::string());
    QTRY_VERIFY(m_session->phase() == Phase::Ready && m_session->program() != program);
    m_session->rerun();
    QCOMPARE(questions, int(losses.size()) + 1); // nothing is left to lose
}

TIR_TEST(TestReload)
#include "tst_reload.moc"
