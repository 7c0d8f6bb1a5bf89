/// Shared memory against the limit of the target: in the liveness of a launch, and as a warning of the verifier.

#include "core/analysis/shared_memory_liveness.h"
#include "core/analysis/verify/verifier.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

constexpr int KiB = 1024;

/// One launch with a buffer of bytes for every size that is not 0.
QString kernel(const QString& target, const QList<int>& staticSizes, const QList<int>& dynamicSizes)
{
    QString text = QStringLiteral("@T.prim_func(s_tir=True)\n"
                                  "def main(X: T.Buffer((64,), \"uint8\")):\n");
    if (!target.isEmpty())
        text += QStringLiteral("    T.func_attr({\"target\": T.target(%1)})\n").arg(target);
    text += QStringLiteral("    with T.launch_thread(\"threadIdx.x\", 64) as tx:\n");
    QString stores;
    int number = 0;
    const auto add = [&](int size, const char* scope) {
        text += QStringLiteral("        b%1 = T.alloc_buffer((%2,), \"uint8\", scope=\"%3\")\n")
                    .arg(number)
                    .arg(size)
                    .arg(QLatin1String(scope));
        stores += QStringLiteral("        b%1[tx] = X[tx]\n").arg(number++);
    };
    for (const int size : staticSizes)
        add(size, "shared");
    for (const int size : dynamicSizes)
        add(size, "shared.dyn");
    return text + stores;
}

QString cuda(const char* arch, bool isKernel = false)
{
    return QStringLiteral(R"({"kind": "cuda", "arch": "%1"%2})")
        .arg(QLatin1String(arch), isKernel ? QString() : QStringLiteral(R"(, "host": {"kind": "llvm"})"));
}

} // namespace

class TestSharedMemoryLimit : public QObject {
    Q_OBJECT

private slots:
    void launches_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isOver");     ///< as it is allocated
        QTest::addColumn<QString>("warning"); ///< of the verifier, which allows for a later merge
        const auto row = [](const char* name, const QString& text, bool isOver, const char* warning) {
            QTest::newRow(name) << text << isOver << QString::fromLatin1(warning);
        };
        row("no target", kernel({}, {}, {240 * KiB}), false, "");
        row("unknown architecture", kernel(cuda("sm_3000"), {}, {240 * KiB}), false, "");
        row("all of it", kernel(cuda("sm_90"), {}, {227 * KiB}), false, "");
        row("a byte more", kernel(cuda("sm_90"), {}, {227 * KiB + 1}), true,
            "the launch takes 232449 bytes of shared memory, but a block has at most 232448 on sm_90");
        row("a suffix changes nothing", kernel(cuda("sm_90a"), {}, {240 * KiB}), true,
            "the launch takes 245760 bytes of shared memory, but a block has at most 232448 on sm_90");
        row("another architecture", kernel(cuda("sm_80"), {}, {200 * KiB}), true,
            "the launch takes 204800 bytes of shared memory, but a block has at most 166912 on sm_80");
        row("all that may be declared", kernel(cuda("sm_90"), {48 * KiB}, {}), false, "");
        row("more than may be declared", kernel(cuda("sm_90"), {48 * KiB + 4}, {}), true,
            "the launch takes 49156 bytes of static shared memory, but a kernel may declare at most 49152 on "
            "sm_90; dynamic ones (shared.dyn) are granted up to 232448");
        row("static and dynamic", kernel(cuda("sm_90"), {40 * KiB}, {187 * KiB}), false, "");
        row("buffers that a merge may lay over each other", kernel(cuda("sm_90"), {}, {120 * KiB, 120 * KiB}),
            true, "");
        row("the same in a kernel", kernel(cuda("sm_90", true), {}, {120 * KiB, 120 * KiB}), true,
            "the launch takes 245760 bytes of shared memory, but a block has at most 232448 on sm_90");
        row("static and dynamic in a kernel", kernel(cuda("sm_90", true), {40 * KiB}, {188 * KiB}), true,
            "the launch takes 233472 bytes of shared memory, but a block has at most 232448 on sm_90");
        row("another device",
            kernel(QStringLiteral(R"({"kind": "rocm", "max_shared_memory_per_block": 65536})"), {70 * KiB},
                   {}),
            true, "the launch takes 71680 bytes of shared memory, but a block has at most 65536 on rocm");
    }

    void launches()
    {
        QFETCH(QString, text);
        QFETCH(bool, isOver);
        const testing::Program program(text);
        const std::vector<LaunchLiveness> launches = sharedMemoryLiveness(program.module());
        QCOMPARE(launches.size(), size_t(1));
        QCOMPARE(launches[0].isOverLimit(), isOver);
        QString warning;
        for (const Diagnostic& diagnostic : verify(program.module()))
            if (diagnostic.code == "shared-memory-limit") {
                QVERIFY(warning.isEmpty());
                QVERIFY(diagnostic.severity == Severity::Warning);
                QVERIFY(program.line(diagnostic.place) > 3);
                warning = QString::fromStdString(diagnostic.message);
            }
        QTEST(warning, "warning");
        QCOMPARE(launches[0].isFinallyOverLimit(), !warning.isEmpty());
    }
};

TIR_TEST(TestSharedMemoryLimit)
#include "tst_shared_memory_limit.moc"
