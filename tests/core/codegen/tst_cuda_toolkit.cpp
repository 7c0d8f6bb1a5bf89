/// Where libraries and headers of the CUDA toolkit are found: as CUDA's installer, conda, pip and Debian lay them out.

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/support/gpu_arch.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;

class TstCudaToolkit : public QObject {
    Q_OBJECT
private slots:
    void findsLibraryAndHeaders_data();
    void findsLibraryAndHeaders();
    void newestVersionIsFirst();
    void debianAndUbuntu_data();
    void debianAndUbuntu();
    void nothingIsFoundWhereNothingIs();
    void olderLibrariesAreForOlderDrivers();
    void installedCompilersOpen();

private:
    static void makeFile(const QString& path)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
};

void TstCudaToolkit::findsLibraryAndHeaders_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("header");
    QTest::newRow("installer") << QByteArray("CUDA_HOME") << "lib64/libnvrtc.so"
                               << "include/cuda_fp16.h";
    QTest::newRow("without a link") << QByteArray("CUDA_HOME") << "lib64/libnvrtc.so.13"
                                    << "include/cuda_fp16.h";
    QTest::newRow("targets") << QByteArray("CUDA_HOME") << "targets/x86_64-linux/lib/libnvrtc.so.12"
                             << "targets/x86_64-linux/include/cuda_fp16.h";
    QTest::newRow("conda") << QByteArray("CONDA_PREFIX") << "lib/libnvrtc.so.12"
                           << "targets/x86_64-linux/include/cuda_fp16.h";
    QTest::newRow("pip") << QByteArray("VIRTUAL_ENV")
                         << "lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
                         << "lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h";
    QTest::newRow("pip in conda") << QByteArray("CONDA_PREFIX")
                                  << "lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
                                  << "lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h";
    QTest::newRow("pip for the user")
        << QByteArray("HOME") << ".local/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
        << ".local/lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h";
    QTest::newRow("pip, CUDA 13") << QByteArray("VIRTUAL_ENV")
                                  << "lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13"
                                  << "lib/python3.12/site-packages/nvidia/cu13/include/cuda_fp16.h";
}

void TstCudaToolkit::findsLibraryAndHeaders()
{
    QFETCH(QByteArray, variable);
    QFETCH(QString, library);
    QFETCH(QString, header);
    const QTemporaryDir folder;
    makeFile(folder.filePath(library));
    makeFile(folder.filePath(header));
    const QByteArray before = qgetenv(variable);
    qputenv(variable, folder.path().toUtf8());
    const std::vector<std::string> found = findCudaLibraries("libnvrtc");
    before.isNull() ? qunsetenv(variable) : qputenv(variable, before);
    const std::string path = folder.filePath(library).toStdString();
    QVERIFY(std::find(found.begin(), found.end(), path) != found.end());
    QCOMPARE(QString::fromStdString(findCudaHeaders(path)), QFileInfo(folder.filePath(header)).path());
}

void TstCudaToolkit::newestVersionIsFirst()
{
    const QTemporaryDir folder;
    for (const char* name : {"libnvrtc.so.12", "libnvrtc.so.13", "libnvrtc-builtins.so.13.0", "libnvrtc.so"})
        makeFile(folder.filePath(QString("lib/") + name));
    qputenv("CUDA_HOME", folder.path().toUtf8());
    const std::vector<std::string> found = findCudaLibraries("libnvrtc");
    qunsetenv("CUDA_HOME");
    QVERIFY(found.size() >= 3);
    QCOMPARE(QString::fromStdString(found[0]), folder.filePath("lib/libnvrtc.so"));
    QCOMPARE(QString::fromStdString(found[1]), folder.filePath("lib/libnvrtc.so.13"));
    QCOMPARE(QString::fromStdString(found[2]), folder.filePath("lib/libnvrtc.so.12"));
}

void TstCudaToolkit::debianAndUbuntu_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("header");
    QTest::newRow("x86") << "usr/lib/x86_64-linux-gnu/libnvrtc.so.12"
                         << "usr/include/cuda_fp16.h";
    QTest::newRow("arm") << "usr/lib/aarch64-linux-gnu/libnvrtc.so.11.2"
                         << "usr/include/cuda_fp16.h";
    QTest::newRow("the folder of the toolkit") << "usr/lib/nvidia-cuda-toolkit/lib64/libnvrtc.so"
                                               << "usr/lib/nvidia-cuda-toolkit/include/cuda_fp16.h";
}

