/// Where libraries and headers of the CUDA toolkit are found: as CUDA's installer, conda, pip and Debian lay them out.

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/support/gpu_arch.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;

namespace {

/// An environment variable that has its value while this lives.
class Variable {
public:
    Variable(const char* name, const QString& value) : m_name(name), m_before(qgetenv(name))
    {
        qputenv(name, value.toUtf8());
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { m_before.isNull() ? qunsetenv(m_name) : qputenv(m_name, m_before); }

private:
    const char* m_name;
    QByteArray m_before;
};

} // namespace

class TstCudaToolkit : public QObject {
    Q_OBJECT
private slots:
    void findsLibraryAndHeaders_data();
    void findsLibraryAndHeaders();
    void findsPackagesOfThePython_data();
    void findsPackagesOfThePython();
    void findsLibdevice_data();
    void findsLibdevice();
    void newestVersionIsFirst();
    void debianAndUbuntu_data();
    void debianAndUbuntu();
    void nothingIsFoundWhereNothingIs();
    void firstUsableNvrtcIsTaken_data();
    void firstUsableNvrtcIsTaken();
    void brokenLibrariesAreNamed();
    void installedCompilersOpen();

private:
    static void makeNvrtc(const QTemporaryDir& folder, int major, int minor, const char* archs);
    static QString nvrtcOf(const QTemporaryDir& folder, int major)
    {
        return folder.filePath(QString("lib64/libnvrtc.so.%1").arg(major));
    }
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
    QTest::newRow("pip of pyenv")
        << QByteArray("PYENV_ROOT")
        << "versions/3.12.1/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
        << "versions/3.12.1/lib/python3.12/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h";
    QTest::newRow("pip of pyenv in its usual place")
        << QByteArray("HOME")
        << ".pyenv/versions/3.12.1/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"
        << ".pyenv/versions/3.12.1/lib/python3.12/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h";
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
    const Variable pyenv("PYENV_ROOT", QString()); // that of the machine
    const Variable prefix(variable.constData(), folder.path());
    const std::vector<std::string> found = findCudaLibraries("libnvrtc");
    const std::string path = folder.filePath(library).toStdString();
    QVERIFY(std::find(found.begin(), found.end(), path) != found.end());
    QCOMPARE(QString::fromStdString(findCudaHeaders(path)), QFileInfo(folder.filePath(header)).path());
}

void TstCudaToolkit::findsPackagesOfThePython_data()
{
    QTest::addColumn<QString>("program"); // what bin/python3 links to; empty: it is the program itself
    QTest::addColumn<QString>("prefix");  // whose packages are found
    QTest::newRow("an environment that is not activated") << ""
                                                          << "env";
    QTest::newRow("its packages, and not only those of its program") << "python/bin/python3.12"
                                                                     << "env";
    QTest::newRow("the installation that it links to") << "python/bin/python3.12"
                                                       << "python";
}

/// The first python3 of the PATH.
void TstCudaToolkit::findsPackagesOfThePython()
{
    QFETCH(QString, program);
    QFETCH(QString, prefix);
    const QTemporaryDir folder;
    const QString linked = folder.filePath(program.isEmpty() ? "env/bin/python3" : program);
    makeFile(linked);
    QVERIFY(QFile::setPermissions(linked, QFile::ReadOwner | QFile::ExeOwner));
    QVERIFY(QDir(folder.path()).mkpath("env/bin"));
    if (!program.isEmpty())
        QVERIFY(QFile::link(linked, folder.filePath("env/bin/python3")));
    const QString packages = folder.filePath(prefix + "/lib/python3.12/site-packages/nvidia/");
    makeFile(packages + "cuda_nvrtc/lib/libnvrtc.so.12");
    makeFile(packages + "cuda_nvcc/nvvm/libdevice/libdevice.10.bc");
    const Variable path("PATH", "relative:" + folder.filePath("nothing") + ":" + folder.filePath("env/bin/") +
                                    ":" + qEnvironmentVariable("PATH"));
    const auto has = [](const std::vector<std::string>& files, const QString& file) {
        return std::find(files.begin(), files.end(), file.toStdString()) != files.end();
    };
    QVERIFY(has(findCudaLibraries("libnvrtc"), packages + "cuda_nvrtc/lib/libnvrtc.so.12"));
    QVERIFY(has(findLibdevices(), packages + "cuda_nvcc/nvvm/libdevice/libdevice.10.bc"));
}

void TstCudaToolkit::findsLibdevice_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isFirst");
    const auto row = [](const char* name, const char* variable, const char* below, bool isFirst = false) {
        QTest::newRow(name) << QByteArray(variable) << QString(below) + "/libdevice.10.bc" << isFirst;
    };
    row("installer", "CUDA_HOME", "nvvm/libdevice", true);
    row("Debian's folders", "CUDA_HOME", "libdevice", true);
    row("conda", "CONDA_PREFIX", "nvvm/libdevice");
    row("conda before CUDA 12", "CONDA_PREFIX", "lib");
    row("pip", "VIRTUAL_ENV", "lib/python3.11/site-packages/nvidia/cuda_nvcc/nvvm/libdevice");
    row("pip in conda", "CONDA_PREFIX", "lib/python3.11/site-packages/nvidia/cuda_nvcc/nvvm/libdevice");
    row("pip for the user", "HOME", ".local/lib/python3.11/site-packages/nvidia/cuda_nvcc/nvvm/libdevice");
    row("pip of pyenv", "PYENV_ROOT",
        "versions/3.12.1/lib/python3.12/site-packages/nvidia/cuda_nvcc/nvvm/libdevice");
    row("pip, CUDA 13", "VIRTUAL_ENV", "lib/python3.12/site-packages/nvidia/cu13/nvvm/libdevice");
}

