/// `tirc run --device cuda` as a user calls it, with a stand-in for the CUDA driver, and without any.

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstTircGpu : public QObject {
    Q_OBJECT

private slots:
    void init();

    void runsAndReports();
    void saysWhatItDid();
    void memoryIsReportedBeforeTheRun();
    void countsByExecution();
    void countsAreKept();
    void requestsKeepWhatIsMeasured();
    void comparedKernelsRoundTwice_data();
    void comparedKernelsRoundTwice();
    void printsOfAKernelAreReportedOnce();
    void withoutDriverTheAnswerIsNo();
    void usage_data();
    void usage();
    void editedSource();
    void oldDevicesAreRejected();
    void everyCallMayFail();

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
    QCOMPARE(kernel["occupancy"].toObject()["limiters"].toArray(), QJsonArray{"registers"});
    QVERIFY(kernel["whatIf"].toObject()["threads"].toArray().size() > 3);
}

void TstTircGpu::saysWhatItDid()
{
    const TircResult ran = tirc({"run", sample("elementwise"), "--device", "cuda", "--via", "nvptx"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    for (const char* expected : {"on the cuda:0", "Stand-in 0 (sm_90), kernels by LLVM",
                                 "and the driver, driver for CUDA 13.0", "run first to get to kernels: ",
                                 "main_kernel: grid (", "125 µs (median of 10 batches of 8, caches warm)",
                                 "40 registers", "limited by registers", "registers per thread, up to: "})
        QVERIFY2(ran.output.contains(expected), ran.output + expected);
    // Runs on a GPU have no memory checks: the report states what they do not cover, and that of a CPU run does not.
    const char* notObserved =
        "not observed on a GPU: accesses of memory, launches and branches that the run does not reach\n";
    QCOMPARE(ran.output.count(notObserved), 1);
    QVERIFY(!tirc({"run", sample("elementwise")}).output.contains("not observed"));
}

/// Also if nothing runs after it.
void TstTircGpu::memoryIsReportedBeforeTheRun()
{
    const char* const words = "memory of the GPU: 772 bytes for the arguments, 8 GiB of 8 GiB free\n";
    const QStringList command = {"run", sample("elementwise"), "--device", "cuda", "--dim", "n=64"};
    const TircResult ran = tirc(command + QStringList{"--via", "nvptx", "--json"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QVERIFY2(ran.errors.contains(words), ran.errors.constData());
    const QJsonObject gpu = ran.json().object()["gpu"].toObject();
    QCOMPARE(gpu["memory"].toObject()["argumentBytes"].toInt(), 772);
    QCOMPARE(gpu["memory"].toObject()["freeBytes"].toDouble(), double(uint64_t(8) << 30));
    qputenv("STAND_IN_CUDA_REJECT", "ptx=209");
    const auto unset = qScopeGuard([] { qunsetenv("STAND_IN_CUDA_REJECT"); });
    const TircResult refused = tirc(command + QStringList{"--via", "nvptx"});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.startsWith(words), refused.errors.constData());
}

/// 200 elements of two blocks: three operations, two loads and a store of 4 bytes each. The text counts all 256 threads.
void TstTircGpu::countsByExecution()
{
    const QStringList command = {
        "run", sample("elementwise"), "--device", "cuda", "--via", "nvptx", "--dim", "n=200", "--count"};
    const TircResult ran = tirc(command + QStringList{"--json"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    const QJsonObject gpu = ran.json().object()["gpu"].toObject();
    const QJsonObject kernel = gpu["kernels"].toArray()[0].toObject();
    const QJsonObject counted = kernel["counted"].toObject();
    QCOMPARE(counted["loadedBytes"].toInt(), 1600);
    QCOMPARE(counted["storedBytes"].toInt(), 800);
    QCOMPARE(counted["operations"].toInt(), 600);
    QCOMPARE(counted["byType"].toArray()[0].toObject()["dtype"].toString(), QString("float32"));
    QVERIFY(counted["isExact"].toBool());
    const QJsonObject inText = kernel["work"].toObject();
    QCOMPARE(inText["loadedBytes"].toInt(), 2048);
    QCOMPARE(inText["operations"].toInt(), 768);
    QVERIFY(!inText["isExact"].toBool());
    // Shares of the counted work, at 125 µs: the stand-in has 1.024 TB/s and 2.56 Tflop/s.
    QCOMPARE(kernel["bandwidthShare"].toDouble(), 2400 / 125e-6 / 1.024e12);
    QCOMPARE(kernel["arithmeticShare"].toDouble(), 600 / 125e-6 / 2.56e12);
    QCOMPARE(kernel["arithmeticType"].toString(), QString("float32"));
    QCOMPARE(gpu["notCounted"].toString(), QString());
    const TircResult text = tirc(command);
    for (const char* expected : {"counted by execution: 1.6 kB read, 800 B written; 600 flop float32",
                                 "estimated from the text: 2.05 kB read, 1.02 kB written; 768 flop float32",
                                 "of the arithmetic on float32"})
        QVERIFY2(text.output.contains(expected), text.output + expected);
}

/// The same program with the same inputs is executed once: a note in the kept result comes back.
void TstTircGpu::countsAreKept()
{
    const QStringList command = {
        "run", sample("elementwise"), "--device", "cuda", "--via", "nvptx", "--dim", "n=300", "--count"};
    const auto kernelOf = [](const TircResult& ran) {
        return ran.json().object()["gpu"].toObject()["kernels"].toArray()[0].toObject();
    };
    const QDir folder(m_folder.filePath("cache/tirscope/counts"));
    const QStringList before = folder.entryList(QDir::Files);
    QVERIFY(!kernelOf(tirc(command + QStringList{"--json"}))["isCountDifferent"].toBool());
    QStringList added = folder.entryList(QDir::Files);
    for (const QString& name : before)
        added.removeAll(name);
    QCOMPARE(added.size(), 1);
    QFile file(folder.filePath(added.first()));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray content = file.readAll();
    QVERIFY(content.contains("\"isDifferent\":false"));
    file.seek(0);
    file.write(QByteArray(content).replace("\"isDifferent\":false", "\"isDifferent\":true "));
    file.close();
    QVERIFY(kernelOf(tirc(command + QStringList{"--json"}))["isCountDifferent"].toBool());
    QVERIFY(tirc(command).output.contains("(the first launch; others differ)"));
    const QStringList others = command + QStringList{"--json", "--seed", "9"}; // other inputs
    QVERIFY(!kernelOf(tirc(others))["isCountDifferent"].toBool());
}

void TstTircGpu::requestsKeepWhatIsMeasured()
{
    const QString path = m_folder.filePath("request.json");
    const TircResult saved = tirc({"run", sample("elementwise"), "--device", "cuda", "--via", "nvptx",
                                   "--count", "--cold-caches", "--save-request", path});
    QVERIFY2(saved.exitCode == 0, saved.errors.constData());
    const TircResult again = tirc({"run", sample("elementwise"), "--request", path, "--json"});
    QVERIFY2(again.exitCode == 0, again.errors.constData());
    const QJsonObject kernel = again.json().object()["gpu"].toObject()["kernels"].toArray()[0].toObject();
    QVERIFY(kernel["hasColdCaches"].toBool());
    QVERIFY(kernel["counted"].isObject());
}

void TstTircGpu::comparedKernelsRoundTwice_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("fuses");
    QTest::newRow("timed") << QStringList() << true;
    QTest::newRow("compared with a step") << QStringList{"--compare", "step:0"} << false;
    QTest::newRow("compared with the CPU") << QStringList{"--compare", "device:cpu"} << false;
}

/// nvcc refuses everything, and its log is what it was called with.
void TstTircGpu::comparedKernelsRoundTwice()
{
    QFETCH(QStringList, options);
    QFETCH(bool, fuses);
    const auto restore = qScopeGuard([home = qgetenv("CUDA_HOME")] { qputenv("CUDA_HOME", home); });
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("bin"));
    qputenv("CUDA_HOME", folder.path().toUtf8());
    QFile file(folder.filePath("bin/nvcc"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n[ $1 = --version ] && echo 'release 12.99, V12.99.1' && exit\n"
               "echo \"$*\" >> '" +
               folder.filePath("calls").toUtf8() + "'\nexit 1\n");
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    file.close();
    tirc(QStringList{"run", sample("elementwise"), "--device", "cuda", "--via", "nvcc"} + options);
    QFile calls(folder.filePath("calls"));
    QVERIFY(calls.open(QIODevice::ReadOnly));
    const QByteArray heard = calls.readAll();
    QVERIFY(heard.contains("--cubin"));
    QCOMPARE(!heard.contains("--fmad=false"), fuses);
}

/// It is launched again to be timed, and the output of the driver is not a part of the worker's reply.
void TstTircGpu::printsOfAKernelAreReportedOnce()
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
                            << "'gpu' is not a device, expected cpu, cuda or cuda:N";
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
    if (!findCudaTool("nvcc") && findCudaLibraries("libnvrtc").empty())
        QSKIP("no CUDA compiler found on this machine");
    QVERIFY2(ran.errors.contains("identifier \"wrong\" is undefined"), ran.errors.constData());
}

void TstTircGpu::oldDevicesAreRejected()
{
    qputenv("STAND_IN_CUDA_ARCH", "61");
    const auto unset = qScopeGuard([] { qunsetenv("STAND_IN_CUDA_ARCH"); });
    for (const char* via : {"nvrtc", "nvcc", "nvptx"}) {
        const TircResult ran = tirc({"run", sample("elementwise"), "--device", "cuda", "--via", via});
        QCOMPARE(ran.exitCode, 1);
        QVERIFY2(ran.errors.contains("GPU number 0, Stand-in 0, has compute capability 6.1, but kernels are "
                                     "generated for 7.0 or later"),
                 ran.errors.constData());
    }
}

/// One call of the driver after the other fails: the run ends with its message and exit code 1, or does not need the
/// call.
void TstTircGpu::everyCallMayFail()
{
    const QString log = m_folder.filePath("log");
    qputenv("STAND_IN_CUDA_LOG", log.toUtf8());
    qputenv("STAND_IN_CUDA_LAUNCH_NS", "25000000"); // two launches warm the GPU up
    const auto unset = qScopeGuard([] {
        for (const char* name : {"STAND_IN_CUDA_LOG", "STAND_IN_CUDA_LAUNCH_NS", "STAND_IN_CUDA_FAIL_CALL"})
            qunsetenv(name);
    });
    const QStringList command = {
        "run", sample("elementwise"), "--device", "cuda", "--via", "nvptx", "--repeat", "1", "--dim", "n=64"};
    const TircResult reference = tirc(command);
    QVERIFY2(reference.exitCode == 0, reference.errors.constData());
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArrayList calls = file.readAll().trimmed().split('\n');
    QVERIFY(calls.size() > 40 && calls.size() < 200);
    qunsetenv("STAND_IN_CUDA_LOG");
    QByteArrayList survived;
    for (int failing = 1; failing <= calls.size(); ++failing) {
        qputenv("STAND_IN_CUDA_FAIL_CALL", QByteArray::number(failing));
        const TircResult ran = tirc(command);
        const QByteArray report = "call " + QByteArray::number(failing) + ", " + calls[failing - 1] +
                                  ", exit code " + QByteArray::number(ran.exitCode) + "\n" + ran.output +
                                  ran.errors;
        if (ran.exitCode == 0) {
            survived.append(calls[failing - 1]);
            QVERIFY2(ran.output.contains("main_kernel: grid ("), report);
        } else {
            QVERIFY2(ran.exitCode == 1 && ran.errors.contains("CUDA_ERROR_CHOSEN"), report);
        }
    }
    qInfo("may fail without harm: %s", survived.join(", ").constData());
    QVERIFY(survived.size() < calls.size() / 2);
}

TIR_TEST(TstTircGpu)
#include "tst_tirc_gpu.moc"
