/// ptxas accepts the PTX of the kernels of the corpus.

#include "core/codegen/llvm_ir/nvptx.h"
#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/codegen/toolkit/ptxas.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// The totals of a run over many modules.
struct Figures {
    int modules = 0;
    int kernels = 0;
    std::map<std::string, int> refusals;
    QStringList failures;

    void add(const QString& name, const std::string& text, const char* arch)
    {
        const auto parsed = parseModule(SourceText(name.toStdString(), text));
        if (!parsed) {
            failures.append(name + ": does not parse");
            return;
        }
        const auto program = emitPtx(*parsed->module.module, {.arch = arch});
        if (!program) {
            for (const Diagnostic& diagnostic : program.diagnostics())
                ++refusals[diagnostic.message];
            return;
        }
        ++modules;
        const auto assembled = assemblePtx(program->text.text, arch);
        if (!assembled) {
            failures.append(name + ": " + inWords(assembled.diagnostics()));
            return;
        }
        kernels += int(assembled->resources.size());
        if (assembled->resources.size() != program->kernels.size())
            failures.append(name + ": ptxas reports on other kernels than there are");
    }

    void tell(const char* arch) const
    {
        qInfo("%s: ptxas accepts %d kernels of %d modules", arch, kernels, modules);
        for (const auto& [message, count] : refusals)
            qInfo("  refused %d times: %s", count, message.c_str());
    }
};

/// Has a kernel of 90,000 instructions, which takes as long as all others together: it is assembled for one GPU.
constexpr const char* LongTrace = "cpu_gemv_blockized_gemv_e37ba38d.s_tir.json";

void addArchRows()
{
    QTest::addColumn<QString>("arch");
    QTest::newRow("sm_80") << "sm_80";
    QTest::newRow("sm_90") << "sm_90";
}

} // namespace

#define TIR_SKIP_WITHOUT_PTXAS()                                     \
    do {                                                             \
        if (!findCudaTool("ptxas") || !findLibdevice())              \
            QSKIP("no ptxas or no libdevice found on this machine"); \
    } while (false)

class TestNvptxCorpus : public QObject {
    Q_OBJECT

private slots:
    void tracesOfTheCorpus_data() { addArchRows(); }
    void tracesOfTheCorpus()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        TIR_SKIP_WITHOUT_PTXAS();
        QFETCH(QString, arch);
        Figures figures;
        const bool isNewest = arch == "sm_90";
        for (const QString& path : filesBelow(*corpusFolder() + "/traces", {"*.s_tir.json"})) {
            if (!isNewest && path.endsWith(LongTrace))
                continue;
            const QJsonObject trace = readJson(path);
            const QJsonArray steps = trace["steps"].toArray();
            if (steps.isEmpty() || !steps.last()["pass"].toString().endsWith("LowerIntrin"))
                continue;
            const int after = steps.last()["after"].toInt();
            figures.add(QFileInfo(path).fileName(), trace["texts"].toArray()[after].toString().toStdString(),
                        arch.toUtf8());
        }
        figures.tell(arch.toUtf8());
        QVERIFY2(figures.failures.isEmpty(), qPrintable(figures.failures.join('\n')));
        QVERIFY(figures.kernels >= (isNewest ? 22 : 21));
    }

    void splitModulesOfTheCorpus_data() { addArchRows(); }
    void splitModulesOfTheCorpus()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        TIR_SKIP_WITHOUT_PTXAS();
        QFETCH(QString, arch);
        Figures figures;
        int number = 0;
        for (const QString& path : filesBelow(*corpusFolder() + "/split", {"*.new.json"})) {
            const QJsonObject trace = readJson(path);
            const QJsonArray steps = trace["steps"].toArray();
            if (trace["error"].isObject() || steps.isEmpty() || ++number % 20 != 0)
                continue;
            const int after = steps.last()["after"].toInt();
            figures.add(QFileInfo(path).fileName(), trace["texts"].toArray()[after].toString().toStdString(),
                        arch.toUtf8());
        }
        figures.tell(arch.toUtf8());
        QVERIFY2(figures.failures.isEmpty(), qPrintable(figures.failures.join('\n')));
        QVERIFY(figures.kernels >= 16);
    }
};

TIR_TEST(TestNvptxCorpus)
#include "tst_nvptx_corpus.moc"
