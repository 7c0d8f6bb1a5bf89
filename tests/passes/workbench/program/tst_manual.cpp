/// The manual: every page has a heading and links that lead somewhere, and the first one lists all of them.

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

TIR_TEST(TstManual)
#include "tst_manual.moc"
