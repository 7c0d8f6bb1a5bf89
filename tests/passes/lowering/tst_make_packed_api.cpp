/// MakePackedAPI, carried out: a packed function is called with good and with broken arguments.

#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/packed_fields.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <array>
#include <functional>

using namespace tir;

namespace {

constexpr const char* Program = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle, n: T.int32, x: T.float32, flag: T.bool) -> T.float32:
        T.func_attr({"target": T.target({"kind": "llvm", "host": {"kind": "llvm"}})})
        m = T.int32()
        A = T.match_buffer(a, (m, 4), "float32")
        B = T.match_buffer(b, (m,), "int32")
        C = T.match_buffer(c, (m + 1,), "int32")
        B[0] = n
        C[0] = T.Cast("int32", flag)
        return A[0, 0] + x
)";

constexpr const char* Calling = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def scaled(n: T.int32, x: T.float32) -> T.float32:
        T.func_attr({"target": T.target({"kind": "llvm", "host": {"kind": "llvm"}})})
        return T.Cast("float32", n) * x

    @T.prim_func(s_tir=True)
    def main(n: T.int32) -> T.float32:
        T.func_attr({"target": T.target({"kind": "llvm", "host": {"kind": "llvm"}})})
        return Module.scaled(n + 1, T.float32(0.5)) + T.float32(1.0)
)";

/// The arguments of a caller; valid by default.
class Caller {
public:
    Caller()
    {
        const auto describe = [&](size_t index, void* data, int dimensions, TypeCode code) {
            tensors[index] = {data, int32_t(DeviceType::CPU), 0,       dimensions, uint8_t(code), 32,
                              1,    shapes[index].data(),     nullptr, 0};
            values[index] = {int32_t(TypeIndex::TensorPointer), 0, {.pointer = &tensors[index]}};
        };
        describe(0, a.data(), 2, TypeCode::Float);
        describe(1, b.data(), 1, TypeCode::Int);
        describe(2, c.data(), 1, TypeCode::Int);
        values[3] = {int32_t(TypeIndex::Int), 0, {.integer = 7}};
        values[4] = {int32_t(TypeIndex::Float), 0, {.real = 0.5}};
        values[5] = {int32_t(TypeIndex::Bool), 0, {.integer = 1}};
    }

    std::optional<ProgramError> call(const CpuProgram& program)
    {
        const std::array<void*, 4> arguments{nullptr, args, &count, &result};
        return program.run(arguments.data(), errorCode.data());
    }

    std::array<float, 8> a = {1.5F};
    std::array<int32_t, 2> b = {};
    std::array<int32_t, 3> c = {};
    std::array<std::array<int64_t, 2>, 3> shapes = {{{2, 4}, {2, 0}, {3, 0}}};
    std::array<int64_t, 2> strides = {4, 1};
    std::array<PackedTensor, 3> tensors = {};
    std::array<PackedValue, 6> values = {};
    void* args = values.data();
    int32_t count = 6;
    PackedValue result = {};
    std::array<std::byte, 8> errorCode = {};
};

using Change = std::function<void(Caller&)>;

/// `main` of the program as MakePackedAPI makes it, ready to be called; or what went wrong.
struct Packed {
    std::optional<CpuProgram> program;
    QByteArray problem;
};