/// The loader finds the library.
void TstCudaToolkit::debianAndUbuntu()
{
    QFETCH(QString, library);
    QFETCH(QString, header);
    const QTemporaryDir folder;
    makeFile(folder.filePath(library));
    makeFile(folder.filePath(header));
    QCOMPARE(QString::fromStdString(findCudaHeaders(folder.filePath(library).toStdString())),
             QFileInfo(folder.filePath(header)).path());
}

void TstCudaToolkit::nothingIsFoundWhereNothingIs()
{
    const QTemporaryDir folder;
    makeFile(folder.filePath("a/b/lib/libnvrtc.so"));
    QCOMPARE(QString::fromStdString(findCudaHeaders(folder.filePath("a/b/lib/libnvrtc.so").toStdString())),
             QString());
}

/// A library that the driver is too old for is passed over if there is another one.
void TstCudaToolkit::olderLibrariesAreForOlderDrivers()
{
    const QString compiler = QStandardPaths::findExecutable("c++");
    if (compiler.isEmpty())
        QSKIP("no C++ compiler found on this machine");
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("lib64"));
    QFile source(folder.filePath("nvrtc.cpp"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(
        "extern \"C\" int nvrtcVersion(int* major, int* minor) { *major = MAJOR; *minor = 4; return 0; }\n");
    for (const char* name :
         {"GetNumSupportedArchs", "GetSupportedArchs", "GetErrorString", "CreateProgram", "DestroyProgram",
          "CompileProgram", "GetProgramLogSize", "GetProgramLog", "GetCUBINSize", "GetCUBIN"})
        source.write(QByteArray("extern \"C\" int nvrtc") + name + "(...) { return 1; }\n");
    source.close();
    for (const char* major : {"12", "99"})
        QCOMPARE(QProcess::execute(compiler, {"-shared", "-fPIC", QString("-DMAJOR=") + major, "-o",
                                              folder.filePath(QString("lib64/libnvrtc.so.") + major),
                                              source.fileName()}),
                 0);
    const auto restore = qScopeGuard([home = qgetenv("CUDA_HOME")] {
        home.isNull() ? qunsetenv("CUDA_HOME") : qputenv("CUDA_HOME", home);
    });
    qputenv("CUDA_HOME", folder.path().toUtf8());
    const auto versionFor = [](int newestMajor) {
        const Result<Nvrtc> nvrtc = Nvrtc::open(newestMajor);
        return nvrtc ? nvrtc->version() : std::string();
    };
    QCOMPARE(versionFor(0), std::string("99.4"));
    QCOMPARE(versionFor(99), std::string("99.4"));
    QCOMPARE(versionFor(12), std::string("12.4"));
    QCOMPARE(versionFor(10), std::string("99.4")); // the first one: its version is in the message
}

/// Other tests skip what they cannot compile, so a compiler that is installed and does not open must fail here.
void TstCudaToolkit::installedCompilersOpen()
{
    const QStringList libraries =
        QDir(QStringLiteral("/usr/local/cuda/lib64")).entryList({QStringLiteral("libnvrtc.so*")});
    const bool hasNvcc = QFile::exists(QStringLiteral("/usr/local/cuda/bin/nvcc"));
    if (libraries.isEmpty() && !hasNvcc)
        QSKIP("no CUDA compiler found on this machine");
    if (!libraries.isEmpty()) {
        const Result<Nvrtc> nvrtc = Nvrtc::open();
        QVERIFY2(nvrtc, nvrtc ? "" : nvrtc.diagnostics().front().message.c_str());
        for (const std::string& arch : nvrtc->archs())
            QVERIFY2(computeCapability(arch) < 50 || findGpuArch(arch), arch.c_str());
    }
    if (hasNvcc) {
        const Result<Nvcc> nvcc = Nvcc::find();
        QVERIFY2(nvcc, nvcc ? "" : nvcc.diagnostics().front().message.c_str());
    }
}

TIR_TEST(TstCudaToolkit)
#include "tst_cuda_toolkit.moc"
