#include "tests/core/codegen/host_program.h"

#include "core/codegen/c_host/c_host.h"
#include "core/codegen/llvm_ir/host.h"
#include "core/script/reading/parser.h"
#include "passes/fitting_pipeline.h"
#include "passes/framework/pass_manager.h"
#include "tests/support/file_content.h"
#include "tests/support/patience.h"

#include <QProcess>
#include <QtTest>

#include <dlfcn.h>

namespace tir::testing {
namespace {

constexpr const char* FakeRuntime = R"(
#include <stdint.h>
#include <string.h>
typedef struct { int32_t type_index; int32_t padding; int64_t content; } Any;
int call_count = 0;
char call_names[8][64];
int call_sizes[8];
Any call_values[8][16];
char raised[512];
const char* missing = "";
int TVMBackendGetFuncFromEnv(void* context, const char* name, void** out) {
  (void)context;
  if (strcmp(name, missing) == 0) return -1;
  *out = (void*)name;
  return 0;
}
int TVMFFIFunctionCall(void* function, Any* values, int32_t count, Any* result) {
  strcpy(call_names[call_count], (const char*)function);
  call_sizes[call_count] = count;
  memcpy(call_values[call_count++], values, sizeof(Any) * (unsigned)count);
  result->type_index = 1;
  result->content = 40 + call_count;
  return 0;
}
void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t count) {
  strcpy(raised, kind);
  strcat(raised, ": ");
  for (int32_t i = 0; i < count; ++i) strcat(raised, parts[i]);
}
)";

Compiled runCompiler(const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("cc", arguments);
    process.waitForFinished(PatienceInMs);
    return {process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
            QString::fromUtf8(process.readAll())};
}

} // namespace

std::string wordsOf(const Diagnostics& diagnostics)
{
    std::string words;
    for (const Diagnostic& diagnostic : diagnostics)
        words += diagnostic.message + "\n";
    return words;
}

Compiled compileC(const QTemporaryDir& folder, const std::string& code)
{
    writeFile(folder.filePath("host.c"), code);
    // A packed call compares every pointer with null, including that of an array of the function.
    return runCompiler({"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-address", "-c",
                        folder.filePath("host.c"), "-o", folder.filePath("host.o")});
}

std::shared_ptr<const Recording> split(const OwnedModule& module, bool isLowered)
{
    std::vector<PassInvocation> passes = fittingPipeline(*module.module).pipeline->passes;
    std::erase_if(passes, [](const PassInvocation& pass) { return pass.branch != Branch::Common; });
    const auto lowering = parseInvocations("LowerTVMBuiltin,LowerIntrin");
    if (isLowered)
        passes.insert(passes.end(), lowering->begin(), lowering->end());
    return runPasses(module, passes, "", {});
}

Program::Program(const std::string& body, bool isLowered)
{
    std::string indented;
    for (const QString& line : QString::fromStdString(body).split('\n'))
        indented += "    " + line.toStdString() + "\n";
    const std::string text = "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
                             "@I.ir_module\nclass Module:\n" +
                             indented;
    const auto parsed = parseModule(SourceText("test.py", text));
    if (!parsed) {
        problem = QString::fromStdString(wordsOf(parsed.diagnostics()));
        return;
    }
    const auto recording = split(parsed->module, isLowered);
    const Module& module = recording->module(recording->steps.size());
    const Result<Artifact> code = generateHostC(module, {});
    const Result<Artifact> llvm = generateHostLlvm(module, {});
    if (!code || !llvm) {
        problem = QString::fromStdString(wordsOf(code ? llvm.diagnostics() : code.diagnostics()));
        return;
    }
    writeFile(m_folder.filePath("host.c"), code->content);
    writeFile(m_folder.filePath("runtime.c"), FakeRuntime);
    const Compiled compiled = runCompiler({"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                                           m_folder.filePath("host.c"), m_folder.filePath("runtime.c"), "-lm",
                                           "-o", m_folder.filePath("host.so")});
    if (!compiled.isGood) {
        problem = compiled.messages + QString::fromStdString(code->content);
        return;
    }
    m_library = dlopen(qPrintable(m_folder.filePath("host.so")), RTLD_NOW | RTLD_LOCAL);
    if (!m_library)
        problem = QString::fromUtf8(dlerror());
}

Program::~Program()
{
    if (m_library)
        dlclose(m_library);
}

void* Program::address(const char* name) const
{
    return dlsym(m_library, name);
}

int Program::call(std::vector<PackedValue> arguments, PackedValue* result) const
{
    using Entry = int32_t (*)(void*, void*, int32_t, void*);
    PackedValue unused = {};
    const auto entry = reinterpret_cast<Entry>(address("__tvm_ffi_main"));
    return entry(nullptr, arguments.data(), int32_t(arguments.size()), result ? result : &unused);
}

QStringList Program::calls(const std::map<const void*, QString>& names) const
{
    QStringList made;
    const auto* values = symbol<PackedValue>("call_values");
    for (int number = 0; number < *symbol<int>("call_count"); ++number) {
        QStringList arguments;
        for (int index = 0; index < symbol<int>("call_sizes")[number]; ++index) {
            const PackedValue& value = values[number * 16 + index];
            const auto known = names.find(value.pointer);
            arguments.append(TypeIndex(value.typeIndex) == TypeIndex::OpaquePointer && known != names.end()
                                 ? known->second
                                 : QString::number(value.integer));
        }
        made.append(QString::fromUtf8(symbol<char>("call_names") + number * 64) + "(" + arguments.join(", ") +
                    ")");
    }
    return made;
}

PackedValue ofInt(int64_t value)
{
    PackedValue packed = {};
    packed.typeIndex = int32_t(TypeIndex::Int);
    packed.integer = value;
    return packed;
}

PackedValue ofFloat(double value)
{
    PackedValue packed = {};
    packed.typeIndex = int32_t(TypeIndex::Float);
    packed.real = value;
    return packed;
}

TensorArgument::TensorArgument(int64_t count, void* data) : shape{count}
{
    tensor.data = data;
    tensor.deviceType = 2;
    tensor.dimensions = 1;
    tensor.typeCode = 2;
    tensor.typeBits = 32;
    tensor.typeLanes = 1;
    tensor.shape = shape;
}

PackedValue TensorArgument::packed()
{
    PackedValue value = {};
    value.typeIndex = int32_t(TypeIndex::TensorPointer);
    value.pointer = &tensor;
    return value;
}

} // namespace tir::testing
