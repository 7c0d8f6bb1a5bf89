/// What the CUDA C generator writes is taken by NVRTC without a word, for three generations of GPUs.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/runtime/nvrtc.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/test_files.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace tir;

class TstCudaCCompiles : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void samples();
    void tracedKernels();
    void whatIsWrongIsReported();

private:
    void compileAll(const std::vector<testing::DeviceModule>& modules);
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

void TstCudaCCompiles::compileAll(const std::vector<testing::DeviceModule>& modules)
{
    QElapsedTimer timer;
    timer.start();
    int count = 0;
    QStringList complaints;
    for (const testing::DeviceModule& device : modules) {
        const Result<Artifact> code = generateCudaC(*device.module.module, {});
        if (!code) {
            complaints.append(device.name + ": " + testing::inWords(code.diagnostics()));
            continue;
        }
        for (const QString& arch : m_archs) {
            const Result<NvrtcOutput> output = m_nvrtc->compile(code->content, arch.toStdString());
            QVERIFY2(output.hasValue(), qPrintable(testing::inWords(output.diagnostics())));
            ++count;
            if (output->cubin.empty() || !output->log.empty())
                complaints.append(device.name + " for " + arch + ":\n" + QString::fromStdString(output->log));
        }
    }
    qInfo("%d of %d compiled clean in %lld ms", count - int(complaints.size()), count, timer.elapsed());
    QVERIFY2(complaints.isEmpty(), qPrintable("\n" + complaints.join("\n")));
    QVERIFY(count > 0);
}

void TstCudaCCompiles::samples()
{
    compileAll(testing::splitSamples());
}

void TstCudaCCompiles::tracedKernels()
{
    TIR_SKIP_WITHOUT_CORPUS();
    compileAll(testing::tracedKernels());
}

void TstCudaCCompiles::whatIsWrongIsReported()
{
    const Result<NvrtcOutput> output = m_nvrtc->compile("__global__ void k() { undefined(); }", "sm_90");
    QVERIFY(output.hasValue());
    QVERIFY(output->cubin.empty());
    QVERIFY(QString::fromStdString(output->log).contains("undefined"));
}

QTEST_APPLESS_MAIN(TstCudaCCompiles)
#include "tst_cuda_c_compiles.moc"
