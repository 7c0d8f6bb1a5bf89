/// NVRTC accepts the generated CUDA C without warnings, for three generations of GPUs.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/runtime/cuda/nvrtc.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace tir;

namespace {

/// A kernel for each name.
OwnedModule kernelsNamed(const std::vector<std::string>& names)
{
    std::string text = "@I.ir_module\nclass Module:\n";
    for (size_t number = 0; number < names.size(); ++number)
        text += "    @T.prim_func(s_tir=True)\n    def k" + std::to_string(number) +
                "(A: T.handle(\"float32\")):\n"
                "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"" +
                names[number] +
                "\", \"target\": T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"}), \"tirx.noalias\": "
                "True})\n        A_1 = T.decl_buffer((64,), data=A)\n        A_1[0] = T.float32(1)\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("names.py", text));
    if (!parsed)
        qFatal("%s", parsed.diagnostics().front().message.c_str());
    return parsed->module;
}

} // namespace

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
    void namesOfHeaders();
    void namesOfMacrosForVariables();

private:
    /// `least`: how many modules compile for an architecture.
    void compileAll(const std::vector<testing::DeviceModule>& modules, const QStringList& archs, int least);
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

void TstCudaCCompiles::compileAll(const std::vector<testing::DeviceModule>& modules, const QStringList& archs,
                                  int least)
{
    int count = 0;
    QStringList notCompiled;
    QStringList complaints;
    for (const testing::DeviceModule& device : modules) {
        for (const QString& arch : archs) {
            const Result<Artifact> code =
                generateCudaC(*device.module.module,
                              {.arch = arch.toStdString(), .isSound = device.name.endsWith("_sound")});
            const QString refusals = testing::inWords(code.diagnostics());
            const bool hasNoKernel = !code && code.diagnostics().front().code == "no-device-code";
            if (hasNoKernel || (!code && refusals.contains(" or later, not " + arch))) {
                notCompiled.append(device.name + " for " + arch + ": " + refusals);
                continue;
            }
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
    if (!notCompiled.isEmpty())
        qInfo("not compiled:\n%s", qPrintable(notCompiled.join('\n')));
    QVERIFY2(complaints.isEmpty(), qPrintable("\n" + complaints.join("\n")));
    QVERIFY(count >= least * int(archs.size()));
}

void TstCudaCCompiles::samples()
{
    compileAll(testing::splitSamples(), m_archs, 35);
}

void TstCudaCCompiles::tracedKernels()
{
    TIR_SKIP_WITHOUT_CORPUS();
    compileAll(testing::tracedKernels(), m_archs, 18);
}

/// The result of `split`: division with rounding, mathematical functions by their TIR names.
void TstCudaCCompiles::kernelsBeforeLowerIntrin()
{
    TIR_SKIP_WITHOUT_CORPUS();
    compileAll(testing::tracedKernels(testing::TraceStage::BeforeLowerIntrin), {"sm_90"}, 18);
}

void TstCudaCCompiles::goldenCases()
{
    compileAll(testing::goldenModules(), m_archs, 59);
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

/// Each kernel with a name that the headers of nvcc contain compiles, or its name is rejected.
void TstCudaCCompiles::namesOfHeaders()
{
    const std::optional<std::string> nvcc = findCudaTool("nvcc");
    if (!nvcc)
        QSKIP("nvcc not found: install the CUDA toolkit or set CUDA_HOME");
    const QTemporaryDir folder;
    QFile file(folder.filePath("headers.cu"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "#include <cstdint>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <math_constants.h>\n");
    file.close();
    QByteArray headers;
    for (const QStringList& options : {QStringList(), QStringList{"-Xcompiler", "-dM"}}) {
        QProcess process;
        process.start(QString::fromStdString(*nvcc), QStringList{"-E", file.fileName()} + options);
        QVERIFY(process.waitForFinished(testing::PatienceInMs));
        QCOMPARE(process.exitCode(), 0);
        headers += process.readAllStandardOutput();
    }
    static const QRegularExpression Name(QStringLiteral(R"("[^"\n]*"|\b[A-Za-z]\w*\b)"));
    std::set<std::string> names = {"main"};
    for (auto all = Name.globalMatch(QString::fromUtf8(headers)); all.hasNext();)
        if (const QString name = all.next().captured(); !name.startsWith('"'))
            names.insert(name.toStdString());
    QVERIFY(names.size() > 2000);
    const Result<Artifact> refused = generateCudaC(*kernelsNamed({names.begin(), names.end()}).module, {});
    QVERIFY(!refused);
    QStringList quoted;
    for (const Diagnostic& refusal : refused.diagnostics())
        quoted.append(QString::fromStdString(refusal.message).section('\'', 1, 1));
    for (const char* name : {"main", "INFINITY", "NAN", "M_PI", "INT_MAX", "div", "time", "random", "select",
                             "stdout", "signgam", "gamma", "cudaMalloc", "expl", "if"})
        QVERIFY2(quoted.contains(name), name);
    for (const char* name : {"cudaless", "cuda_copy", "matmul", "scale", "M", "MAX", "divide", "main_kernel"})
        QVERIFY2(generateCudaC(*kernelsNamed({name}).module, {}), name);
    for (const QString& name : quoted)
        names.erase(name.toStdString());
    QVERIFY(names.size() > 500);
    const Result<Artifact> code = generateCudaC(*kernelsNamed({names.begin(), names.end()}).module, {});
    QVERIFY2(code, qPrintable(testing::inWords(code.diagnostics())));
    const Result<NvrtcOutput> byNvrtc = m_nvrtc->compile(code->content, "sm_90");
    QVERIFY(byNvrtc.hasValue());
    QVERIFY2(!byNvrtc->cubin.empty(), byNvrtc->log.c_str());
    const Result<Nvcc> compiler = Nvcc::find();
    QVERIFY(compiler.hasValue());
    const Result<NvrtcOutput> byNvcc = compiler->compile(code->content, "sm_90");
    QVERIFY(byNvcc.hasValue());
    QVERIFY2(!byNvcc->cubin.empty(), byNvcc->log.substr(0, 4000).c_str());
}

/// Parameters and variables get other names.
void TstCudaCCompiles::namesOfMacrosForVariables()
{
    const Result<Nvcc> nvcc = Nvcc::find();
    if (!nvcc)
        QSKIP(nvcc.diagnostics().front().message.c_str());
    const Result<ParsedModule> parsed = parseModule(SourceText(
        "test.py", "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n"
                   "    def k(NULL: T.handle(\"float32\"), INFINITY: T.int32, time: T.int32):\n"
                   "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"k\", \"target\": "
                   "T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"}), \"tirx.noalias\": True})\n"
                   "        A = T.decl_buffer((64,), data=NULL)\n"
                   "        for M_PI in range(INFINITY):\n"
                   "            A[M_PI] = T.Cast(\"float32\", M_PI + time)\n"));
    QVERIFY2(parsed, qPrintable(testing::inWords(parsed.diagnostics())));
    const Result<Artifact> code = generateCudaC(*parsed->module.module, {});
    QVERIFY2(code, qPrintable(testing::inWords(code.diagnostics())));
    const Result<NvrtcOutput> output = nvcc->compile(code->content, "sm_90");
    QVERIFY(output.hasValue());
    QVERIFY2(!output->cubin.empty(), output->log.c_str());
}

TIR_TEST(TstCudaCCompiles)
#include "tst_cuda_c_compiles.moc"
