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
    result.insert("TIRSCOPE_WORKER", TIRSCOPE_TEST_WORKER);
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

    void wrongActionsAreErrors_data()
    {
        QTest::addColumn<QString>("actions");
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<bool>("runsBefore"); // the action in front of the wrong one
        QTest::newRow("unknown") << "theme=dark,picture=%1,nonsense"
                                 << QByteArray("error: action 'nonsense': there is no such action") << false;
        QTest::newRow("without its argument")
            << "picture=%1,step" << QByteArray("error: action 'step': it needs an argument") << false;
        QTest::newRow("with an argument")
            << "picture=%1,next=3" << QByteArray("error: action 'next': it takes no argument") << false;
        QTest::newRow("open quote") << "picture=%1,open=\"a"
                                    << QByteArray(
                                           "error: a double quote in the list of actions is not closed")
                                    << false;
        QTest::newRow("not to be performed")
            << "picture=%1,step=99" << QByteArray("error: action 'step': no step '99'") << true;
    }

    /// In front of a user and in a picture: never a window that stays open.
    void wrongActionsAreErrors()
    {
        QFETCH(QString, actions);
        QFETCH(QByteArray, error);
        QFETCH(bool, runsBefore);
        const QString before = m_folder.filePath("before.png");
        for (const QStringList& options :
             {QStringList(), QStringList{"--screenshot", m_folder.filePath("a.png")}}) {
            QFile::remove(before);
            QProcess window;
            window.setProcessEnvironment(offscreen());
            window.start(TIRSCOPE_TEST_WINDOW, options + QStringList{"--do", actions.arg(before),
                                                                     sourcePath("samples/two_kernels.py")});
            QVERIFY(window.waitForFinished(5 * Minute));
            const QByteArray errors = window.readAllStandardError();
            QVERIFY2(errors.contains(error), errors.constData());
            QCOMPARE(window.exitStatus(), QProcess::NormalExit);
            QCOMPARE(window.exitCode(), 2);
            QCOMPARE(QFile::exists(before), runsBefore);
        }
    }

    /// Each of them lays out the window while the line in view changes.
    void viewsAreSwitchedBack_data()
    {
        QTest::addColumn<QString>("actions");
        for (const char* actions : {"sample=two_kernels,unified,unified",
                                    "sample=same_half_of_a_double_buffer,unified,side-by-side"})
            QTest::newRow(actions) << QString::fromLatin1(actions);
    }

    void viewsAreSwitchedBack()
    {
        QFETCH(QString, actions);
        QProcess window;
        window.setProcessEnvironment(offscreen());
        window.start(TIRSCOPE_TEST_WINDOW, {"--size", "1280x800", "--do", actions, "--screenshot",
                                            m_folder.filePath("switched.png")});
        QVERIFY(window.waitForFinished(5 * Minute));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
    }

    void aPictureOfNothingSaysWhy()
    {
        QProcess window;
        window.setProcessEnvironment(offscreen());
        window.start(TIRSCOPE_TEST_WINDOW,
                     {"--screenshot", m_folder.filePath("nothing.png"), m_folder.filePath("no_such.py")});
        QVERIFY(window.waitForFinished(5 * Minute));
        QCOMPARE(window.exitCode(), 1);
        const QByteArray errors = window.readAllStandardError();
        QVERIFY2(errors.contains("error: the picture was written, but it shows a run without a result: ") &&
                     errors.contains("no_such.py"),
                 errors.constData());
    }

    /// Also if the settings have another size.
    void startsWithTheSize()
    {
        for (const QSize size : {QSize(1100, 800), QSize(1000, 700)}) {
            const QString picture = m_folder.filePath(QStringLiteral("size%1.png").arg(size.width()));
            QProcess window;
            window.setProcessEnvironment(offscreen());
            window.start(TIRSCOPE_TEST_WINDOW,
                         {"--size", QStringLiteral("%1x%2").arg(size.width()).arg(size.height()), "--do",
                          QStringLiteral("picture=%1,quit").arg(picture), sourcePath("samples/reverse.py")});
            QVERIFY(window.waitForFinished(5 * Minute));
            QCOMPARE(window.exitCode(), 0);
            QCOMPARE(QImage(picture).size(), size);
        }
    }

    /// As tirc does, since the user has named it.
    void runsAPipelineOfTheUsersTvm()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        QProcessEnvironment variables = offscreen();
        variables.insert("PYTHONPATH", sourcePath("tests/app/stand_in_tvm"));
        variables.insert("PYTHONDONTWRITEBYTECODE", "1");
        variables.insert("STAND_IN_COMPUTES", "1");
        const QString path = m_folder.filePath("own_tvm.py");
        QProcess window;
        window.setProcessEnvironment(variables);
        window.start(TIRSCOPE_TEST_WINDOW,
                     {"--pipeline", "tvm:split", "--do",
                      QStringLiteral("step=SplitHostDevice,save-step=%1,quit").arg(path),
                      sourcePath("samples/two_kernels.py")});
        QVERIFY(window.waitForFinished(5 * Minute));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError());
        QVERIFY(readFile(path).value_or("").find("main_kernel") != std::string::npos);
    }

    void startsAtTheStep_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("step") << QStringList();
        QTest::newRow("step and size") << QStringList{"--size", "1100x800"};
    }

    void startsAtTheStep()
    {
        QFETCH(QStringList, options);
        const auto module = [this](const QStringList& arguments, const QString& actions) {
            const QString path = m_folder.filePath("step.py");
            QFile::remove(path);
            QProcess window;
            window.setProcessEnvironment(offscreen());
            window.start(TIRSCOPE_TEST_WINDOW,
                         arguments + QStringList{"--do",
                                                 actions + QStringLiteral("save-step=%1,quit").arg(path),
                                                 sourcePath("samples/two_kernels.py")});
            return window.waitForFinished(5 * Minute) && window.exitCode() == 0 ? readFile(path)
                                                                                : std::nullopt;
        };
        const auto wanted = module({}, "step=6,");
        QVERIFY(wanted && wanted != module({}, {}));
        QCOMPARE(module(options + QStringList{"--step", "6"}, {}), wanted);
    }

    /// Before it has read its program.
    void closesWhileItStarts()
    {
        if (!startServer())
            QSKIP("Xvfb or xdotool is not installed");
        std::string program = "@I.ir_module\nclass Module:\n";
        for (int i = 0; i < 2000; ++i)
            program += "    @T.prim_func(s_tir=True)\n    def f" + std::to_string(i) +
                       "(X: T.Buffer((64,), \"float32\")):\n"
                       "        with T.launch_thread(\"threadIdx.x\", 64) as t:\n"
                       "            X[t] = X[t] + T.float32(1)\n";
        QFile file(m_folder.filePath("large.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(program.c_str());
        file.close();
        QProcess window;
        window.setProcessEnvironment(environment(m_display, m_folder.path()));
        window.start(TIRSCOPE_TEST_WINDOW, {"--size", "1100x800", file.fileName()});
        // The keys go to the server (window 0), not to a window: this one is gone before they are released.
        QVERIFY(xdotool({"search", "--sync", "--onlyvisible", "--name", "Tirscope", "windowfocus", "--sync",
                         "key", "--window", "0", "ctrl+q"}));
        QVERIFY(window.waitForFinished(5 * Minute));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
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
    QProcessEnvironment offscreen() const
    {
        QProcessEnvironment variables = environment({}, m_folder.path());
        variables.insert("QT_QPA_PLATFORM", "offscreen");
        return variables;
    }

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
