/// Ctrl-C: reading stops with a message, and leaves no output file.

#include "tests/support/test_main.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

class TestTircInterrupt : public QObject {
    Q_OBJECT
private slots:
    void readingEndsCleanly()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("large.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n");
        file.write(QByteArray("    A[3] = A[4] + T.float32(1.0)\n").repeated(400000));
        file.close();

        // Before the reading Ctrl-C ends the process as it ends any other, so the right moment is looked for.
        bool wasCancelled = false;
        for (int delayMs = 20; !wasCancelled && delayMs < 3000; delayMs += delayMs / 2) {
            QProcess process;
            const QString output = folder.filePath("out.py");
            process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), {"print", file.fileName(), "-o", output});
            QVERIFY(process.waitForStarted());
            process.waitForFinished(delayMs);
            if (process.state() == QProcess::NotRunning)
                break;
            ::kill(pid_t(process.processId()), SIGINT);
            QVERIFY(process.waitForFinished(60000));
            QVERIFY(!QFile::exists(output));
            wasCancelled = process.exitStatus() == QProcess::NormalExit;
            if (wasCancelled) {
                QCOMPARE(process.exitCode(), 2);
                QVERIFY(process.readAllStandardError().contains("error: the reading was cancelled"));
            }
        }
        QVERIFY(wasCancelled);
    }

    void runEndsCleanly()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("endless.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("@T.prim_func(s_tir=True)\ndef main(X: T.Buffer((4,), \"int32\")):\n"
                   "    T.cuda.printf(\"started\\n\")\n"
                   "    while X[0] < 1000000000:\n        X[0] = X[0] % 7\n");
        file.close();
        QProcess process;
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), {"run", file.fileName(), "--time-limit", "300"});
        QVERIFY(process.waitForStarted());
        QByteArray heard;
        while (!heard.contains("started")) {
            QVERIFY2(process.waitForReadyRead(60000), heard.constData());
            heard += process.readAllStandardError();
            QVERIFY(process.state() == QProcess::Running);
        }
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        heard += process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(heard.contains("the run was cancelled"), heard.constData());
    }
};

TIR_TEST(TestTircInterrupt)
#include "tst_tirc_interrupt.moc"