Packed packed(const char* text, Mode mode = Mode::AsTvm)
{
    const auto failure = [](const Diagnostics& diagnostics) {
        return Packed{std::nullopt, QByteArray::fromStdString(diagnostics.front().message)};
    };
    const auto parsed = parseModule(SourceText("program", text));
    if (!parsed)
        return failure(parsed.diagnostics());
    PassRunOptions options;
    options.mode = mode;
    const auto recording = runPasses(parsed->module, parseInvocations("MakePackedAPI").value(), "", options);
    const Step& step = recording->steps.front();
    if (step.verdict != Verdict::Changed)
        return failure(step.diagnostics);
    const auto emitted = emitLlvm(*step.after, {"main"});
    if (!emitted)
        return failure(emitted.diagnostics());
    auto compiled = CpuProgram::compile(*emitted);
    if (!compiled)
        return failure(compiled.diagnostics());
    return {std::move(compiled).value(), {}};
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestMakePackedApi : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Packed made = packed(Program);
        QVERIFY2(made.program, made.problem);
        m_program = std::move(made.program);
    }

    /// Each buffer nests the body one level deeper: a traversal of more would run out of stack.
    void thousandsOfBuffersAreRejected()
    {
        std::string parameters;
        for (int number = 0; number < 3001; ++number)
            parameters += (number ? ", A" : "A") + std::to_string(number) + ": T.Buffer((1,), \"int32\")";
        const std::string text =
            "@T.prim_func(s_tir=True)\ndef main(" + parameters +
            "):\n    T.func_attr({\"target\": T.target({\"kind\": \"llvm\", \"host\": {\"kind\": "
            "\"llvm\"}})})\n    A0[0] = 1\n";
        const Packed made = packed(text.c_str());
        QVERIFY(!made.program);
        QVERIFY2(made.problem.startsWith("'main' has 3001 buffers as parameters"), made.problem);
    }

    void runsTheOldBody()
    {
        Caller caller;
        const auto failure = caller.call(*m_program);
        QVERIFY2(!failure, failure ? failure->message.c_str() : "");
        QCOMPARE(caller.b[0], 7);
        QCOMPARE(caller.c[0], 1);
        QCOMPARE(caller.result.typeIndex, int32_t(TypeIndex::Float));
        QCOMPARE(caller.result.real, 2.0);
        QVERIFY(caller.errorCode == (std::array<std::byte, 8>{}));
    }

    void takes_data()
    {
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const Change& change) { QTest::newRow(name) << change; };
        row("an integer as a float", [](Caller& caller) {
            caller.values[4] = {int32_t(TypeIndex::Int), 0, {.integer = 2}};
        });
        row("a boolean as an integer",
            [](Caller& caller) { caller.values[3].typeIndex = int32_t(TypeIndex::Bool); });
        row("a tensor by an opaque pointer",
            [](Caller& caller) { caller.values[0].typeIndex = int32_t(TypeIndex::OpaquePointer); });
        row("compact strides", [](Caller& caller) { caller.tensors[0].strides = caller.strides.data(); });
        row("any stride of a dimension of extent 1", [](Caller& caller) {
            caller.shapes = {{{1, 4}, {1, 0}, {2, 0}}};
            caller.strides = {99, 1};
            caller.tensors[0].strides = caller.strides.data();
        });
    }

    void takes()
    {
        QFETCH(Change, change);
        Caller caller;
        change(caller);
        const auto failure = caller.call(*m_program);
        QVERIFY2(!failure, failure ? failure->message.c_str() : "");
    }

    void refuses_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("expected"); ///< of the error, up to the signature
        const auto row = [](const char* name, const char* expected, const Change& change) {
            QTest::newRow(name) << change << expected;
        };
        row("too few arguments", "TypeError: the number of arguments must be 6",
            [](Caller& caller) { caller.count = 5; });
        row("no array", "TypeError: the array of arguments must not be null",
            [](Caller& caller) { caller.args = nullptr; });
        row("a number as a tensor", "TypeError: A must be a tensor",
            [](Caller& caller) { caller.values[0] = caller.values[3]; });
        row("no tensor", "TypeError: B must be a tensor", [](Caller& caller) {
            caller.values[1] = {int32_t(TypeIndex::None), 0, {.pointer = nullptr}};
        });
        row("a float as an integer", "TypeError: n must be an integer",
            [](Caller& caller) { caller.values[3] = caller.values[4]; });
        row("a tensor as a number", "TypeError: x must be a number",
            [](Caller& caller) { caller.values[4] = caller.values[0]; });
        row("a float as a boolean", "TypeError: flag must be a boolean",
            [](Caller& caller) { caller.values[5] = caller.values[4]; });
        row("another rank", "ValueError: A.ndim must be 2",
            [](Caller& caller) { caller.tensors[0].dimensions = 1; });
        row("another code", "TypeError: B.dtype must be int32",
            [](Caller& caller) { caller.tensors[1].typeCode = uint8_t(TypeCode::UInt); });
        row("other bits", "TypeError: A.dtype must be float32",
            [](Caller& caller) { caller.tensors[0].typeBits = 64; });
        row("lanes", "TypeError: A.dtype must be float32",
            [](Caller& caller) { caller.tensors[0].typeLanes = 2; });
        row("another extent than the constant", "ValueError: A.shape[1] must be 4",
            [](Caller& caller) { caller.shapes[0][1] = 5; });
        row("another extent than before", "ValueError: B.shape[0] must equal A.shape[0]",
            [](Caller& caller) { caller.shapes[1][0] = 1; });
        row("another extent than the sum", "ValueError: C.shape[0] must be m + 1",
            [](Caller& caller) { caller.shapes[2][0] = 2; });
        row("gaps between the rows", "ValueError: A.strides must be those of a compact tensor",
            [](Caller& caller) {
                caller.strides[0] = 8;
                caller.tensors[0].strides = caller.strides.data();
            });
        row("an offset", "ValueError: A.byte_offset must be 0",
            [](Caller& caller) { caller.tensors[0].byteOffset = 4; });
        row("another kind of device", "ValueError: B.device_type must be cpu",
            [](Caller& caller) { caller.tensors[1].deviceType = int32_t(DeviceType::CUDA); });
        row("another device", "ValueError: C.device_id must equal A.device_id",
            [](Caller& caller) { caller.tensors[2].deviceId = 1; });
        row("no data", "ValueError: C.data must not be null",
            [](Caller& caller) { caller.tensors[2].data = nullptr; });
    }

    void refuses()
    {
        QFETCH(Change, change);
        QFETCH(QString, expected);
        Caller caller;
        change(caller);
        const auto failure = caller.call(*m_program);
        QVERIFY2(failure, "the call was accepted");
        const QString error = QString::fromStdString(failure->kind + ": " + failure->message);
        QCOMPARE(error.section(" (", 0, 0), expected);
        QVERIFY2(error.contains("main(A: Tensor([m, 4], float32)"), qPrintable(error));
        QCOMPARE(caller.b[0], 0);
    }

    void callsOtherPackedFunctions()
    {
        const Packed made = packed(Calling, Mode::Sound);
        QVERIFY2(made.program, made.problem);
        Caller caller;
        caller.values[0] = {int32_t(TypeIndex::Int), 0, {.integer = 5}};
        caller.count = 1;
        const auto failure = caller.call(*made.program);
        QVERIFY2(!failure, failure ? failure->message.c_str() : "");
        QCOMPARE(caller.result.real, 4.0);
    }

    /// Every message names the signature, which is cut short.
    void checksOfManyParametersTakeLinearSpace()
    {
        const auto sizeWith = [](int count) {
            std::string text =
                "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main(a0: T.int32";
            for (int i = 1; i < count; ++i)
                text += ", a" + std::to_string(i) + ": T.int32";
            text += "):\n        T.func_attr({\"target\": T.target({\"kind\": \"llvm\", \"host\": {\"kind\": "
                    "\"llvm\"}})})\n        T.evaluate(a0)\n";
            const auto recording = runPasses(parseModule(SourceText("test", text)).value().module,
                                             parseInvocations("MakePackedAPI").value(), "");
            return printScript(recording->module(1)).size();
        };
        const size_t size = sizeWith(400);
        QVERIFY(size > 400 * 100); // there are checks
        const size_t larger = sizeWith(1600);
        QVERIFY2(larger < 5 * size, std::to_string(larger).c_str());
    }

    void nullPointerOfTvmCountsAsAnArgument()
    {
        const Packed made = packed(Calling);
        QVERIFY2(made.program, made.problem);
        Caller caller;
        caller.values[0] = {int32_t(TypeIndex::Int), 0, {.integer = 5}};
        caller.count = 1;
        const auto failure = caller.call(*made.program);
        QVERIFY2(failure, "the call was accepted");
        QCOMPARE(QString::fromStdString(failure->message),
                 "the number of arguments must be 2 (scaled(n: int32, x: float32))");
    }

private:
    std::optional<CpuProgram> m_program;
};

TIR_TEST(TestMakePackedApi)
#include "tst_make_packed_api.moc"