void TstCudaToolkit::findsLibdevice()
{
    QFETCH(QByteArray, variable);
    QFETCH(QString, file);
    QFETCH(bool, isFirst);
    const QTemporaryDir folder;
    makeFile(folder.filePath(file));
    const Variable prefix(variable.constData(), folder.path());
    const std::string path = folder.filePath(file).toStdString();
    const std::vector<std::string> found = findLibdevices();
    QVERIFY(std::find(found.begin(), found.end(), path) != found.end());
    QCOMPARE(findLibdevice(), std::optional(found.front()));
    QVERIFY(!isFirst || found.front() == path);
}

void TstCudaToolkit::newestVersionIsFirst()
{
    const QTemporaryDir folder;
    for (const char* name : {"libnvrtc.so.12", "libnvrtc.so.13", "libnvrtc-builtins.so.13.0", "libnvrtc.so"})
        makeFile(folder.filePath(QString("lib/") + name));
    const Variable cudaHome("CUDA_HOME", folder.path());
    const std::vector<std::string> found = findCudaLibraries("libnvrtc");
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

/// Makes FOLDER/lib64/libnvrtc.so.MAJOR, which knows these GPUs and compiles nothing.
void TstCudaToolkit::makeNvrtc(const QTemporaryDir& folder, int major, int minor, const char* archs)
{
    QVERIFY(QDir(folder.path()).mkpath("lib64"));
    QFile source(folder.filePath("nvrtc.cpp"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("const int Archs[] = {ARCHS};\n"
                 "const int Count = sizeof Archs / sizeof *Archs;\n"
                 "extern \"C\" int nvrtcVersion(int* major, int* minor) { *major = MAJOR; *minor = MINOR; "
                 "return 0; }\n"
                 "extern \"C\" int nvrtcGetNumSupportedArchs(int* count) { *count = Count; return 0; }\n"
                 "extern \"C\" int nvrtcGetSupportedArchs(int* archs)\n"
                 "{\n"
                 "    for (int i = 0; i < Count; ++i)\n"
                 "        archs[i] = Archs[i];\n"
                 "    return 0;\n"
                 "}\n");
    for (const char* name : {"GetErrorString", "CreateProgram", "DestroyProgram", "CompileProgram",
                             "GetProgramLogSize", "GetProgramLog", "GetCUBINSize", "GetCUBIN"})
        source.write(QByteArray("extern \"C\" int nvrtc") + name + "(...) { return 1; }\n");
    source.close();
    QCOMPARE(QProcess::execute(QStandardPaths::findExecutable("c++"),
                               {"-shared", "-fPIC", QString("-DMAJOR=%1").arg(major),
                                QString("-DMINOR=%1").arg(minor), QString("-DARCHS=%1").arg(archs), "-o",
                                nvrtcOf(folder, major), source.fileName()}),
             0);
}

void TstCudaToolkit::firstUsableNvrtcIsTaken_data()
{
    QTest::addColumn<QString>("arch");
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("version"); // empty: none
    QTest::addColumn<QStringList>("reasons");
    const QString old = "NVRTC 11.4 in '%1'";
    const QString recent = "NVRTC 12.3 in '%2'";
    const QString newest = "NVRTC 99.4 in '%3'";
    const auto serves = [](const char* driver) {
        return QString(" is newer than the driver, which serves CUDA ") + driver;
    };
    QTest::newRow("any") << ""
                         << ""
                         << "11.4" << QStringList();
    QTest::newRow("an old GPU") << "sm_80"
                                << "13.0"
                                << "11.4" << QStringList();
    QTest::newRow("a GPU that the first does not know") << "sm_90"
                                                        << "13.0"
                                                        << "12.3" << QStringList();
    QTest::newRow("its own code") << "sm_90a"
                                  << "13.0"
                                  << "12.3" << QStringList();
    QTest::newRow("a GPU that only the last knows") << "sm_121"
                                                    << "99.0"
                                                    << "99.4" << QStringList();
    QTest::newRow("code of a family") << "sm_121f"
                                      << "99.0"
                                      << "99.4" << QStringList();
    QTest::newRow("another reason for each")
        << "sm_90"
        << "11.8"
        << "" << QStringList{old + " does not know sm_90", recent + serves("11.8"), newest + serves("11.8")};
    QTest::newRow("an old driver") << ""
                                   << "10.2"
                                   << ""
                                   << QStringList{old + serves("10.2"), recent + serves("10.2"),
                                                  newest + serves("10.2")};
    QTest::newRow("a GPU that none knows")
        << "sm_999"
        << ""
        << ""
        << QStringList{old + " does not know sm_999", recent + " does not know sm_999",
                       newest + " does not know sm_999"};
}

/// A library that does not know the GPU, or that the driver is too old for, is passed over if there is another one. Else
/// all of them are named.
void TstCudaToolkit::firstUsableNvrtcIsTaken()
{
    QFETCH(QString, arch);
    QFETCH(QString, driver);
    QFETCH(QString, version);
    QFETCH(QStringList, reasons);
    if (QStandardPaths::findExecutable("c++").isEmpty())
        QSKIP("no C++ compiler found on this machine");
    static const QTemporaryDir home;
    static const QTemporaryDir path;
    if (!QFile::exists(nvrtcOf(home, 11))) {
        makeNvrtc(home, 11, 4, "80");
        makeNvrtc(path, 12, 3, "80,90");
        makeNvrtc(path, 99, 4, "90,121");
    }
    const Variable cudaHome("CUDA_HOME", home.path());
    const Variable cudaPath("CUDA_PATH", path.path());
    const Result<Nvrtc> nvrtc = Nvrtc::open({.arch = arch.toStdString(), .driver = driver.toStdString()});
    QCOMPARE(nvrtc ? QString::fromStdString(nvrtc->version()) : QString(), version);
    const QString message = nvrtc ? QString() : QString::fromStdString(nvrtc.diagnostics().front().message);
    for (const QString& reason : reasons) {
        const QString expected = QString(reason)
                                     .replace("%1", nvrtcOf(home, 11))
                                     .replace("%2", nvrtcOf(path, 12))
                                     .replace("%3", nvrtcOf(path, 99));
        QVERIFY2(message.contains(expected), qPrintable(message));
    }
}

void TstCudaToolkit::brokenLibrariesAreNamed()
{
    const QTemporaryDir folder;
    makeFile(nvrtcOf(folder, 12));
    const Variable cudaHome("CUDA_HOME", folder.path());
    const Result<Nvrtc> nvrtc = Nvrtc::open({.arch = "sm_999"});
    QVERIFY(!nvrtc);
    const std::string expected = "'" + nvrtcOf(folder, 12).toStdString() + "' cannot be opened";
    QVERIFY2(nvrtc.diagnostics().front().message.find(expected) != std::string::npos,
             nvrtc.diagnostics().front().message.c_str());
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
