/// Ctrl-C: a reading ends, says so, and leaves no output behind.

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
};

QTEST_GUILESS_MAIN(TestTircInterrupt)
#include "tst_tirc_interrupt.moc"
