/// Liveness as text, one line a launch and one a buffer:
///     main, launch 1: 1024 taken, 512 live, 512 waste, 4 ticks, barriers at 1
///     A float32 (128,) 512 at 0, 0-2

#include "core/analysis/shared_memory_liveness.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString asText(const std::vector<LaunchLiveness>& launches)
{
    QString text;
    for (const LaunchLiveness& launch : launches) {
        QStringList barriers;
        for (size_t i = 0; i < launch.ticks.size(); ++i)
            if (launch.ticks[i].isBarrier)
                barriers << QString::number(i);
        text += QString("%1: %2 taken, %3 live, %4 waste, %5 ticks%6%7\n")
                    .arg(QString::fromStdString(launch.label))
                    .arg(launch.takenBytes)
                    .arg(launch.peakLiveBytes)
                    .arg(launch.wasteBytes)
                    .arg(launch.ticks.size())
                    .arg(barriers.isEmpty() ? "" : ", barriers at " + barriers.join(' '))
                    .arg(launch.hasSymbolicSizes ? ", symbolic: " + QString::fromStdString(launch.takenText)
                                                 : "");
        for (const SharedBuffer& buffer : launch.buffers)
            text += QString("  %1 %2 %3 %4 at %5, %6-%7%8%9\n")
                        .arg(QString::fromStdString(buffer.name), QString::fromStdString(buffer.dtype),
                             QString::fromStdString(buffer.shape), QString::fromStdString(buffer.sizeText))
                        .arg(QString::fromStdString(buffer.offsetText))
                        .arg(buffer.firstTick)
                        .arg(buffer.lastTick)
                        .arg(buffer.isMerged ? " merged" : "", buffer.isOutOfScope ? " out of scope" : "");
    }
    return text;
}

/// A launch of 64 threads around `body`, whose lines are indented by eight.
QString launchOf(const QString& body)
{
    return "@T.prim_func(s_tir=True)\n"
           "def main(X: T.Buffer((64,), \"float32\"), n: T.int32):\n"
           "    with T.launch_thread(\"threadIdx.x\", 64) as tx:\n" +
           body;
}

} // namespace

class TestSharedMemoryLiveness : public QObject {
    Q_OBJECT
private slots:
    void launches_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");

