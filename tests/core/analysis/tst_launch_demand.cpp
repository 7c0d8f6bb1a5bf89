/// The resources that the launches of a module request: threads, and static and dynamic shared memory.

#include "core/analysis/launch_demand.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TestLaunchDemand : public QObject {
    Q_OBJECT
private slots:
    void everyLaunchHasItsOwn()
    {
        const testing::Program program(QStringLiteral(R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((128,), "float32"), n: T.int32):
    with T.launch_thread("blockIdx.x", 4) as bx:
        ty = T.launch_thread("threadIdx.y", 2)
        tx = T.launch_thread("threadIdx.x", 64)
        A = T.alloc_buffer((64,), "float32", scope="shared")
        B = T.alloc_buffer((16,), "float32", scope="shared.dyn")
        A[tx] = X[tx]
        B[0] = A[tx]
        X[tx] = B[0]
    with T.launch_thread("threadIdx.x", n) as tx:
        X[tx] = T.float32(0)
)"));
        QStringList rows;
        for (const LaunchDemand& launch : launchDemands(program.module()))
            rows.append(QStringLiteral("%1: %2 threads, %3 + %4 bytes")
                            .arg(QString::fromStdString(launch.label))
                            .arg(launch.threads)
                            .arg(launch.staticBytes)
                            .arg(launch.dynamicBytes));
        QCOMPARE(rows, (QStringList{"main, launch 1: 128 threads, 256 + 64 bytes",
                                    "main, launch 2: -1 threads, 0 + 0 bytes"}));
    }
};

TIR_TEST(TestLaunchDemand)
#include "tst_launch_demand.moc"
