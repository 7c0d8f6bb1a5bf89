/// The structural diff of passes: of every changed step of the samples in all pipelines, of the golden cases, and of
/// the steps that TVM recorded.

#include "passes/pipelines.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/structural_diff_check.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// The class of a golden file with this name, as a separate text.
std::string goldenModule(const std::string& text, const std::string& name)
{
    const std::string head = "@I.ir_module\nclass " + name + ":";
    const size_t begin = text.find(head);
    if (begin == std::string::npos)
        return {};
    return text.substr(begin, text.find("\n@I.ir_module", begin + 1) - begin);
}

} // namespace

class TestStructuralSteps : public QObject {
    Q_OBJECT

private slots:
    /// Under sanitizers one pipeline in eight for each sample: all of them take more than five minutes there.
    void samplesInAllPipelines()
    {
#ifdef TIR_IS_SANITIZED
        constexpr size_t Every = 8;
#else
        constexpr size_t Every = 1;
#endif
        int compared = 0;
        size_t runs = 0;
        for (const QString& path : filesBelow(sourcePath("samples"), {"*.py"})) {
            const OpenedProgram program = openFile(path.toStdString());
            QVERIFY2(program.isOpen(), qPrintable(path));
            for (const Pipeline& pipeline : allPipelines()) {
                if (runs++ % Every != 0)
                    continue;
                const auto recording = record(program, {.pipeline = pipeline.name});
                if (!recording)
                    continue;
                for (const Step& step : (*recording)->steps) {
                    if (step.after == step.before)
                        continue;
                    ++compared;
                    const std::string failure = structuralDiffFailure(*step.before, *step.after);
                    QVERIFY2(failure.empty(), (path.toStdString() + " " + pipeline.name + " " +
                                               toString(step.pass) + ": " + failure)
                                                  .c_str());
                }
            }
        }
        QVERIFY2(compared >= int(32000 / Every), qPrintable(QString::number(compared)));
        qInfo("%d steps", compared);
    }

    /// The classes of a golden file are read from text: they share no nodes.
    void goldenCases()
    {
        int compared = 0;
        for (const QString& path : filesBelow(sourcePath("tests/golden/pass"), {"*.py"})) {
            const std::string text = readFile(path).value_or("");
            const OpenedProgram before = openText("before.py", goldenModule(text, "Before"));
            const OpenedProgram after = openText("after.py", goldenModule(text, "Expected"));
            if (!before.isOpen() || !after.isOpen())
                continue;
            ++compared;
            const std::string failure = structuralDiffFailure(before.module(), after.module());
            QVERIFY2(failure.empty(), (path.toStdString() + ": " + failure).c_str());
        }
        QVERIFY2(compared >= 557, qPrintable(QString::number(compared)));
        qInfo("%d cases", compared);
    }

    void stepsOfTvm_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("least");
        QTest::newRow("split") << "split" << 1433;
        QTest::newRow("merge") << "merge" << 295;
        QTest::newRow("scheduled") << "scheduled" << 2656;
        QTest::newRow("traces") << "traces" << 1202;
    }

    void stepsOfTvm()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(int, least);
        int compared = 0;
        for (const QString& path : filesBelow(*corpusFolder() + "/" + folder, {"*.json"})) {
            const QJsonObject trace =
                QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
            std::optional<OpenedProgram> before;
            for (const QJsonValue& text : trace["texts"].toArray()) {
                OpenedProgram after = openText("after.py", text.toString().toStdString());
                if (!after.isOpen())
                    continue;
                if (before) {
                    ++compared;
                    const std::string failure = structuralDiffFailure(before->module(), after.module());
                    QVERIFY2(failure.empty(), (path.toStdString() + ": " + failure).c_str());
                }
                before = std::move(after);
            }
        }
        qInfo("%d steps", compared);
        QVERIFY2(compared >= least, qPrintable(QString::number(compared)));
    }

    void casesOfTvm()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        int compared = 0;
        for (const QString& path : filesBelow(*corpusFolder() + "/passes", {"before.py"})) {
            const OpenedProgram before = openFile(path.toStdString());
            const OpenedProgram after = openFile((QFileInfo(path).path() + "/after.py").toStdString());
            if (!before.isOpen() || !after.isOpen())
                continue;
            ++compared;
            const std::string failure = structuralDiffFailure(before.module(), after.module());
            QVERIFY2(failure.empty(), (path.toStdString() + ": " + failure).c_str());
        }
        qInfo("%d cases", compared);
        QVERIFY2(compared >= 1129, qPrintable(QString::number(compared)));
    }
};

TIR_TEST(TestStructuralSteps)
#include "tst_structural_steps.moc"
