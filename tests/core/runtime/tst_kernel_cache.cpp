/// Compiled kernels on disk: found again under the same key only, bounded, and never a reason to fail.

#include "core/runtime/cuda/cuda_compile.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;

namespace {

const KernelKey Key{.compiler = "NVRTC 13.0", .arch = "sm_90", .options = "-v", .source = "text"};

std::string bytes(size_t count)
{
    return std::string(count, 'x');
}

} // namespace

class TstKernelCache : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void findsWhatWasPutIn();
    void everyPartOfTheKeyCounts();
    void oldestGoesFirst();
    void damagedFilesAreNotFound_data();
    void damagedFilesAreNotFound();
    void worksWithoutFolder();
    void theNextWayIsTried();
    void replacedCompilersCompileAgain_data();
    void replacedCompilersCompileAgain();
    void comparedKernelsRoundTwice();
    void sourcesThatIncludeCompileAgain_data();
    void sourcesThatIncludeCompileAgain();

private:
    std::string folder() const { return m_folder->filePath("deep/kernels").toStdString(); }
    QStringList files() const { return QDir(QString::fromStdString(folder())).entryList(QDir::Files); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QTemporaryDir m_ownFolder; ///< of the user's headers
};

void TstKernelCache::findsWhatWasPutIn()
{
    const KernelCache cache(folder(), 1000);
    QVERIFY(!cache.find(Key));
    const std::string cubin("\x7f"
                            "ELF\0\n1\n",
                            8);
    cache.insert(Key, {.cubin = cubin, .log = "said\n"});
    const auto found = KernelCache(folder(), 1000).find(Key);
    QVERIFY(found);
    QCOMPARE(found->cubin, cubin);
    QCOMPARE(found->log, std::string("said\n"));
    QCOMPARE(files().size(), 1); // no draft is left
}

void TstKernelCache::everyPartOfTheKeyCounts()
{
    const KernelCache cache(folder(), 1000);
    cache.insert(Key, {.cubin = "a", .log = {}});
    for (std::string KernelKey::*part :
         {&KernelKey::compiler, &KernelKey::arch, &KernelKey::options, &KernelKey::source}) {
        KernelKey other = Key;
        other.*part += " ";
        QVERIFY(!cache.find(other));
    }
    KernelKey shifted = Key; // the same letters, divided in another place
    shifted.compiler = "NVRTC 13.0s";
    shifted.arch = "m_90";
    QVERIFY(!cache.find(shifted));
}

void TstKernelCache::oldestGoesFirst()
{
    const KernelCache cache(folder(), 2500);
    const auto keyOf = [](int number) {
        KernelKey key = Key;
        key.source = std::to_string(number);
        return key;
    };
    const auto setAge = [&](const QString& name, int seconds) {
        QFile file(QString::fromStdString(folder()) + "/" + name);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-seconds),
                                 QFileDevice::FileModificationTime));
    };
    for (int number = 0; number < 2; ++number) {
        cache.insert(keyOf(number), {.cubin = bytes(1000), .log = {}});
        for (const QString& name : files())
            setAge(name, 100);
    }
    QVERIFY(cache.find(keyOf(0))); // used, so the other one is the oldest now
    cache.insert(keyOf(2), {.cubin = bytes(1000), .log = {}});
    QVERIFY(cache.find(keyOf(0)));
    QVERIFY(!cache.find(keyOf(1)));
    QVERIFY(cache.find(keyOf(2)));
}

void TstKernelCache::damagedFilesAreNotFound_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<QByteArray>("added");
    QTest::newRow("empty") << 0 << QByteArray();
    QTest::newRow("cut off") << -1 << QByteArray();
    QTest::newRow("with trailing bytes") << 0x7fff << QByteArray("more");
    QTest::newRow("something else") << 0 << QByteArray("something else");
}

void TstKernelCache::damagedFilesAreNotFound()
{
    QFETCH(int, size);
    QFETCH(QByteArray, added);
    const KernelCache cache(folder(), 1000);
    cache.insert(Key, {.cubin = "cubin", .log = "log"});
    QFile file(QString::fromStdString(folder()) + "/" + files().first());
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray content = file.readAll();
    file.resize(0);
    file.seek(0);
    file.write((size < 0 ? content.chopped(1) : content.left(size)) + added);
    file.close();
    QVERIFY(!cache.find(Key));
}