        QTest::newRow("no launch") << "@T.prim_func(s_tir=True)\ndef main(n: T.int32):\n    T.evaluate(n)\n"
                                   << "";
        QTest::newRow("no shared memory") << launchOf("        X[tx] = T.float32(1)\n")
                                          << "main, launch 1: 0 taken, 0 live, 0 waste, 1 ticks\n";
        QTest::newRow("one after the other")
            << launchOf(R"(        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), "float16", scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared")
        X[tx] = A[63 - tx]
        B[tx] = T.float16(0)
        X[tx] = T.Cast("float32", B[tx])
)")
            << "main, launch 1: 384 taken, 256 live, 128 waste, 5 ticks, barriers at 1\n"
               "  A float32 (64,) 256 at 0, 0-2\n"
               "  B float16 (64,) 128 at 256, 3-4\n";
        QTest::newRow("allocated and never used")
            << launchOf(R"(        A = T.alloc_buffer((64,), scope="shared")
        X[tx] = T.float32(1)
)")
            << "main, launch 1: 256 taken, 0 live, 256 waste, 1 ticks\n"
               "  A float32 (64,) 256 at 0, -1--1\n";
        QTest::newRow("lanes count") << launchOf(
                                            R"(        A = T.alloc_buffer((16,), "float32x4", scope="shared")
        A[0] = T.Broadcast(T.float32(0), 4)
)")
                                     << "main, launch 1: 256 taken, 256 live, 0 waste, 1 ticks\n"
                                        "  A float32x4 (16,) 256 at 0, 0-0\n";
        QTest::newRow("a size that is not known")
            << launchOf(R"(        A = T.alloc_buffer((n,), scope="shared.dyn")
        A[tx] = X[tx]
)")
            << "main, launch 1: 0 taken, 0 live, 0 waste, 1 ticks, symbolic: n * 4\n"
               "  A float32 (n,) n * 4 at 0, 0-0\n";
        QTest::newRow("what follows a size that is not known")
            << launchOf(R"(        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((n,), scope="shared.dyn")
        C = T.alloc_buffer((n // 2 + 8,), scope="shared.dyn")
        D = T.alloc_buffer((16,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = A[tx]
        C[tx] = B[tx]
        D[0] = C[tx]
)")
            << "main, launch 1: 320 taken, 256 live, 64 waste, 4 ticks, symbolic: "
               "320 + n * 4 + (n // 2 + 8) * 4\n"
               "  A float32 (64,) 256 at 0, 0-1\n"
               "  B float32 (n,) n * 4 at 256, 1-2\n"
               "  C float32 (n // 2 + 8,) (n // 2 + 8) * 4 at 256 + n * 4, 2-3\n"
               "  D float32 (16,) 64 at 256 + n * 4 + (n // 2 + 8) * 4, 3-3\n";
        QTest::newRow("a condition that reads is a tick")
            << launchOf(R"(        A = T.alloc_buffer((64,), scope="shared")
        A[tx] = X[tx]
        if A[0] > T.float32(0):
            X[tx] = T.float32(1)
)")
            << "main, launch 1: 256 taken, 256 live, 0 waste, 3 ticks\n"
               "  A float32 (64,) 256 at 0, 0-1\n";
        QTest::newRow("a warp barrier does not hold up the block")
            << launchOf(R"(        T.tvm_storage_sync("warp")
        T.tvm_storage_sync("shared.dyn")
)") << "main, launch 1: 0 taken, 0 live, 0 waste, 2 ticks, barriers at 1\n";
    }

    void launches() { compare(); }

    void loops_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");

        // Ticks of the loop body are 1 to 3 in every program.
        const QString head = "        A = T.alloc_buffer((64,), scope=\"shared\")\n"
                             "        X[tx] = T.float32(0)\n";
        QTest::newRow("written first in every round") << launchOf(head + R"(        for k in range(4):
            X[tx] = T.float32(1)
            A[tx] = X[tx]
            X[tx] = A[63 - tx]
)") << "main, launch 1: 256 taken, 256 live, 0 waste, 4 ticks\n  A float32 (64,) 256 at 0, 2-3\n";
        QTest::newRow("read first: contents go round") << launchOf(head + R"(        for k in range(4):
            X[tx] = T.float32(1)
            X[tx] = A[tx]
            A[tx] = X[tx]
)") << "main, launch 1: 256 taken, 256 live, 0 waste, 4 ticks\n  A float32 (64,) 256 at 0, 1-3\n";
        QTest::newRow("written under a condition: contents may go round")
            << launchOf(head + R"(        for k in range(4):
            if tx < 8:
                A[tx] = X[tx]
            X[tx] = A[63 - tx]
            X[tx] = T.float32(1)
)") << "main, launch 1: 256 taken, 256 live, 0 waste, 4 ticks\n  A float32 (64,) 256 at 0, 1-3\n";
        QTest::newRow("an inner loop that may not run is a condition")
            << launchOf(head + R"(        for k in range(4):
            X[tx] = T.float32(1)
            for j in range(n):
                A[tx] = X[tx]
            X[tx] = A[63 - tx]
)") << "main, launch 1: 256 taken, 256 live, 0 waste, 4 ticks\n  A float32 (64,) 256 at 0, 1-3\n";
        QTest::newRow("allocated in the loop: fresh in every round")
            << launchOf(R"(        X[tx] = T.float32(0)
        for k in range(4):
            A = T.alloc_buffer((64,), scope="shared")
            X[tx] = T.float32(1)
            X[tx] = A[tx]
            A[tx] = X[tx]
)") << "main, launch 1: 256 taken, 256 live, 0 waste, 4 ticks\n  A float32 (64,) 256 at 0, 2-3\n";
        QTest::newRow("the outer loop carries what the inner one reads")
            << launchOf(head + R"(        for k in range(4):
            X[tx] = T.float32(1)
            for j in range(4):
                X[tx] = A[tx]
            A[tx] = X[tx]
)") << "main, launch 1: 256 taken, 256 live, 0 waste, 4 ticks\n  A float32 (64,) 256 at 0, 1-3\n";
    }

    void loops() { compare(); }

    void merged_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");

        const QString head =
            "        M = T.alloc_buffer((1024,), \"uint8\", scope=\"shared.dyn\")\n"
            "        A = T.decl_buffer((64,), data=M.data, scope=\"shared.dyn\")\n"
            "        B = T.decl_buffer((64,), \"float16\", data=M.data, scope=\"shared.dyn\")\n";
        // 128 elements of four bytes: 512. 64 elements of two bytes: 128.
        QTest::newRow("offsets are what all accesses add")
            << launchOf(head + R"(        A[tx + 128] = X[tx]
        B[tx + 64] = T.float16(0)
        X[tx] = A[63 - tx + 128] + T.Cast("float32", B[tx // 2 + 64])
)")
            << "main, launch 1: 1024 taken, 384 live, 640 waste, 3 ticks\n"
               "  A float32 (64,) 256 at 512, 0-2 merged\n"
               "  B float16 (64,) 128 at 128, 1-2 merged\n";
        QTest::newRow("an index may add a constant of its own")
            << launchOf(head + R"(        A[tx] = X[tx]
        X[tx] = A[tx // 2 + 16]
        B[tx // 2 + 32 + 256] = T.float16(0)
        B[tx + 256] = T.float16(0)
)")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 4 ticks\n"
               "  A float32 (64,) 256 at 0, 0-1 merged\n"
               "  B float16 (64,) 128 at 512, 2-3 merged\n";
        QTest::newRow("constant indices hold the shift")
            << launchOf(head + "        A[tx + 16] = X[tx]\n        X[0] = A[16] + A[20]\n")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 2 ticks\n"
               "  A float32 (64,) 256 at 64, 0-1 merged\n";
        QTest::newRow("nothing but constant indices")
            << launchOf(head + "        A[16] = X[tx]\n        X[0] = A[16] + A[20]\n")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 2 ticks\n"
               "  A float32 (64,) 256 at 64, 0-1 merged\n";
        // TVM gives the 16 vectors 64 bytes instead of 256 and shifts by lanes: the program writes at 240 * 16 bytes,
        // beyond the allocation.
        QTest::newRow("vectors placed as if they had one lane")
            << launchOf("        M = T.alloc_buffer((1024,), \"uint8\", scope=\"shared.dyn\")\n"
                        "        V = T.decl_buffer((16,), \"float32x4\", data=M.data, scope=\"shared.dyn\")\n"
                        "        V[tx + 240] = T.Broadcast(T.float32(0), 4)\n")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 1 ticks\n"
               "  V float32x4 (16,) 256 at 3840, 0-0 merged\n";
        QTest::newRow("shifts folded into the indices: the least one decides")
            << launchOf(head + "        A[tx + 96] = X[tx]\n        X[tx] = A[159 - tx]\n")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 2 ticks\n"
               "  A float32 (64,) 256 at 384, 0-1 merged\n";
        QTest::newRow("bytes in use count once")
            << launchOf(head + "        A[tx] = X[tx]\n        B[tx] = T.Cast(\"float16\", A[tx])\n        "
                               "X[tx] = T.Cast(\"float32\", B[tx])\n")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 3 ticks\n"
               "  A float32 (64,) 256 at 0, 0-1 merged\n"
               "  B float16 (64,) 128 at 0, 1-2 merged\n";
        QTest::newRow("vectors")
            << launchOf(
                   head +
                   "        A[T.Ramp(tx * 4, 1, 4) + T.Broadcast(32, 4)] = T.Broadcast(T.float32(0), 4)\n")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 1 ticks\n"
               "  A float32 (64,) 256 at 128, 0-0 merged\n";
        QTest::newRow("static memory beside the merged one")
            << launchOf(head + R"(        S = T.alloc_buffer((64,), scope="shared")
        S[tx] = X[tx]
        A[tx + 32] = S[tx]
)")
            << "main, launch 1: 1280 taken, 512 live, 768 waste, 2 ticks\n"
               "  A float32 (64,) 256 at 128, 1-1 merged\n"
               "  S float32 (64,) 256 at 1024, 0-1\n";
        QTest::newRow("an access pointer belongs to the buffer around its byte")
            << launchOf(head + R"(        A[tx + 128] = X[tx]
        X[tx] = T.float32(1)
        T.evaluate(T.call_extern("int32", "f", T.tvm_access_ptr(T.type_annotation("float32"), M.data, 130, 4, 1)))
)")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 3 ticks\n"
               "  A float32 (64,) 256 at 512, 0-2 merged\n";
        QTest::newRow("a buffer made to take an address is not a memory of its own")
            << launchOf(head + R"(        P = T.decl_buffer((131,), data=M.data, scope="shared.dyn")
        A[tx + 128] = X[tx]
        X[tx] = T.float32(1)
        T.evaluate(T.call_extern("int32", "f", T.address_of(P[130])))
)")
            << "main, launch 1: 1024 taken, 256 live, 768 waste, 3 ticks\n"
               "  A float32 (64,) 256 at 512, 0-2 merged\n";
        // The buffer that LowerIntrin makes of an access pointer, when nothing else is on the allocation.
        QTest::newRow("addresses of the allocation are its use")
            << launchOf(R"(        M = T.alloc_buffer((1024,), "uint8", scope="shared.dyn")
        X[tx] = T.float32(1)
        T.evaluate(T.call_extern("int32", "f", T.address_of(T.Buffer((tx * 2 + 1,), data=M.data, scope="shared.dyn", name="M")[tx * 2])))
)")
            << "main, launch 1: 1024 taken, 1024 live, 0 waste, 2 ticks\n"
               "  M uint8 (1024,) 1024 at 0, 1-1\n";
    }

    void merged() { compare(); }

    /// A of bytes 0 to 256 is written in statement 0, B of bytes 256 to 384 in 1; a pointer is passed on in 3.
    void pointersIntoMergedMemory_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("expected"); // when A and B are live

        const auto accessPointer = [](const char* type, const char* offset, const char* extent) {
            return QString("T.tvm_access_ptr(T.type_annotation(\"%1\"), M.data, %2, %3, 1)")
                .arg(QString(type), QString(offset), QString(extent));
        };
        QTest::newRow("in A") << accessPointer("uint8", "0", "256") << "A 0-3, B 1-1";
        QTest::newRow("in B") << accessPointer("uint8", "256", "16") << "A 0-0, B 1-3";
        QTest::newRow("in both") << accessPointer("uint8", "128", "256") << "A 0-3, B 1-3";
        QTest::newRow("in neither") << accessPointer("uint8", "384", "64") << "A 0-0, B 1-1";
        QTest::newRow("type of neither") << accessPointer("int32", "64", "8") << "A 0-0, B 1-3";
        QTest::newRow("of the thread") << accessPointer("uint8", "tx * 2 + 256", "2") << "A 0-0, B 1-3";
        QTest::newRow("swizzled") << accessPointer("uint8", "T.bitwise_xor(tx % 8, tx // 8) * 4", "4")
                                  << "A 0-3, B 1-1";
        QTest::newRow("swizzled, after LowerIntrin")
            << accessPointer("uint8", "T.shift_left(T.bitwise_and(n, 3), 5) + 256", "16") << "A 0-0, B 1-3";
        QTest::newRow("offset not known") << accessPointer("uint8", "n", "4") << "A 0-3, B 1-3";
        QTest::newRow("offset not known, of a type") << accessPointer("float16", "n", "4") << "A 0-3, B 1-3";
        QTest::newRow("extent not known") << accessPointer("uint8", "0", "n") << "A 0-3, B 1-3";
        QTest::newRow("bare pointer") << "M.data"
                                      << "A 0-3, B 1-3";
        QTest::newRow("bytes further on") << "T.handle_add_byte_offset(M.data, 256)"
                                          << "A 0-0, B 1-3";
        QTest::newRow("element whose address is taken") << "T.address_of(P[T.bitwise_and(tx, 7) + 64])"
                                                        << "A 0-0, B 1-3";
        QTest::newRow("element that is not known, whose address is taken") << "T.address_of(P[n])"
                                                                           << "A 0-3, B 1-3";
    }

    void pointersIntoMergedMemory()
    {
        QFETCH(QString, pointer);
        const testing::Program program(
            launchOf(QString(R"(        M = T.alloc_buffer((1024,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), data=M.data, scope="shared.dyn")
        B = T.decl_buffer((64,), "float16", data=M.data, scope="shared.dyn")
        P = T.decl_buffer((256,), data=M.data, scope="shared.dyn")
        A[tx] = X[tx]
        B[tx + 128] = T.float16(0)
        X[tx] = T.float32(1)
        T.evaluate(T.call_extern("int32", "f", %1))
)")
                         .arg(pointer)));
        QStringList live;
        const std::vector<LaunchLiveness> launches = sharedMemoryLiveness(program.module());
        for (const SharedBuffer& buffer : launches.front().buffers)
            live << QString("%1 %2-%3")
                        .arg(QString::fromStdString(buffer.name))
                        .arg(buffer.firstTick)
                        .arg(buffer.lastTick);
        QTEST(live.join(", "), "expected");
    }

    void loopsThatReadThroughPointers()
    {
        const testing::Program program(
            launchOf(R"(        M = T.alloc_buffer((1024,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((64,), data=M.data, scope="shared.dyn")
        A[tx] = X[tx]
        for k in range(n):
            X[tx] = T.float32(1)
            T.evaluate(T.call_extern("int32", "f", T.tvm_access_ptr(T.type_annotation("float32"), M.data, T.bitwise_xor(tx, k % 4), 1, 1)))
            X[tx] = T.float32(2)
)"));
        QCOMPARE(asText(sharedMemoryLiveness(program.module())),
                 "main, launch 1: 1024 taken, 256 live, 768 waste, 4 ticks\n"
                 "  A float32 (64,) 256 at 0, 0-3 merged\n");
    }

    void loopsAreBrackets()
    {
        const testing::Program program(launchOf(R"(        A = T.alloc_buffer((64,), scope="shared")
        for k in range(4):
            for j in T.unroll(n):
                A[tx] = X[tx]
            for l in range(0, 16, step=3):
                X[tx] = A[tx]
            for empty in range(2):
                pass
        while X[0] > T.float32(0):
            X[0] = T.float32(0)
)"));
        QString text;
        const LaunchLiveness launch = sharedMemoryLiveness(program.module()).front();
        for (const LoopBracket& loop : launch.loops)
            text += QString("%1%2 in %3 (%4), %5-%6, line %7\n")
                        .arg(QString(loop.depth, ' '), QString::fromStdString(loop.variable),
                             QString::fromStdString(loop.trips))
                        .arg(loop.tripCount)
                        .arg(loop.firstTick)
                        .arg(loop.lastTick)
                        .arg(program.line(loop.place));
        QCOMPARE(text, "k in 4 (4), 0-2, line 5\n"
                       " j in n (-1), 0-0, line 6\n"
                       " l in 6 (6), 1-1, line 8\n"
                       " empty in 2 (2), 2-2, line 10\n"
                       " in X[0] > 0 (-1), 3-3, line 12\n");
    }

    void conflicts_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("expected");
        const QString head =
            "        M = T.alloc_buffer((1024,), \"uint8\", scope=\"shared.dyn\")\n"
            "        A = T.decl_buffer((64,), data=M.data, scope=\"shared.dyn\")\n"
            "        B = T.decl_buffer((64,), data=M.data, scope=\"shared.dyn\")\n"
            "        C = T.decl_buffer((64,), \"int32\", data=M.data, scope=\"shared.dyn\")\n";
        QTest::newRow("one after the other") << head + R"(        A[tx] = X[tx]
        X[tx] = A[63 - tx]
        B[tx] = X[tx]
        X[tx] = B[63 - tx]
)"
                                             << "peak 256 at 0, bound 256";
        QTest::newRow("some bytes") << head + R"(        A[tx] = X[tx]
        X[tx] = T.float32(2)
        B[tx + 32] = X[tx]
        X[tx] = A[63 - tx] + B[tx + 32]
)"
                                    << "peak 384 at 2, bound 512; A B bytes 128-256, 2-3";
        QTest::newRow("all bytes") << head + R"(        A[tx] = X[tx]
        B[tx] = X[tx]
        X[tx] = A[63 - tx] + B[tx]
)"
                                   << "peak 256 at 0, bound 512; A B bytes 0-256, 1-2";
        QTest::newRow("views of the same bytes") << head + R"(        A[tx] = X[tx]
        C[tx] = C[tx] * 2
        X[tx] = A[63 - tx]
)"
                                                 << "peak 256 at 0, bound 256";
    }

    void conflicts()
    {
        QFETCH(QString, body);
        const testing::Program program(launchOf(body));
        const LaunchLiveness launch = sharedMemoryLiveness(program.module()).front();
        QString text = QString("peak %1 at %2, bound %3")
                           .arg(launch.peakLiveBytes)
                           .arg(launch.peakTick)
                           .arg(launch.lowerBound);
        for (const MemoryConflict& conflict : launch.conflicts)
            text += QString("; %1 %2 bytes %3-%4, %5-%6")
                        .arg(QString::fromStdString(launch.buffers[conflict.first].name),
                             QString::fromStdString(launch.buffers[conflict.second].name))
                        .arg(conflict.begin)
                        .arg(conflict.end)
                        .arg(conflict.firstTick)
                        .arg(conflict.lastTick);
        QTEST(text, "expected");
    }

    void statementsTouchBytes()
    {
        const testing::Program program(launchOf(R"(        A = T.alloc_buffer((64,), scope="shared")
        B = T.alloc_buffer((8, 8), scope="shared")
        A[tx // 2 + 16] = X[tx]
        X[tx] = A[3] + B[0, 0]
        B[n, 0] = A[n]
        T.evaluate(T.call_extern("int32", "f", T.tvm_access_ptr(T.type_annotation("float32"), A.data, 8, 4, 1)))
        T.evaluate(T.call_extern("int32", "f", T.address_of(A[8])))
)"));
        QString text;
        const LaunchLiveness launch = sharedMemoryLiveness(program.module()).front();
        for (const TouchedBytes& touched : launch.touches)
            text += QString("%1: %2 %3 %4-%5\n")
                        .arg(touched.tick)
                        .arg(touched.isWrite ? "writes" : "reads")
                        .arg(QString::fromStdString(launch.buffers[touched.buffer].name))
                        .arg(touched.begin)
                        .arg(touched.end);
        QCOMPARE(text, "0: writes A 64-192\n"
                       "1: reads A 12-16\n"
                       "1: reads B 256-512\n"
                       "2: reads A 0-256\n"
                       "2: writes B 256-512\n"
                       "3: reads A 32-48\n"
                       "4: reads A 0-256\n");
    }

    void memoryOfAnotherLaunchIsOutOfScope()
    {
        const testing::Program program(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
    M = T.handle("uint8", "shared.dyn")
    with T.launch_thread("threadIdx.x", 64) as tx:
        M_1 = T.alloc_buffer((512,), "uint8", data=M, scope="shared.dyn")
        A = T.decl_buffer((64,), data=M, scope="shared.dyn")
        A[tx + 64] = X[tx]
    with T.launch_thread("threadIdx.x", 64) as ty:
        B = T.decl_buffer((64,), data=M, scope="shared.dyn")
        B[ty + 32] = Y[ty]
)");
        const std::vector<LaunchLiveness> launches = sharedMemoryLiveness(program.module());
        QCOMPARE(asText(launches), "main, launch 1: 512 taken, 256 live, 256 waste, 1 ticks\n"
                                   "  A float32 (64,) 256 at 256, 0-0 merged\n"
                                   "main, launch 2: 0 taken, 0 live, 0 waste, 1 ticks\n"
                                   "  B float32 (64,) 256 at 128, 0-0 merged out of scope\n");
        const SharedBuffer& lost = launches[1].buffers[0];
        QCOMPARE(program.line(lost.allocation), 5);
        QCOMPARE(lost.uses.size(), size_t(1));
        QCOMPARE(program.line(lost.uses[0]), 10);
        QCOMPARE(program.line(launches[1].place), 8);
        QCOMPARE(program.line(launches[1].ticks[0].place), 10);
        QCOMPARE(launches[1].ticks[0].text, std::string("B[ty + 32] = Y[ty]"));
    }

    void aKernelIsNamedByItsFunction()
    {
        const testing::Program program(R"(@T.prim_func(s_tir=True)
def main_kernel(X_ptr: T.handle("float32", "global")):
    T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"})})
    X = T.decl_buffer((64,), data=X_ptr)
    with T.launch_thread("blockIdx.x", 2) as bx:
        tx = T.launch_thread("threadIdx.x", 32)
        X[bx * 32 + tx] = T.float32(1)
)");
        QCOMPARE(asText(sharedMemoryLiveness(program.module())),
                 "main_kernel: 0 taken, 0 live, 0 waste, 1 ticks\n");
    }

    void sizesOfARunGivePlaces()
    {
        const testing::Program program(launchOf(R"(        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((n,), scope="shared.dyn")
        D = T.alloc_buffer((16,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = A[tx]
        D[0] = B[tx]
)"));
        const auto launches = sharedMemoryLiveness(program.module(), sizeOf("n", 8));
        QCOMPARE(asText(launches), "main, launch 1: 352 taken, 288 live, 64 waste, 3 ticks\n"
                                   "  A float32 (64,) 256 at 0, 0-1\n"
                                   "  B float32 (n,) n * 4 = 32 at 256, 1-2\n"
                                   "  D float32 (16,) 64 at 256 + n * 4 = 288, 2-2\n");
        QCOMPARE(QString::fromStdString(launches[0].takenText), QString("320 + n * 4 = 352"));
        QCOMPARE(launches[0].buffers[2].offsetBytes, int64_t(288));
        QCOMPARE(launches[0].sizes, (std::map<std::string, int64_t>{{"n", 8}}));
        // Formulas of unknown sizes stay.
        QCOMPARE(asText(sharedMemoryLiveness(program.module(), sizeOf("m", 8))),
                 asText(sharedMemoryLiveness(program.module())));
    }

    /// What is left of an extent after an overflow.
    void aNegativeSizeIsNotValid()
    {
        const testing::Program program(launchOf(R"(        A = T.alloc_buffer((-16,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
        B[tx] = A[tx]
)"));
        const LaunchLiveness launch = sharedMemoryLiveness(program.module()).at(0);
        QVERIFY(launch.hasInvalidSizes && launch.buffers.at(0).hasInvalidSize);
        QCOMPARE(launch.buffers[0].sizeBytes, int64_t(-1));
        QCOMPARE(launch.takenBytes, int64_t(256));
        QCOMPARE(launch.buffers.at(1).offsetBytes, int64_t(0));
    }

    /// As MergeSharedMemoryAllocations writes them.
    void symbolicOffsetsInMergedAllocations()
    {
        const testing::Program program(launchOf(
            R"(        M = T.alloc_buffer((64 + T.max(0, n * 4) + (n + 1) * 2,), "uint8", scope="shared.dyn")
        A = T.decl_buffer((16,), data=M.data, scope="shared.dyn")
        A[tx % 16] = X[tx]
        C = T.decl_buffer((n + 1,), "float16", data=M.data, scope="shared.dyn")
        C[tx + (64 + T.max(0, n * 4)) // 2] = T.float16(1.0)
        X[tx] = A[tx % 16] + T.Cast("float32", C[tx + (64 + T.max(0, n * 4)) // 2])
)"));
        const auto unknown = sharedMemoryLiveness(program.module());
        QCOMPARE(QString::fromStdString(unknown[0].buffers.at(1).offsetText),
                 QString("((64 + max(0, n * 4)) // 2) * 2"));
        QCOMPARE(unknown[0].buffers[1].offsetBytes, int64_t(-1));
        const auto known = sharedMemoryLiveness(program.module(), sizeOf("n", 96));
        QCOMPARE(QString::fromStdString(known[0].buffers.at(1).offsetText),
                 QString("((64 + max(0, n * 4)) // 2) * 2 = 448"));
        QCOMPARE(known[0].buffers[1].offsetBytes, int64_t(448));
        QCOMPARE(known[0].buffers[1].sizeBytes, int64_t(194));
        QVERIFY(!known[0].hasSymbolicSizes);
    }

private:
    static SizeLookup sizeOf(std::string name, int64_t value)
    {
        return [=](const Var& var) { return var.name == name ? std::optional(value) : std::nullopt; };
    }

    static void compare()
    {
        QFETCH(QString, text);
        QTEST(asText(sharedMemoryLiveness(testing::Program(text).module())), "expected");
    }
};

TIR_TEST(TestSharedMemoryLiveness)
#include "tst_shared_memory_liveness.moc"
