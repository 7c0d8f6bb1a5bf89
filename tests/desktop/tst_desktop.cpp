/// The application as users start it: under an X server (Xvfb) with input from outside (xdotool).

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QImage>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

namespace {

constexpr int Minute = 60000; // only ends hangs

QProcessEnvironment environment(const QByteArray& display, const QString& settings)
{
    QProcessEnvironment result = QProcessEnvironment::systemEnvironment();
    result.insert("DISPLAY", QString::fromLatin1(display));
    result.insert("QT_QPA_PLATFORM", "xcb");
    result.insert("TIRSCOPE_TIRC", TIRSCOPE_TEST_TIRC);
    result.insert("XDG_CONFIG_HOME", settings);
    return result;
}

} // namespace

class TstDesktop : public QObject {
    Q_OBJECT
private slots:
    void screenshotKeepsItsSize_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QSize>("size");
        const QString sample = sourcePath("samples/two_kernels.py");
        QTest::newRow("empty") << QStringList{"--size", "800x600"} << QSize(800, 600);
        QTest::newRow("program") << QStringList{"--size", "800x600", sample} << QSize(800, 600);
        QTest::newRow("tiny") << QStringList{"--size", "320x200", sample} << QSize(320, 200);
        QTest::newRow("wide") << QStringList{"--size", "1600x700", sample} << QSize(1600, 700);
    }

    void screenshotKeepsItsSize()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QSize, size);
        const QString path = m_folder.filePath("picture.png");
        QFile::remove(path);
        QProcess window;
        window.setProcessEnvironment(environment({}, m_folder.path()));
        window.start(TIRSCOPE_TEST_WINDOW, QStringList{"--screenshot", path} + arguments);
        QVERIFY(window.waitForFinished(5 * Minute));
        QCOMPARE(window.exitCode(), 0);
        QCOMPARE(QImage(path).size(), size);
    }

    void startsAndQuits()
    {
        if (!startServer())
            QSKIP("Xvfb or xdotool is not installed");
        QProcess window;
        window.setProcessEnvironment(environment(m_display, m_folder.path()));
        window.start(TIRSCOPE_TEST_WINDOW, {sourcePath("samples/two_kernels.py")});
        QVERIFY(xdotool(
            {"search", "--sync", "--onlyvisible", "--name", "two_kernels.py", "windowfocus", "--sync"}));
        QVERIFY(xdotool({"key", "ctrl+q"}));
        QVERIFY(window.waitForFinished(5 * Minute));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
    }

    void journeys()
    {
        if (!startServer())
            QSKIP("Xvfb or xdotool is not installed");
        QProcess journeys;
        journeys.setProcessEnvironment(environment(m_display, m_folder.path()));
        journeys.setProcessChannelMode(QProcess::MergedChannels);
        journeys.start(QCoreApplication::applicationFilePath(), {"tst_journeys"});
        QVERIFY(journeys.waitForFinished(10 * Minute));
        QVERIFY2(journeys.exitStatus() == QProcess::NormalExit && journeys.exitCode() == 0,
                 journeys.readAll().constData());
    }

    void cleanupTestCase()
    {
        m_server.terminate();
        m_server.waitForFinished(Minute);
    }

private:
    /// Once; false without the programs.
    bool startServer()
    {
        if (!m_display.isEmpty())
            return true;
        const QString server = QStandardPaths::findExecutable("Xvfb");
        if (server.isEmpty() || QStandardPaths::findExecutable("xdotool").isEmpty())
            return false;
        m_server.start(server, {"-displayfd", "1", "-screen", "0", "1500x950x24", "-nolisten", "tcp"});
        while (m_display.isEmpty() && m_server.waitForReadyRead(Minute))
            m_display = ":" + m_server.readAllStandardOutput().trimmed();
        return !m_display.isEmpty();
    }

    bool xdotool(const QStringList& arguments)
    {
        QProcess process;
        process.setProcessEnvironment(environment(m_display, m_folder.path()));
        process.start("xdotool", arguments);
        return process.waitForFinished(5 * Minute) && process.exitCode() == 0;
    }

    QTemporaryDir m_folder;
    QProcess m_server;
    QByteArray m_display; ///< ":99"; empty: the server does not run
};

TIR_TEST(TstDesktop)
#include "tst_desktop.moc"