void TstKernelCache::worksWithoutFolder()
{
    const KernelCache nowhere(std::string(), 1000);
    nowhere.insert(Key, {.cubin = "a", .log = {}});
    QVERIFY(!nowhere.find(Key));
    const KernelCache forbidden("/proc/no/such/folder", 1000);
    forbidden.insert(Key, {.cubin = "a", .log = {}});
    QVERIFY(!forbidden.find(Key));
}

/// An nvcc that does not know the GPU: LLVM does.
void TstKernelCache::theNextWayIsTried()
{
    const auto restore = qScopeGuard([home = qgetenv("CUDA_HOME")] { qputenv("CUDA_HOME", home); });
    QVERIFY(QDir(m_folder->path()).mkpath("cuda/bin"));
    qputenv("CUDA_HOME", m_folder->filePath("cuda").toUtf8());
    QFile file(m_folder->filePath("cuda/bin/nvcc"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n[ $1 = --version ] && echo 'release 12.99, V12.99.1' && exit\n"
               "echo \"nvcc fatal   : Unsupported gpu architecture 'sm_90a'\" >&2\nexit 1\n");
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    file.close();
    const Result<ParsedModule> parsed = parseModule(SourceText(
        "test.py",
        "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n@I.ir_module\nclass "
        "Module:\n"
        "    @T.prim_func(s_tir=True)\n    def k(A: T.handle(\"float32\")):\n"
        "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"k\", \"target\": T.target({\"kind\": "
        "\"cuda\", \"arch\": \"sm_90\"}), \"tirx.kernel_launch_params\": [\"threadIdx.x\"], "
        "\"tirx.noalias\": "
        "True})\n        A_1 = T.decl_buffer((64,), data=A)\n        tx = T.launch_thread(\"threadIdx.x\", "
        "64)\n"
        "        A_1[tx] = T.float32(1)\n"));
    QVERIFY(parsed);
    const KernelCache cache(folder(), 100000);
    CompileRequest request{.module = *parsed->module.module, .arch = "sm_90"};
    request.rejected.push_back({KernelWay::Nvrtc, "not in this test"});
    const Result<CompiledKernels> made = compileKernels(request, cache);
    QVERIFY2(made, made ? "" : made.diagnostics().front().message.c_str());
    QVERIFY(made->way == KernelWay::Nvptx);
    QCOMPARE(made->skippedWays.size(), size_t(2));
    QVERIFY2(made->skippedWays[1].find("Unsupported gpu architecture") != std::string::npos,
             made->skippedWays[1].c_str());
    // Without another way, the error is that of the compiler.
    request.rejected.push_back({KernelWay::Nvptx, "not in this test"});
    const Result<CompiledKernels> refused = compileKernels(request, cache);
    QVERIFY(!refused);
    QVERIFY(refused.diagnostics().front().message.find("Unsupported gpu architecture") != std::string::npos);
}

void TstKernelCache::replacedCompilersCompileAgain_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("flags");
    QTest::addColumn<bool>("isCached");
    QTest::newRow("the same") << QByteArray("V12.99.1") << QByteArray() << true;
    QTest::newRow("another patch version") << QByteArray("V12.99.2") << QByteArray() << false;
    QTest::newRow("other flags") << QByteArray("V12.99.1") << QByteArray("-G") << false;
}

/// The path and the version, "12.99", stay.
void TstKernelCache::replacedCompilersCompileAgain()
{
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, flags);
    QFETCH(bool, isCached);
    const auto restore = qScopeGuard([home = qgetenv("CUDA_HOME")] {
        qputenv("CUDA_HOME", home);
        qunsetenv("NVCC_APPEND_FLAGS");
    });
    QVERIFY(QDir(m_folder->path()).mkpath("cuda/bin"));
    qputenv("CUDA_HOME", m_folder->filePath("cuda").toUtf8());
    const auto install = [&](const QByteArray& version) {
        QFile file(m_folder->filePath("cuda/bin/nvcc"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n"
                   "[ $1 = --version ] && echo 'release 12.99, " +
                   version +
                   "' && exit\n"
                   "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo code > \"$2\"; shift; done\n"
                   "exit 0\n");
        file.setFileTime(QDateTime::fromSecsSinceEpoch(1000000), QFileDevice::FileModificationTime);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        file.close();
    };
    const auto compile = [&] {
        const Module none("Module", {}, {}, {});
        return compileKernels(
            {.module = none, .arch = "sm_90", .way = KernelWay::Nvcc, .cudaSource = "// kernels"},
            KernelCache(folder(), 100000));
    };
    install("V12.99.1");
    const Result<CompiledKernels> first = compile();
    QVERIFY2(first, first ? "" : first.diagnostics().front().message.c_str());
    QVERIFY(!first->isCached);
    QCOMPARE(first->compiler, std::string("nvcc 12.99"));
    if (patch != "V12.99.1")
        install(patch);
    if (!flags.isEmpty())
        qputenv("NVCC_APPEND_FLAGS", flags);
    const Result<CompiledKernels> second = compile();
    QVERIFY(second);
    QCOMPARE(second->isCached, isCached);
}

