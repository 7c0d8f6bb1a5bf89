/// NVRTC accepts the generated CUDA C without warnings, for three generations of GPUs.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/runtime/cuda/nvrtc.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;

class TstCudaCCompiles : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void samples();
    void tracedKernels();
    void kernelsBeforeLowerIntrin();
    void goldenCases();
    void nvccAgrees();
    void whatIsWrongIsReported();

private:
    void compileAll(const std::vector<testing::DeviceModule>& modules, const QStringList& archs);
    std::optional<Nvrtc> m_nvrtc;
    QStringList m_archs;
};

void TstCudaCCompiles::initTestCase()
{
    const Result<Nvrtc> nvrtc = Nvrtc::open();
    if (!nvrtc)
        QSKIP(nvrtc.diagnostics().front().message.c_str());
    m_nvrtc = *nvrtc;
    if (m_nvrtc->includeFolder().empty())
        QSKIP("the headers of the CUDA toolkit are not beside NVRTC");
    for (const char* arch : {"sm_80", "sm_90", "sm_100"}) {
        const std::vector<std::string> known = m_nvrtc->archs();
        if (std::find(known.begin(), known.end(), arch) != known.end())
            m_archs.append(arch);
    }
    qInfo("NVRTC %s for %s", m_nvrtc->version().c_str(), qPrintable(m_archs.join(", ")));
}

void TstCudaCCompiles::compileAll(const std::vector<testing::DeviceModule>& modules, const QStringList& archs)
{
    int count = 0;
    QStringList complaints;
    for (const testing::DeviceModule& device : modules) {
        for (const QString& arch : archs) {
            const Result<Artifact> code = generateCudaC(*device.module.module, {.arch = arch.toStdString()});
            const QString refusals = testing::inWords(code.diagnostics());
            const bool hasNoKernel = !code && code.diagnostics().front().code == "no-device-code";
            if (hasNoKernel || (!code && refusals.contains(" or later, not " + arch)))
                continue;
            if (!code) {
                complaints.append(device.name + ": " + refusals);
                break;
            }
            const Result<NvrtcOutput> output = m_nvrtc->compile(code->content, arch.toStdString());
            QVERIFY2(output.hasValue(), qPrintable(testing::inWords(output.diagnostics())));
            ++count;
            if (output->cubin.empty() || !output->log.empty())
                complaints.append(device.name + " for " + arch + ":\n" + QString::fromStdString(output->log));
        }
    }
    qInfo("%d of %d compiled clean", count - int(complaints.size()), count);
    QVERIFY2(complaints.isEmpty(), qPrintable("\n" + complaints.join("\n")));
    QVERIFY(count > 0);
}

void TstCudaCCompiles::samples()
{
    compileAll(testing::splitSamples(), m_archs);
}

void TstCudaCCompiles::tracedKernels()
{
    TIR_SKIP_WITHOUT_CORPUS();
    compileAll(testing::tracedKernels(), m_archs);
}

/// The result of `split`: division with rounding, mathematical functions by their TIR names.
void TstCudaCCompiles::kernelsBeforeLowerIntrin()
{
    TIR_SKIP_WITHOUT_CORPUS();
    compileAll(testing::tracedKernels(testing::TraceStage::BeforeLowerIntrin), {"sm_90"});
}

void TstCudaCCompiles::goldenCases()
{
    compileAll(testing::goldenModules(), m_archs);
}

/// The other compiler, with a host compiler: slower, so on a few.
void TstCudaCCompiles::nvccAgrees()
{
    const QString compiler =
        QDir(QString::fromStdString(m_nvrtc->includeFolder())).filePath("../../../bin/nvcc");
    const QString nvcc = QFile::exists(compiler) ? compiler : QStringLiteral("/usr/local/cuda/bin/nvcc");
    if (!QFile::exists(nvcc))
        QSKIP("nvcc is not beside NVRTC");
    const QTemporaryDir folder;
    int count = 0;
    for (const testing::DeviceModule& device : testing::goldenModules()) {
        if (device.name != "vector_half" && device.name != "vector_float" && device.name != "copy_async")
            continue;
        const QString path = folder.filePath(device.name + ".cu");
        const Result<Artifact> code = generateCudaC(*device.module.module, {});
        QVERIFY(code.hasValue());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(code->content));
        file.close();
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(nvcc, {"-cubin", "-arch=sm_90", "-o", path + ".cubin", path});
        QVERIFY(process.waitForFinished(tir::testing::PatienceInMs));
        QCOMPARE(QString::fromUtf8(process.readAll()), QString());
        QCOMPARE(process.exitCode(), 0);
        ++count;
    }
    QCOMPARE(count, 3);
}

void TstCudaCCompiles::whatIsWrongIsReported()
{
    const Result<NvrtcOutput> output = m_nvrtc->compile("__global__ void k() { undefined(); }", "sm_90");
    QVERIFY(output.hasValue());
    QVERIFY(output->cubin.empty());
    QVERIFY(QString::fromStdString(output->log).contains("undefined"));
}

TIR_TEST(TstCudaCCompiles)
#include "tst_cuda_c_compiles.moc"
