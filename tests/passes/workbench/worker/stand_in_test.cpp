#include "tests/passes/workbench/worker/stand_in_test.h"

#include "tests/passes/workbench/worker/sample_runs.h"

#include <QFile>
#include <QProcessEnvironment>
#include <QtTest>

namespace tir::testing {

void StandInTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const QStringList names = QProcessEnvironment::systemEnvironment().keys();
    for (const QString& name : names)
        if (name.startsWith(QLatin1String("STAND_IN_CUDA_")))
            qunsetenv(name.toUtf8().constData());
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("XDG_CACHE_HOME", m_folder->filePath("cache").toUtf8());
    qputenv("STAND_IN_CUDA_LOG", m_folder->filePath("log").toUtf8());
    standIn<SetStandInKernel>("standInSetKernel")(nullptr);
    standIn<StandInForget>("standInForget")(); // what a test that failed has left
}

void StandInTest::cleanup()
{
    QCOMPARE(standIn<StandInLeaks>("standInLeaks")(), 0);
}

QString StandInTest::log() const
{
    QFile file(m_folder->filePath("log"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void StandInTest::clearLog()
{
    QFile::remove(m_folder->filePath("log"));
}

OwnedModule moduleOfText(const char* text)
{
    const OpenedProgram program = openText("test.py", text);
    if (!program.isOpen())
        qFatal("%s", program.rendered().c_str());
    return program.parsed->module;
}

OwnedModule launching(const char* tags, const char* values)
{
    const std::string text =
        std::string("@I.ir_module\n"
                    "class Module:\n"
                    "    @T.prim_func(s_tir=True)\n"
                    "    def k(A: T.handle(\"float32\")):\n"
                    "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"k\", "
                    "\"target\": T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"}), "
                    "\"tirx.kernel_launch_params\": [") +
        tags +
        "], \"tirx.noalias\": True})\n"
        "        A_1 = T.decl_buffer((64,), data=A)\n"
        "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "        A_1[tx] = T.float32(1)\n"
        "    @T.prim_func(s_tir=True)\n"
        "    def main(A: T.Buffer((64,), \"float32\")):\n"
        "        T.func_attr({\"global_symbol\": \"main\", \"target\": T.target({\"kind\": \"cuda\", "
        "\"arch\": \"sm_90\", \"host\": {\"kind\": \"c\"}})})\n"
        "        T.call_packed(\"k\", A.data" +
        values + ")\n";
    return moduleOfText(text.c_str());
}

OwnedModule sampleModule(const char* name)
{
    return openSample(name).parsed->module;
}

RunRequest gpuRequest(const OwnedModule& module, const char* device)
{
    RunRequest request;
    request.module = module;
    request.seed = 3;
    request.device = device;
    request.via = "nvptx";
    request.repeat = 0;
    return request;
}

QString words(const RunReport& report)
{
    return QString::fromStdString(std::string(toString(report.status)) + ": " + report.message);
}

} // namespace tir::testing
