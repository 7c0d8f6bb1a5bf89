/// `tirc codegen` as a user calls it: text, JSON with the lines of the step, rejections.

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

class TstTircCodegen : public QObject {
    Q_OBJECT
private slots:
    void writesCudaC()
    {
        const TircResult result = tirc({"codegen", sample("two_kernels"), "--pipeline", "split"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.errors, QByteArray());
        QVERIFY(result.output.contains(
            "extern \"C\" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ X_ptr"));
        QVERIFY(result.output.contains("__syncthreads();"));
        QVERIFY(result.output.endsWith("}\n"));
    }

    /// Of code and results that a known TVM defect makes wrong; `sound` has none to name.
    void knownDefectsAreReported_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"codegen", "run"})
            QTest::newRow(command) << command;
    }

    void knownDefectsAreReported()
    {
        QFETCH(QString, command);
        const QStringList words = {command, sample("museum/in_place_race"), "--pipeline", "split"};
        const TircResult asTvm = tirc(words);
        QCOMPARE(asTvm.exitCode, 0);
        QVERIFY2(
            asTvm.errors.contains("@3:MergeSharedMemoryAllocations:16:9: warning: 'mirrored' takes over"),
            asTvm.errors.constData());
        const TircResult sound = tirc(words + QStringList{"--mode", "sound"});
        QCOMPARE(sound.exitCode, 0);
        QVERIFY2(!sound.errors.contains("warning"), sound.errors.constData());
    }

    /// `split` has no LowerIntrin, which reports the same defect; then it is reported once.
    void missingBarriersOfWarpsAreReported_data()
    {
        QTest::addColumn<QString>("pipeline");
        for (const char* pipeline : {"split", "build"})
            QTest::newRow(pipeline) << pipeline;
    }

    void missingBarriersOfWarpsAreReported()
    {
        QFETCH(QString, pipeline);
        const QStringList words = {"codegen", sample("museum/warp_barrier_dropped"), "--pipeline", pipeline};
        const TircResult asTvm = tirc(words);
        QCOMPARE(asTvm.exitCode, 0);
        QCOMPARE(asTvm.errors.count("warning: "), 1);
        QVERIFY2(asTvm.errors.contains("warp barrier"), asTvm.errors.constData());
        QVERIFY(!asTvm.output.contains("__syncwarp"));
        const TircResult sound = tirc(words + QStringList{"--mode", "sound"});
        QCOMPARE(sound.exitCode, 0);
        QVERIFY2(!sound.errors.contains("warning"), sound.errors.constData());
        QVERIFY(sound.output.contains("__syncwarp();"));
    }

    void theArchitectureIsThatOfTheTarget()
    {
        const auto target = [](const char* arch, const QStringList& options) {
            return tirc(QStringList{"codegen", sample("two_kernels"), "--pipeline", "split", "--emit", "ptx",
                                    "--target", QString("cuda -arch=") + arch} +
                        options);
        };
        QVERIFY(target("sm_80", {}).output.contains(".target sm_80"));
        QVERIFY(target("sm_80", {"--arch", "sm_86"}).output.contains(".target sm_86"));
        const TircResult old = target("sm_61", {});
        QCOMPARE(old.exitCode, 1);
        QVERIFY2(old.errors.contains("'sm_61' is older than sm_70"), old.errors.constData());
    }

    /// It cannot allocate through the emulator.
    void largeMemoryOfAHostIsOnItsStack()
    {
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(A: T.Buffer((16,), \"float32\")):\n"
                                   "    with T.sblock(\"root\"):\n"
                                   "        B = T.sblock_alloc_buffer((40000,), \"float32\")\n"
                                   "        B[0] = A[0]\n"
                                   "        A[1] = B[0]\n";
        const TircResult result = tirc({"codegen", "-", "--pipeline", "split", "--emit", "llvm"}, program);
        QVERIFY2(!result.errors.contains("internal error"), result.errors.constData());
        QVERIFY2(result.exitCode == 0 ? result.output.contains("alloca") : !result.errors.isEmpty(),
                 result.errors.constData());
    }

    void writesToFiles()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("out.cu");
        const TircResult result = tirc({"codegen", sample("two_kernels"), "--pipeline", "split", "-o", path});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray());
        QVERIFY(readFile(path)->find("main_kernel_1") != std::string::npos);
    }

    void resourcesSayTheOccupancy()
    {
        const QStringList command = {"codegen", sample("two_kernels"), "--pipeline", "split", "--resources"};
        const QJsonObject json = tirc(command + QStringList{"--json"}).json().object();
        const QJsonArray resources = json["resources"].toArray();
        if (!findCudaTool("ptxas") && findCudaLibraries("libnvrtc").empty())
            QSKIP("no CUDA compiler found on this machine");
        QCOMPARE(resources.size(), 2);
        const QJsonObject kernel = resources[0].toObject();
        QCOMPARE(kernel["maxThreads"].toInt(), 128);
        QCOMPARE(kernel["occupancy"].toObject()["warpLimit"].toInt(), 64); // of sm_90
        QVERIFY(kernel["occupancy"].toObject()["blocks"].toInt() > 0);
        QVERIFY(kernel["whatIf"].toObject()["shared"].toArray().size() > 1);
        const QByteArray table = tirc(command).errors;
        QVERIFY2(table.contains("\n  occupancy ") && table.contains("\n  threads per block: 32: "),
                 table.constData());
    }

    void everyLineKnowsItsSource()
    {
        const QJsonObject json =
            tirc({"codegen", sample("two_kernels"), "--pipeline", "split", "--json"}).json().object();
        QCOMPARE(json["kind"].toString(), QString("cuda"));
        QCOMPARE(json["entryPoints"].toArray(), QJsonArray({"main_kernel", "main_kernel_1"}));
        const QStringList code = json["text"].toString().split('\n');
        const QJsonArray lines = json["lines"].toArray();
        const TircResult step = tirc({"opt", sample("two_kernels"), "--pipeline", "split"});
        const QStringList source = QString::fromUtf8(step.output).split('\n');
        int barriers = 0;
        for (const auto& line : lines) {
            const QString text = code.value(line.toObject()["line"].toInt() - 1).trimmed();
            const QJsonValue from = line.toObject()["sourceLine"];
            if (text == "__syncthreads();") {
                ++barriers;
                QCOMPARE(source.value(from.toInt() - 1).trimmed(), QString("T.tvm_storage_sync(\"shared\")"));
            }
            if (text.startsWith('#'))
                QVERIFY(from.isNull());
        }
        QVERIFY(barriers > 0);
    }

    void refusesIllFormedSteps()
    {
        const QStringList arguments = {"codegen", sample("two_kernels"), "--pipeline", "split@legacy-merge"};
        const TircResult refused = tirc(arguments);
        QCOMPARE(refused.exitCode, 1);
        QCOMPARE(refused.output, QByteArray());
        QVERIFY(refused.errors.contains("error: "));
        const TircResult forced = tirc(arguments + QStringList{"--force"});
        QVERIFY(forced.errors.contains("buf_dyn_shmem"));
    }

    /// A later pass may hide what an earlier one broke; code generation is not attempted then.
    void refusalsNameTheStepThatBrokeTheModule_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("step");
        QTest::newRow("recovers") << "launch_in_a_helper"
                                  << "split" << QByteArray("@1:BindTarget:")
                                  << QByteArray("step 1, BindTarget,");
        QTest::newRow("goes on") << "kernel_called_not_launched"
                                 << "split@legacy-launch" << QByteArray("@6:LowerDeviceKernelLaunch:")
                                 << QByteArray("step 6, LowerDeviceKernelLaunch");
        QTest::newRow("fails later") << "merged_two_launches"
                                     << "split@legacy-merge" << QByteArray("@3:MergeSharedMemoryAllocations:")
                                     << QByteArray("step 3, MergeSharedMemoryAllocations");
    }

    void refusalsNameTheStepThatBrokeTheModule()
    {
        QFETCH(QString, program);
        QFETCH(QString, pipeline);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, step);
        for (const char* kind : {"cuda", "ptx", "cubin", "c", "llvm"}) {
            const TircResult result =
                tirc({"codegen", sample("museum/" + program), "--pipeline", pipeline, "--emit", kind});
            QCOMPARE(result.exitCode, 1);
            QCOMPARE(result.output, QByteArray());
            QVERIFY2(result.errors.contains(text), result.errors.constData());
            QVERIFY2(result.errors.contains("the module has been ill-formed since " + step),
                     result.errors.constData());
        }
    }

    void unusableTemporaryFolderIsNamed()
    {
        const QTemporaryDir toolkit;
        QVERIFY(QDir(toolkit.path()).mkpath("bin"));
        QFile assembler(toolkit.filePath("bin/ptxas"));
        QVERIFY(assembler.open(QIODevice::WriteOnly));
        assembler.write("#!/bin/sh\n");
        assembler.close();
        QVERIFY(assembler.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const std::pair<const char*, QByteArray> before[] = {{"CUDA_HOME", qgetenv("CUDA_HOME")},
                                                             {"TMPDIR", qgetenv("TMPDIR")}};
        const auto restore = qScopeGuard([&] {
            for (const auto& [name, value] : before)
                value.isNull() ? qunsetenv(name) : qputenv(name, value);
        });
        qputenv("CUDA_HOME", toolkit.path().toLocal8Bit());
        qputenv("TMPDIR", "/nonexistent");
        const TircResult result =
            tirc({"codegen", sample("two_kernels"), "--pipeline", "split", "--emit", "cubin"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("cannot make a temporary folder in '/nonexistent': No such file or "
                                        "directory; TMPDIR can name another folder"),
                 result.errors.constData());
        QCOMPARE(result.output, QByteArray());
    }

    void sassIsDisassembled()
    {
        if (!findCudaTool("ptxas") || (!findCudaTool("nvdisasm") && !findCudaTool("cuobjdump")))
            QSKIP("no ptxas or no disassembler found on this machine");
        const TircResult result =
            tirc({"codegen", sample("two_kernels"), "--pipeline", "split", "--emit", "sass"});
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        for (const char* expected : {"main_kernel", "main_kernel_1", "STG", "EXIT"})
            QVERIFY2(result.output.contains(expected), expected);
    }

    /// With programs in place of the toolkit's, so that every machine runs it.
    void sassIsWhatTheDisassemblerPrints()
    {
        const QTemporaryDir toolkit;
        QVERIFY(QDir(toolkit.path()).mkdir("bin"));
        const auto install = [&](const char* name, const QByteArray& script) {
            QFile file(toolkit.filePath(QStringLiteral("bin/") + name));
            return file.open(QIODevice::WriteOnly) && file.write("#!/bin/sh\n" + script) > 0 &&
                   file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        };
        QVERIFY(install("ptxas", "echo \"cubin for $3\" >\"$5\"\n")); // -v --gpu-name ARCH -o OUTPUT INPUT
        QVERIFY(install("nvdisasm", "echo \"SASS of a $(cat \"$2\")\"\n")); // -c INPUT
        const QByteArray before = qgetenv("CUDA_HOME");
        const auto restore =
            qScopeGuard([&] { before.isNull() ? qunsetenv("CUDA_HOME") : qputenv("CUDA_HOME", before); });
        qputenv("CUDA_HOME", toolkit.path().toLocal8Bit());
        const QStringList command = {"codegen", sample("two_kernels"), "--pipeline", "split", "--emit",
                                     "sass"};
        const TircResult text = tirc(command);
        QVERIFY2(text.exitCode == 0, text.errors.constData());
        QCOMPARE(text.output, QByteArray("SASS of a cubin for sm_90\n"));
        const QJsonObject json = tirc(command + QStringList{"--json"}).json().object();
        QCOMPARE(json["kind"].toString(), QStringLiteral("sass"));
        QCOMPARE(json["entryPoints"].toArray(), QJsonArray({"main_kernel", "main_kernel_1"}));

        QVERIFY(QFile::remove(toolkit.filePath("bin/nvdisasm")));
        QVERIFY(install("nvdisasm", "echo no such section >&2\nexit 3\n"));
        const TircResult failed = tirc(command);
        QCOMPARE(failed.exitCode, 1);
        QVERIFY2(failed.errors.contains("nvdisasm ended with exit code 3: no such section"),
                 failed.errors.constData());
        QCOMPARE(failed.output, QByteArray());
    }

    /// A kernel for another target is not a kernel for a GPU.
    void generatorsForGpusAgreeOnWhatAKernelIs()
    {
        for (const char* kind : {"cuda", "ptx"}) {
            const TircResult result = tirc({"codegen", sample("museum/launch_in_a_helper"), "--pipeline",
                                            "split", "--force", "--emit", kind});
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.errors.contains("for a CUDA target"), result.errors.constData());
        }
    }

    void saysWhichStepToUse()
    {
        const TircResult result = tirc({"codegen", sample("two_kernels")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("SplitHostDevice makes one of every launch"), result.errors);
        for (const QString kind : {"cuda", "ptx", "c", "llvm"}) {
            const TircResult other = tirc({"codegen", sample("two_kernels"), "--emit", kind});
            QCOMPARE(other.exitCode, 1);
            QVERIFY2(other.errors.endsWith(
                         "\nnote: --pipeline split splits the program into host and device code first\n"),
                     other.errors);
        }
        const TircResult scheduled = tirc({"codegen", sample("scheduled/saxpy")});
        QVERIFY2(scheduled.errors.endsWith(
                     "\nnote: --pipeline s_tir splits the program into host and device code first\n"),
                 scheduled.errors);
        const TircResult early =
            tirc({"codegen", sample("two_kernels"), "--pipeline", "split", "--step", "4"});
        QVERIFY2(early.errors.contains("generate from a step after SplitHostDevice"), early.errors);
        QVERIFY2(!early.errors.contains("--pipeline"), early.errors);
    }

    void wrongUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("kind") << QStringList{"--emit", "fortran"};
        QTest::newRow("arch") << QStringList{"--arch", "90"};
        QTest::newRow("step") << QStringList{"--pipeline", "split", "--step", "99"};
    }
    void wrongUsage()
    {
        QFETCH(QStringList, arguments);
        const TircResult result = tirc(QStringList{"codegen", sample("two_kernels")} + arguments);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.output, QByteArray());
        QVERIFY(!result.errors.isEmpty());
    }
};

TIR_TEST(TstTircCodegen)
#include "tst_tirc_codegen.moc"
