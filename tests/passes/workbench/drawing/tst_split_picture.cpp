/// The kernels that SplitHostDevice splits off, as data and as a picture.

#include "passes/workbench/drawing/svg.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QXmlStreamReader>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

std::shared_ptr<const Recording> run(const QString& sample, const std::string& pipeline = "split")
{
    const OpenedProgram program = openFile(sourcePath("samples/" + sample).toStdString());
    const auto recording = record(program, {.pipeline = pipeline});
    return recording ? *recording : nullptr;
}

std::vector<SplitKernel> kernelsOf(const Recording& recording, const std::string& pass)
{
    for (const Step& step : recording.steps)
        if (step.pass.name == pass)
            return splitKernels(*step.before, *step.after, step.notes.list());
    return {};
}

QString asText(const std::vector<SplitKernel>& kernels)
{
    QString text;
    for (const SplitKernel& kernel : kernels) {
        text += QString("%1 -> %2, %3\n")
                    .arg(QString::fromStdString(kernel.host), QString::fromStdString(kernel.name),
                         QString::fromStdString(kernel.shape));
        for (const CapturedValue& value : kernel.values)
            text += QString("  %1 -> %2: %3%4\n")
                        .arg(QString::fromStdString(value.argument), QString::fromStdString(value.parameter),
                             QString::fromStdString(value.type), value.reason.empty() ? "" : " because");
    }
    return text;
}

} // namespace

class TestSplitPicture : public QObject {
    Q_OBJECT
private slots:
    void otherStepsSplitNothingOff()
    {
        const auto recording = run("two_kernels.py");
        QVERIFY(recording);
        QVERIFY(kernelsOf(*recording, "BindTarget").empty());
        QVERIFY(kernelsOf(*recording, "LowerDeviceKernelLaunch").empty());
        QVERIFY(drawSplit({}, lightPalette()).svg.find("splits nothing off") != std::string::npos);
    }

    void everyLaunchHasItsValues_data()
    {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("expected");
        const QString pointer = "handle(\"%1\", \"global\") because\n";
        QTest::newRow("two launches")
            << "two_kernels.py"
            << QString("main -> main_kernel, 1 × 128, 1,024 bytes\n  X.data -> X_ptr: %1  Y.data -> Y_ptr: %1"
                       "main -> main_kernel_1, 1 × 64, 512 bytes\n  Y.data -> Y_ptr: %1  Z.data -> Z_ptr: %1")
                   .arg(pointer.arg("float32"));
        QTest::newRow("a size that the host computes")
            << "shared_helper.py"
            << QString("main -> main_kernel, blocks × 32\n  X.data -> X_ptr: %1  Y.data -> Y_ptr: %1"
                       "  blocks -> blocks: int32 because\n")
                   .arg(pointer.arg("int32"));
    }

    void everyLaunchHasItsValues()
    {
        QFETCH(QString, sample);
        const auto recording = run(sample);
        QVERIFY(recording);
        QTEST(asText(kernelsOf(*recording, "SplitHostDevice")), "expected");
    }

    void thePictureNamesThem()
    {
        const auto recording = run("shared_helper.py");
        QVERIFY(recording);
        const std::string svg = drawSplit(kernelsOf(*recording, "SplitHostDevice"), darkPalette()).svg;
        QXmlStreamReader xml(QString::fromStdString(svg));
        QStringList words;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text")
                words << xml.readElementText();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        for (const char* word :
             {"main", "host function", "launch of main_kernel", "main_kernel", "launch blocks × 32", "X.data",
              "X_ptr", "blocks", "the extent of a launch depends on it"})
            QVERIFY2(words.contains(QString::fromUtf8(word)), qPrintable(words.join('|')));
    }

    /// In a narrow picture they take more lines.
    void reasonsAreComplete()
    {
        const auto recording = run("two_kernels.py");
        QVERIFY(recording);
        const std::vector<SplitKernel> kernels = kernelsOf(*recording, "SplitHostDevice");
        for (const double width : {LeastSplitWidth, 700.0, MostSplitWidth}) {
            const SplitPicture picture = drawSplit(kernels, lightPalette(), width);
            QXmlStreamReader xml(QString::fromStdString(picture.svg));
            QStringList words;
            while (!xml.atEnd())
                if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text")
                    words << xml.readElementText();
            const QString all = words.join(' ');
            QVERIFY2(!all.contains(QStringLiteral("…")), qPrintable(all));
            for (const SplitKernel& kernel : kernels)
                for (const CapturedValue& value : kernel.values) {
                    QString reason = QString::fromStdString(value.reason);
                    reason.remove(QStringLiteral("the region "));
                    QVERIFY2(all.contains(reason), qPrintable(all));
                }
        }
    }
};

TIR_TEST(TestSplitPicture)
#include "tst_split_picture.moc"
