/// `tirc run --device cuda` as a user calls it, with a stand-in for the CUDA driver, and without any.

#include "tests/app/tirc_process.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

class TstTircGpu : public QObject {
    Q_OBJECT

private slots:
    void init();

    void runsAndReports();
    void saysWhatItDid();
    void printsOfAKernelAreToldOnce();
    void withoutDriverTheAnswerIsNo();
    void usage_data();
    void usage();
    void editedSource();

private:
    QTemporaryDir m_folder;
};

void TstTircGpu::init()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("STAND_IN_CUDA_KERNEL", "elementwise");
    qputenv("XDG_CACHE_HOME", m_folder.filePath("cache").toUtf8());
}

void TstTircGpu::runsAndReports()
{
    const QStringList command = {"run", sample("elementwise"), "--json", "--seed", "5"};
    const TircResult onGpu =
        tirc(command + QStringList{"--device", "cuda", "--via", "nvptx", "--repeat", "3", "--cold-caches"});
    QVERIFY2(onGpu.exitCode == 0, onGpu.errors.constData());
    const QJsonObject answer = onGpu.json().object();
    QCOMPARE(answer["status"].toString(), QString("done"));
    QCOMPARE(answer["device"].toString(), QString("cuda:0"));
    const TircResult onCpu = tirc(command);
    QVERIFY(onCpu.json().object()["gpu"].isNull());
    const auto valuesOf = [](const QJsonObject& json) {
        return json["tensors"].toArray()[2].toObject()["firstValues"].toString();
    };
    QCOMPARE(valuesOf(answer), valuesOf(onCpu.json().object()));

    const QJsonObject gpu = answer["gpu"].toObject();
    QCOMPARE(gpu["deviceName"].toString(), QString("Stand-in 0"));
    QCOMPARE(gpu["arch"].toString(), QString("sm_90"));
    QCOMPARE(gpu["driver"].toString(), QString("13.0"));
    QCOMPARE(gpu["via"].toString(), QString("nvptx"));
    QVERIFY(gpu["compiler"].toString().startsWith("LLVM "));
    QCOMPARE(gpu["repeat"].toInt(), 3);
    QCOMPARE(gpu["peakBytesPerSecond"].toDouble(), 1.024e12);
    QVERIFY(gpu["passes"].toArray().contains("LowerDeviceKernelLaunch"));
    const QJsonObject kernel = gpu["kernels"].toArray()[0].toObject();
    QCOMPARE(kernel["name"].toString(), QString("main_kernel"));
    QCOMPARE(kernel["medianNs"].toInt(), 125000);
    QVERIFY(kernel["hasColdCaches"].toBool());
    QCOMPARE(kernel["timesNs"].toArray().size(), 3);
    QCOMPARE(kernel["registers"].toInt(), 40);
    QCOMPARE(kernel["occupancy"].toObject()["limiter"].toString(), QString("registers"));
    QVERIFY(kernel["whatIf"].toObject()["threads"].toArray().size() > 3);
}

void TstTircGpu::saysWhatItDid()
{
    const TircResult ran = tirc({"run", sample("elementwise"), "--device", "cuda", "--via", "nvptx"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    for (const char* words : {"on the cuda:0", "Stand-in 0 (sm_90), kernels by LLVM",
                              "and the driver, driver for CUDA 13.0", "run first to get to kernels: ",
                              "main_kernel: grid (", "125 µs (median of 10 batches of 8, caches warm)",
                              "40 registers", "limited by registers", "registers a thread, up to: "})
        QVERIFY2(ran.output.contains(words), ran.output + words);
    // No run on a GPU watches its program: the report says what that leaves open, and a run on the CPU does not.
    const char* notObserved =
        "not observed on a GPU: accesses of memory, launches and branches that the run does not reach\n";
    QCOMPARE(ran.output.count(notObserved), 1);
    QVERIFY(!tirc({"run", sample("elementwise")}).output.contains("not observed"));
}

/// It is launched again to be timed, and what the driver prints is no part of the answer of the worker.
void TstTircGpu::printsOfAKernelAreToldOnce()
{
    qputenv("STAND_IN_CUDA_PRINT", "the kernel says so");
    const auto unset = qScopeGuard([] { qunsetenv("STAND_IN_CUDA_PRINT"); });
    const TircResult ran =
        tirc({"run", sample("elementwise"), "--json", "--device", "cuda", "--via", "nvptx"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QCOMPARE(ran.json().object()["standardError"].toString(), QString("the kernel says so\n"));
    QCOMPARE(ran.errors.count("the kernel says so"), 1);
}

void TstTircGpu::withoutDriverTheAnswerIsNo()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", "/nowhere/libcuda.so.1");
    const TircResult ran = tirc({"run", sample("elementwise"), "--device", "cuda"});
    QCOMPARE(ran.exitCode, 1);
    QCOMPARE(ran.output, QByteArray());
    QVERIFY2(ran.errors.contains(
                 "no CUDA driver can be used, so nothing can run on a GPU: '/nowhere/libcuda.so.1'"),
             ran.errors.constData());
    const TircResult json = tirc({"run", sample("elementwise"), "--device", "cuda", "--json"});
    QCOMPARE(json.exitCode, 1);
    QCOMPARE(json.json().object()["status"].toString(), QString("refused"));
    QCOMPARE(json.json().object()["device"].toString(), QString("cuda:0"));
}

void TstTircGpu::usage_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("message");
    QTest::newRow("device") << QStringList{"--device", "gpu"}
                            << "'gpu' is no device, expected cpu, cuda or cuda:N";
    QTest::newRow("via without a GPU")
        << QStringList{"--via", "nvcc"}
        << "--via, --repeat, --cold-caches and --cuda-source are for --device cuda";
    QTest::newRow("PTX of CUDA C") << QStringList{"--device", "cuda",          "--via",
                                                  "nvptx",    "--cuda-source", "x.cu"}
                                   << "--via nvptx does not go through CUDA C";
    QTest::newRow("no file") << QStringList{"--device", "cuda", "--cuda-source", "/nowhere/x.cu"}
                             << "'/nowhere/x.cu' cannot be read";
}

void TstTircGpu::usage()
{
    QFETCH(QStringList, options);
    QFETCH(QString, message);
    const TircResult ran = tirc(QStringList{"run", sample("elementwise")} + options);
    QCOMPARE(ran.exitCode, 2);
    QVERIFY2(ran.errors.contains(message.toUtf8()), ran.errors.constData());
}

void TstTircGpu::editedSource()
{
    const QString path = m_folder.filePath("edited.cu");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "extern \"C\" __global__ void main_kernel(float* a, float* b, float* c, float alpha, int blocks, "
        "int n) { c[0] = wrong; }\n");
    file.close();
    const TircResult ran = tirc({"run", sample("elementwise"), "--device", "cuda", "--cuda-source", path});
    QCOMPARE(ran.exitCode, 1);
    if (ran.errors.contains("there is nothing to compile kernels with"))
        QSKIP("neither NVRTC nor nvcc is installed");
    QVERIFY2(ran.errors.contains("identifier \"wrong\" is undefined"), ran.errors.constData());
}

TIR_TEST(TstTircGpu)
#include "tst_tirc_gpu.moc"