/// The compiler writes its options into its output.
void TstKernelCache::comparedKernelsRoundTwice()
{
    const auto restore = qScopeGuard([home = qgetenv("CUDA_HOME")] { qputenv("CUDA_HOME", home); });
    QVERIFY(QDir(m_folder->path()).mkpath("cuda/bin"));
    qputenv("CUDA_HOME", m_folder->filePath("cuda").toUtf8());
    QFile file(m_folder->filePath("cuda/bin/nvcc"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n[ $1 = --version ] && echo 'release 12.99, V12.99.1' && exit\noptions=\"$*\"\n"
               "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo \"$options\" > \"$2\"; shift; done\nexit 0\n");
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    file.close();
    const Module none("Module", {}, {}, {});
    CompileRequest request{
        .module = none, .arch = "sm_90", .way = KernelWay::Nvcc, .cudaSource = "// kernels"};
    for (const bool fuses : {true, false}) {
        request.fusesMultiplyAdd = fuses;
        const Result<CompiledKernels> made = compileKernels(request, KernelCache(folder(), 100000));
        QVERIFY2(made, made ? "" : made.diagnostics().front().message.c_str());
        QVERIFY(!made->isCached);
        QCOMPARE(made->image.find("--fmad=false") == std::string::npos, fuses);
        QCOMPARE(made->compiler, std::string(fuses ? "nvcc 12.99" : "nvcc 12.99 (--fmad=false)"));
    }
}

void TstKernelCache::sourcesThatIncludeCompileAgain_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("isCached");
    const QByteArray header = "\"" + m_ownFolder.filePath("values.h").toUtf8() + "\"";
    QTest::newRow("no header") << QByteArray("// kernels") << true;
    QTest::newRow("a header of the toolkit") << QByteArray("#include <cuda_fp16.h>") << true;
    QTest::newRow("a header of the user") << "#include " + header << false;
    QTest::newRow("with spaces") << "  #  include  " + header << false;
    QTest::newRow("after a header of the toolkit") << "#include <cuda_fp16.h>\n#include " + header << false;
    QTest::newRow("a header on the path of the compiler") << QByteArray("#include <values.h>") << false;
    QTest::newRow("over two lines") << "#inc\\\nlude " + header << false;
    QTest::newRow("as a digraph") << "%:include " + header << false;
    QTest::newRow("a question about a header") << "#if __has_include(" + header + ")\n#endif" << false;
}

/// The compiler copies the header into its output; the text that is compiled stays the same.
void TstKernelCache::sourcesThatIncludeCompileAgain()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, isCached);
    const auto restore = qScopeGuard([home = qgetenv("CUDA_HOME")] { qputenv("CUDA_HOME", home); });
    QVERIFY(QDir(m_folder->path()).mkpath("cuda/bin"));
    qputenv("CUDA_HOME", m_folder->filePath("cuda").toUtf8());
    const QString header = m_ownFolder.filePath("values.h");
    const auto write = [](const QString& path, const QByteArray& content) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    };
    write(m_folder->filePath("cuda/bin/nvcc"),
          "#!/bin/sh\n[ $1 = --version ] && echo 'release 12.99, V12.99.1' && exit\n"
          "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && cat '" +
              header.toUtf8() + "' > \"$2\"; shift; done\nexit 0\n");
    const auto compile = [&] {
        const Module none("Module", {}, {}, {});
        return compileKernels(
            {.module = none, .arch = "sm_90", .way = KernelWay::Nvcc, .cudaSource = line.toStdString()},
            KernelCache(folder(), 100000));
    };
    write(header, "first");
    const Result<CompiledKernels> first = compile();
    QVERIFY2(first, first ? "" : first.diagnostics().front().message.c_str());
    QCOMPARE(first->image, std::string("first"));
    write(header, "second");
    const Result<CompiledKernels> second = compile();
    QVERIFY(second);
    QCOMPARE(second->isCached, isCached);
    QCOMPARE(second->image, std::string(isCached ? "first" : "second"));
}

TIR_TEST(TstKernelCache)
#include "tst_kernel_cache.moc"
