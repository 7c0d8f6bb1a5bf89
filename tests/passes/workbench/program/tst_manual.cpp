/// The manual: every page has a heading and links that lead somewhere, and the first one lists all of them.

#include "core/ir/module.h"
#include "core/ir/op.h"
#include "passes/framework/registry.h"
#include "passes/workbench/program/manual.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstManual : public QObject {
    Q_OBJECT

private slots:
    void pagesAreComplete_data();
    void pagesAreComplete();
    void linksLeadSomewhere_data() { pagesAreComplete_data(); }
    void linksLeadSomewhere();
    void everyPassHasACard();
    void namesAreFoundInAnyCase();
    void everyOperationIsExplained();
    void everyAttributeIsExplained();
};

void TstManual::pagesAreComplete_data()
{
    QTest::addColumn<QString>("path");
    for (const QString& path : filesBelow(sourcePath("resources/manual"), {"*.md"}))
        QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
}

void TstManual::pagesAreComplete()
{
    QFETCH(const QString, path);
    const QString name = QFileInfo(path).baseName();
    const ManualPage* page = findManualPage(name.toStdString());
    QVERIFY2(page, "the page is missing in passes/CMakeLists.txt");
    QCOMPARE(std::string(page->text), *readFile(path));
    QVERIFY(page->text.starts_with("# " + std::string(page->title) + "\n\n"));
    const std::string_view index = manualPages().front().text;
    QVERIFY(name == "index" || index.find("(" + name.toStdString() + ".md)") != std::string_view::npos);
}

void TstManual::linksLeadSomewhere()
{
    QFETCH(const QString, path);
    static const QRegularExpression link(R"(\]\(([^)]+)\))");
    auto links = link.globalMatch(QString::fromStdString(*readFile(path)));
    while (links.hasNext()) {
        const QString target = links.next().captured(1);
        QVERIFY2(QFileInfo::exists(QFileInfo(path).absolutePath() + "/" + target), qPrintable(target));
    }
}

void TstManual::everyPassHasACard()
{
    for (const PassInfo& pass : allPasses()) {
        const ManualPage* card = findManualPage(pass.name);
        QVERIFY2(card, std::string(pass.name).c_str());
        QCOMPARE(card->title, pass.name);
    }
}

void TstManual::namesAreFoundInAnyCase()
{
    QCOMPARE(findManualPage("splithostdevice"), findManualPage("SplitHostDevice"));
    QVERIFY(findManualPage("splithostdevice"));
    QVERIFY(!findManualPage(""));
    QVERIFY(!findManualPage("split"));
}

/// Those that a program can spell.
void TstManual::everyOperationIsExplained()
{
    int explained = 0;
    for (const Op& op : allOps()) {
        if (op.printedName == op.name)
            continue;
        const std::string spelling = "T." + std::string(op.printedName);
        QVERIFY2(!glossaryEntry(spelling).empty(), spelling.c_str());
        QCOMPARE(glossaryEntry(op.printedName), glossaryEntry(spelling));
        ++explained;
    }
    QVERIFY2(explained > 350, qPrintable(QString::number(explained)));
    QVERIFY(QString::fromStdString(glossaryEntry("exp")).endsWith("; `T.exp(x)`"));
    QCOMPARE(glossaryEntry("ptx_ldmatrix"), glossaryEntry("ptx.ldmatrix"));
    QVERIFY(glossaryEntry("no_operation").empty());
}

void TstManual::everyAttributeIsExplained()
{
    for (const std::string_view key :
         {attr::GlobalSymbol, attr::Target, attr::CallingConv, attr::STir, attr::IsEntryFunc,
          attr::IsGlobalFunc, attr::IsHostFunc, attr::NoAlias, attr::KernelLaunchParams,
          attr::PersistentKernel, attr::EntryClusterSync, attr::NumInputs, attr::Volatile, attr::ThreadExtent,
          attr::VirtualThread, attr::DeviceScope, attr::ComputeScope, attr::UseDynSharedMemory})
        QVERIFY2(!glossaryEntry(key).empty(), std::string(key).c_str());
    for (const char* axis : {"threadIdx.x", "blockIdx.z", "clusterCtaIdx.y"})
        QVERIFY2(!glossaryEntry(axis).empty(), axis);
}

TIR_TEST(TstManual)
#include "tst_manual.moc"
