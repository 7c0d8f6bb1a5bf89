/// Names of CUDA architectures: which of them exist, with which suffixes.

#include "core/support/gpu_arch.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;

class TstGpuArch : public QObject {
    Q_OBJECT

private slots:
    void names_data();
    void names();
    void listIsAscending();
};

void TstGpuArch::names_data()
{
    QTest::addColumn<int>("capability");
    QTest::addColumn<QString>("why");
    const auto known = [](const char* name, int capability) {
        QTest::newRow(name) << capability << QString();
    };
    const auto unknown = [](const char* name, const QString& why, int capability = 0) {
        QTest::newRow(*name ? name : "empty") << capability << why;
    };
    for (const char* name : {"sm_61", "sm_70", "sm_80", "sm_88", "sm_90", "sm_101", "sm_103", "sm_121"})
        known(name, QByteArray(name).mid(3).toInt());
    known("sm_90a", 90);
    for (const int number : {100, 101, 103, 110, 120, 121})
        for (const char suffix : {'a', 'f'})
            known(qPrintable(QString("sm_%1%2").arg(number).arg(QLatin1Char(suffix))), number);
    for (const char* name : {"sm_70a", "sm_80a", "sm_86f", "sm_88a", "sm_89a"})
        unknown(
            name,
            QString("there is no CUDA architecture '%1'; expected %2").arg(name, QString(name).chopped(1)));
    unknown("sm_90f", "there is no CUDA architecture 'sm_90f'; expected sm_90 or sm_90a");
    unknown("sm_999a", "there is no GPU of architecture 'sm_999a' that is known here");
    unknown("sm_999", "there is no GPU of architecture 'sm_999' that is known here", 999);
    for (const char* name : {"", "90", "sm_", "sm_foo", "sm_0", "sm_-90", "sm_90b", "sm_90aa", "sm_90 ",
                             "SM_90", "compute_90", "gfx90a", "sm_99999999999"})
        unknown(name, QString("there is no CUDA architecture '%1'; expected sm_ and a number, such as sm_90")
                          .arg(name));
}

void TstGpuArch::names()
{
    QFETCH(int, capability);
    QFETCH(QString, why);
    const QByteArray tag = QTest::currentDataTag();
    const std::string name = tag == "empty" ? std::string() : tag.toStdString();
    QCOMPARE(computeCapability(name), capability);
    QCOMPARE(QString::fromStdString(whyUnknownArch(name)), why);
    const GpuArch* arch = findGpuArch(name);
    QCOMPARE(arch != nullptr, why.isEmpty());
    if (arch)
        QCOMPARE(arch->number, capability);
}

void TstGpuArch::listIsAscending()
{
    QVERIFY(std::ranges::is_sorted(gpuArchs(), std::less<>(), &GpuArch::number));
    for (const GpuArch& arch : gpuArchs()) {
        QCOMPARE(findGpuArch("sm_" + std::to_string(arch.number)), &arch);
        QCOMPARE(arch.multiprocessor.warps > 0, arch.number >= 70);
    }
}

TIR_TEST(TstGpuArch)
#include "tst_gpu_arch.moc"
