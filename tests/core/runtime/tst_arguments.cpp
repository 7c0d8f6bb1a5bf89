/// Arguments from a signature: given, derived, and chosen values, and errors.

#include "core/ir/make.h"
#include "core/runtime/arguments.h"
#include "core/runtime/npy.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace tir;

class TstArguments : public QObject {
    Q_OBJECT

private slots:
    void isTheSameForTheSameSeed();
    void largeTensorsAreOneSequence();
    void halfOfMixedValuesAreSmall();
    void wideRangesReachTheirEnd();
    void bytesAreCounted();
    void valuesAreOfTheirKind();
    void sizesDefault();
    void sizesAreChosen();
    void sizesFollowFromInputs();
    void sizesFollowFromExpressionsOfInputs();
    void expressionsOfSizes();
    void scalarsThatAreSizes();
    void givingOneLeavesTheOthers();
    void rangesAreKept();
    void sizesMeetTheConditions_data();
    void sizesMeetTheConditions();
    void partialTilesAreFoundOnRequest();
    void filesOfScalarsHaveOneNumber_data();
    void filesOfScalarsHaveOneNumber();
    void pointersAreAsLargeAsTheirBuffers();
    void refusals_data();
    void refusals();
    void specifications_data();
    void specifications();
    void filesNamedLikeSpecifications();
    void randomValuesAreStepsFromTheLeast();

private:
    const Var* scalar(const char* name, DType dtype)
    {
        return m_arena.make<Var>(name, primType(m_arena, dtype));
    }
    const Expr* number(int64_t value) { return int32(m_arena, value); }

    /// main(scalars…, buffers…)
    const PrimFunc& function(const std::vector<const Var*>& scalars,
                             const std::vector<std::pair<const char*, std::vector<const Expr*>>>& buffers,
                             DType dtype = Float32)
    {
        std::vector<const Var*> params = scalars;
        std::vector<BufferBinding> bindings;
        for (const auto& [name, shape] : buffers) {
            const Var* data = m_arena.make<Var>("data", pointerType(m_arena, dtype, ""));
            const Buffer* buffer =
                m_arena.make<Buffer>(data, dtype, m_arena.copy(shape), number(0), std::string_view(name));
            params.push_back(scalar("handle", Handle));
            bindings.push_back({params.back(), buffer});
        }
        return *m_arena.make<PrimFunc>(m_arena.copy(params), noOp(m_arena), voidType(m_arena),
                                       m_arena.copy(bindings), Dict());
    }

    InputSpec fileOf(const Tensor& tensor)
    {
        const std::string path =
            m_folder.filePath(QString::number(++m_fileCount) + QStringLiteral(".npy")).toStdString();
        return writeNpy(path, tensor) ? InputSpec::file(path) : InputSpec();
    }

    Arena m_arena;
    QTemporaryDir m_folder;
    int m_fileCount = 0;
};

void TstArguments::isTheSameForTheSameSeed()
{
    const PrimFunc& main = function({}, {{"A", {number(16)}}});
    const Tensor first = makeArguments(main, {.seed = 3})->params[0].value;
    QVERIFY(makeArguments(main, {.seed = 3})->params[0].value == first);
    QVERIFY(makeArguments(main, {.seed = 4})->params[0].value != first);
    // SplitMix64 with seed 0 starts with this number in every implementation.
    QCOMPARE(Random(0).next(), quint64(0xe220a8397b1dcdaf));
}

/// Several threads fill them with the numbers that one would have produced.
void TstArguments::largeTensorsAreOneSequence()
{
    constexpr int64_t Count = 3'000'001;
    const auto made = makeArguments(function({}, {{"A", {number(Count)}}}), {.seed = 3});
    const auto few = makeArguments(function({}, {{"A", {number(1000)}}}), {.seed = 3});
    const Tensor& tensor = made->params[0].value;
    for (int64_t index = 0; index < 1000; ++index)
        QCOMPARE(numberAt(tensor, index), numberAt(few->params[0].value, index));
    Random numbers(Random(3).next());
    numbers.skip(Count - 1);
    QCOMPARE(numberAt(tensor, Count - 1), double(float(-1 + numbers.unit() * 2)));
    const auto ramp =
        makeArguments(function({}, {{"A", {number(Count)}}}), {.inputs = {{"A", InputSpec::ramp(1, 2)}}});
    for (const int64_t index : {int64_t(0), int64_t(1'500'001), Count - 1})
        QCOMPARE(numberAt(ramp->params[0].value, index), double(1 + 2 * index));
}

void TstArguments::halfOfMixedValuesAreSmall()
{
    constexpr int64_t Count = 1000;
    for (const auto& [least, greatest] : {std::pair(-40000.0, 40000.0), {0.0, 255.0}, {100.0, 200.0}}) {
        const auto made = makeArguments(function({}, {{"A", {number(Count)}}}, Int32),
                                        {.inputs = {{"A", InputSpec::mixed(least, greatest)}}});
        int64_t smallCount = 0;
        std::set<double> parities;
        for (int64_t index = 0; index < Count; ++index) {
            const double value = numberAt(made->params[0].value, index);
            QVERIFY(value >= least && value <= greatest);
            smallCount += std::abs(value) <= 8;
            parities.insert(std::fmod(std::abs(value), 2));
        }
        QCOMPARE(parities.size(), size_t(2));
        QVERIFY2(least > 8 ? smallCount == 0 : smallCount > Count * 2 / 5 && smallCount < Count * 3 / 5,
                 qPrintable(QString::number(smallCount)));
    }
}

void TstArguments::wideRangesReachTheirEnd()
{
    constexpr double Largest = 0x1.fffffffffffffp63;
    const auto made = makeArguments(function({}, {{"A", {number(1000)}}}, UInt64),
                                    {.inputs = {{"A", InputSpec::mixed(0, Largest)}}});
    int64_t largeCount = 0;
    for (int64_t index = 0; index < 1000; ++index)
        largeCount += numberAt(made->params[0].value, index) > 0x1p63;
    QVERIFY2(largeCount > 200 && largeCount < 300, qPrintable(QString::number(largeCount)));
}

void TstArguments::bytesAreCounted()
{
    const auto bytesOf = [&](const std::vector<const Expr*>& shape) {
        return planArguments(function({}, {{"A", shape}, {"B", {number(3)}}}), {}).bytes();
    };
    QCOMPARE(bytesOf({number(5), number(7)}), uint64_t(4 * (5 * 7 + 3)));
    const Expr* const large = m_arena.make<IntImm>(Int64, int64_t(1) << 40);
    QCOMPARE(bytesOf({large}), (uint64_t(4) << 40) + 12);
    QCOMPARE(bytesOf({large, large}), UINT64_MAX);
}

void TstArguments::valuesAreOfTheirKind()
{
    for (const char* name : {"float32", "float16", "bfloat16", "int32", "uint8", "bool"}) {
        const DType dtype = *dtypeFromString(name);
        const Result<Arguments> made = makeArguments(function({}, {{"A", {number(200)}}}, dtype), {});
        QVERIFY(made.hasValue());
        const Tensor& tensor = made->params[0].value;
        double least = 1e9;
        double most = -1e9;
        for (int64_t index = 0; index < numberCount(tensor); ++index) {
            least = std::min(least, numberAt(tensor, index));
            most = std::max(most, numberAt(tensor, index));
        }
        const bool isWhole = dtype.isIntegral() && !dtype.isBool();
        QCOMPARE(least >= (isWhole ? 1 : dtype.isBool() ? 0 : -1), true);
        QCOMPARE(most <= (isWhole ? 8 : 1), true);
        QVERIFY(most > least);
    }
}

void TstArguments::sizesDefault()
{
    const Var* n = scalar("n", Int32);
    const Result<Arguments> made = makeArguments(function({}, {{"A", {n}}, {"B", {n, number(2)}}}), {});
    QVERIFY(made.hasValue());
    QCOMPARE(made->sizes.at(n), DefaultSize);
    QCOMPARE(made->params[1].value.shape, (std::vector<int64_t>{DefaultSize, 2}));
}

void TstArguments::sizesAreChosen()
{
    const Var* n = scalar("n", Int32);
    const Result<Arguments> made =
        makeArguments(function({}, {{"A", {n}}}), {.inputs = {{"n", InputSpec::constant(7)}}});
    QVERIFY(made.hasValue());
    QCOMPARE(made->params[0].value.shape, std::vector<int64_t>{7});
}

void TstArguments::sizesFollowFromInputs()
{
    const Var* n = scalar("n", Int32);
    Tensor given = makeTensor(Float32, {5});
    setNumber(given, 3, 0.25);
    const Result<Arguments> made =
        makeArguments(function({}, {{"A", {n}}, {"B", {n}}}), {.inputs = {{"B", fileOf(given)}}});
    QVERIFY(made.hasValue());
    QCOMPARE(made->params[0].value.shape, std::vector<int64_t>{5});
    QVERIFY(made->params[1].value == given);
}

/// The size is solved for where it is the only one of an extent, and linear.
void TstArguments::sizesFollowFromExpressionsOfInputs()
{
    const Var* n = scalar("n", Int32);
    const Var* m = scalar("m", Int32);
    const Tensor given = makeTensor(Float32, {11});
    const auto sizesFor = [&](const Expr* extent) {
        return makeArguments(function({}, {{"A", {extent}}, {"B", {n}}}), {.inputs = {{"A", fileOf(given)}}});
    };
    for (const auto& [extent, size] : std::vector<std::pair<const Expr*, int64_t>>{
             {add(m_arena, n, number(3)), 8},
             {add(m_arena, mul(m_arena, n, number(2)), number(1)), 5},
             {binary(m_arena, BinaryOp::Sub, number(20), n), 9},
         }) {
        const Result<Arguments> made = sizesFor(extent);
        QVERIFY2(made.hasValue(), made ? "" : made.diagnostics().front().message.c_str());
        QCOMPARE(made->params[1].value.shape, std::vector<int64_t>{size});
    }
    QVERIFY(!sizesFor(mul(m_arena, n, number(2))).hasValue()); // 11 is odd
    const Var* large = scalar("large", Int64);
    const auto sizeOf = [&](int64_t first) {
        const Expr* extent = binary(m_arena, BinaryOp::Sub, intImm(m_arena, Int64, first), large);
        return makeArguments(function({}, {{"A", {extent}}}), {.inputs = {{"A", fileOf(given)}}});
    };
    QVERIFY(sizeOf(20).hasValue());
    for (const int64_t first : {-INT64_MAX, INT64_MIN}) // the difference of the two does not fit
        QVERIFY(!sizeOf(first).hasValue());
    QVERIFY(!sizesFor(add(m_arena, n, m)).hasValue());
}

void TstArguments::expressionsOfSizes()
{
    const Var* n = scalar("n", Int32);
    const Expr* half = floorDiv(m_arena, add(m_arena, n, number(1)), number(2));
    const Result<Arguments> made =
        makeArguments(function({}, {{"A", {half}}}), {.inputs = {{"n", InputSpec::constant(9)}}});
    QVERIFY(made.hasValue());
    QCOMPARE(made->params[0].value.shape, std::vector<int64_t>{5});
}

void TstArguments::scalarsThatAreSizes()
{
    const Var* n = scalar("n", Int32);
    const Var* k = scalar("k", Int32);
    const Result<Arguments> made = makeArguments(function({n, k}, {{"A", {n}}}), {});
    QVERIFY(made.hasValue());
    QVERIFY(made->params[0].isScalar);
    QCOMPARE(numberAt(made->params[0].value, 0), double(DefaultSize));
    QVERIFY(numberAt(made->params[1].value, 0) >= 1 && numberAt(made->params[1].value, 0) <= 4);
}

void TstArguments::givingOneLeavesTheOthers()
{
    const PrimFunc& main = function({}, {{"A", {number(8)}}, {"B", {number(8)}}});
    const Result<Arguments> before = makeArguments(main, {.seed = 3});
    const Result<Arguments> after =
        makeArguments(main, {.seed = 3, .inputs = {{"A", InputSpec::ramp(2, 0.5)}}});
    QVERIFY(before.hasValue() && after.hasValue());
    QVERIFY(after->params[1].value == before->params[1].value);
    for (int64_t index = 0; index < 8; ++index)
        QCOMPARE(numberAt(after->params[0].value, index), 2 + 0.5 * double(index));
}

void TstArguments::rangesAreKept()
{
    const PrimFunc& main = function({}, {{"A", {number(500)}}}, Int32);
    const Result<Arguments> made = makeArguments(main, {.inputs = {{"A", InputSpec::random(-2, 1)}}});
    QVERIFY(made.hasValue());
    std::set<double> seen;
    for (int64_t index = 0; index < 500; ++index)
        seen.insert(numberAt(made->params[0].value, index));
    QCOMPARE(seen, (std::set<double>{-2, -1, 0, 1}));
}

void TstArguments::sizesMeetTheConditions_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("m");
    QTest::newRow("none") << "A[0] = T.float32(0)" << 64 << 64;
    QTest::newRow("a tile") << "for i in range(n // 96):\n        A[i] = T.float32(0)" << 96 << 64;
    QTest::newRow("two tiles") << "for i in range(n // 48):\n        A[n % 64] = T.float32(0)" << 192 << 64;
    QTest::newRow("a rounded-up tile")
        << "for i in range((n + 127) // 128):\n        A[i] = T.float32(0)" << 64 << 64;
    QTest::newRow("upper bound") << "assert n < 40, \"too large\"" << 32 << 64;
    QTest::newRow("lower bound") << "assert n >= 100, \"too small\"" << 128 << 64;
    QTest::newRow("exact") << "assert n == 1000, \"another\"" << 1000 << 64;
    QTest::newRow("one of the other") << "assert n == m * 3 and m > 1, \"another\"" << 96 << 32;
    QTest::newRow("assumption") << "T.evaluate(T.assume(n % 7 == 0))" << 70 << 64;
    QTest::newRow("in a branch") << "if m > 1000:\n        assert n == 5, \"another\"" << 64 << 64;
    QTest::newRow("contradiction") << "assert n > 5 and n < 5, \"never\"" << 64 << 64;
}

void TstArguments::sizesMeetTheConditions()
{
    QFETCH(QString, statements);
    QFETCH(int, n);
    QFETCH(int, m);
    const std::string text = "@T.prim_func(s_tir=True)\ndef main(a: T.handle, b: T.handle):\n"
                             "    n = T.int32()\n    m = T.int32()\n"
                             "    A = T.match_buffer(a, (n,))\n    B = T.match_buffer(b, (m,))\n    " +
                             statements.toStdString() + "\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    QVERIFY2(parsed.hasValue(), parsed ? "" : parsed.diagnostics().front().message.c_str());
    const ArgumentPlan plan =
        planArguments(to<PrimFunc>(*parsed->module.module->functions.front().function), {});
    QVERIFY(plan.problems.empty());
    QCOMPARE(plan.sizes.size(), size_t(2));
    QCOMPARE(plan.sizes[0].name, std::string("n"));
    QCOMPARE(plan.sizes[0].value, int64_t(n));
    QCOMPARE(plan.sizes[1].value, int64_t(m));
}

/// Their search is for checks: other runs do without it.
void TstArguments::partialTilesAreFoundOnRequest()
{
    const Var* n = scalar("n", Int32);
    const PrimFunc& main = function({}, {{"A", {n}}, {"B", {floorDiv(m_arena, n, number(32))}}});
    QVERIFY(planArguments(main, {}).partialTiles.empty());
    const ArgumentPlan plan = planArguments(main, {.findsPartialTiles = true});
    QCOMPARE(plan.values.at(n), DefaultSize);
    QCOMPARE(plan.partialTiles.at(n), DefaultSize + 1);
}

void TstArguments::filesOfScalarsHaveOneNumber_data()
{
    QTest::addColumn<qint64>("count"); // of a line of numbers; -1: a number without dimensions
    QTest::newRow("a number") << qint64(-1);
    QTest::newRow("a line of one") << qint64(1);
    QTest::newRow("none") << qint64(0);
    QTest::newRow("two") << qint64(2);
    QTest::newRow("more than memory holds") << (qint64(1) << 40);
}

/// The header tells: other files are refused unread.
void TstArguments::filesOfScalarsHaveOneNumber()
{
    QFETCH(qint64, count);
    std::string file = toNpy(count < 0 ? makeTensor(Int32, {}) : makeTensor(Int32, {0}));
    if (count < 0) {
        file[file.size() - 4] = 5; // little-endian
    } else if (count > 0) {
        const std::string shape = "(" + std::to_string(count) + ",)";
        const size_t at = file.find("(0,)");
        QVERIFY(at != file.npos);
        // The header keeps its length: spaces at its end make way.
        file.erase(file.size() - 1 - (shape.size() - 4), shape.size() - 4);
        file.replace(at, 4, shape);
    }
    const QString path = m_folder.filePath(QString("scalar_%1.npy").arg(count));
    QFile target(path);
    QVERIFY(target.open(QIODevice::WriteOnly) && target.write(file.data(), qint64(file.size())) > 0);
    if (count > 0 && !target.resize(qint64(file.size()) + count * 4))
        QSKIP("the file system has no files of this size");
    target.close();
    for (const DType dtype : {Int32, Float32}) {
        const PrimFunc& main = function({scalar("n", dtype)}, {});
        const ArgumentPlan plan =
            planArguments(main, {.inputs = {{"n", InputSpec::file(path.toStdString())}}});
        const bool isOne = (count == 1 || count == -1) && dtype == Int32;
        QCOMPARE(plan.problems.size(), size_t(isOne ? 0 : 1));
        if (isOne)
            QCOMPARE(plan.values.at(main.params[0]), int64_t(count < 0 ? 5 : 0));
    }
}

void TstArguments::pointersAreAsLargeAsTheirBuffers()
{
    const std::string text = "@T.prim_func(s_tir=True)\ndef main(p: T.handle(\"float32\"), n: T.int32):\n"
                             "    A = T.decl_buffer((4,), data=p)\n"
                             "    B = T.decl_buffer((n, 8), data=p)\n"
                             "    B[0, 0] = A[0]\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    QVERIFY2(parsed.hasValue(), parsed ? "" : parsed.diagnostics().front().message.c_str());
    const auto& main = to<PrimFunc>(*parsed->module.module->functions.front().function);
    const ArgumentPlan plan = planArguments(main, {.inputs = {{"n", InputSpec::constant(3)}}});
    QVERIFY(plan.problems.empty());
    QVERIFY(plan.params[0].kind == ParameterPlan::Kind::Pointer);
    QCOMPARE(plan.params[0].shape, (std::vector<int64_t>{3, 8}));
}

void TstArguments::refusals_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* title, const char* name, const char* spec, const char* dtype,
                        const char* expected) {
        QTest::newRow(title) << QString(name) << QString(spec) << QString(dtype) << QString(expected);
    };
    row("wrong shape", "A", "2x2", "float32", "has shape (2, 2), expected (4)");
    row("no file", "A", "/nowhere.npy", "float32", "/nowhere.npy");
    row("unknown name", "Z", "1", "float32", "no parameter and no symbolic size 'Z'");
    row("pointer without a size", "p", "random", "float32", "pointer of unknown size");
    row("no whole number", "A", "0.5", "int32", "0.5 does not fit into int32");
    row("out of range", "A", "300", "uint8", "300 does not fit into uint8");
    row("negative", "A", "-1", "uint8", "-1 does not fit into uint8");
    row("no boolean", "A", "2", "bool", "2 does not fit into bool");
    row("too large", "A", "1e6", "float16", "1e+06 does not fit into float16");
    row("ramp leaves the type", "A", "ramp(250,2)", "uint8",
        "the ramp ends at 256, which does not fit into uint8");
    row("ramp of fractions", "A", "ramp(0,0.5)", "int32", "takes whole steps");
    row("range without a number", "A", "random(0.2,0.8)", "int32",
        "there is no whole number between 0.2 and 0.8");
    row("size is not a number", "n", "random", "float32", "'random' is not a size");
    row("size is a fraction", "n", "1.5", "float32", "is not a size");
    row("size is negative", "n", "-3", "float32", "is not a size");
}

void TstArguments::refusals()
{
    QFETCH(QString, name);
    QFETCH(QString, spec);
    QFETCH(QString, dtype);
    QFETCH(QString, expected);
    const InputSpec input = spec == QLatin1String("2x2") ? fileOf(makeTensor(Float32, {2, 2}))
                                                         : *parseInputSpec(spec.toStdString());
    const std::vector<const Var*> scalars =
        name == QLatin1String("p") ? std::vector<const Var*>{scalar("p", Handle)} : std::vector<const Var*>{};
    const PrimFunc& main = function(scalars, {{"A", {number(4)}}, {"B", {scalar("n", Int32)}}},
                                    *dtypeFromString(dtype.toStdString()));
    const ArgumentOptions options{.inputs = {{name.toStdString(), input}}};
    const ArgumentPlan plan = planArguments(main, options);
    QCOMPARE(plan.problems.size(), size_t(1));
    QCOMPARE(QString::fromStdString(plan.problems.front().name), name);
    const Result<Arguments> made = makeArguments(main, options);
    QVERIFY(!made.hasValue());
    QCOMPARE(made.diagnostics().size(), size_t(1));
    const QString message = QString::fromStdString(made.diagnostics().front().message);
    QVERIFY2(message.contains(expected), qPrintable(message));
}

void TstArguments::specifications_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("back"); // or the error
    QTest::newRow("random") << "random"
                            << "random";
    QTest::newRow("range") << " random( -1, 2.50 ) "
                           << "random(-1,2.5)";
    QTest::newRow("range with a step") << "random(-1, 1, .25)"
                                       << "random(-1,1,0.25)";
    QTest::newRow("mixed") << "mixed(-128, 127)"
                           << "mixed(-128,127)";
    QTest::newRow("mixed without a range") << "mixed(1)"
                                           << "mixed takes a least and a greatest number";
    QTest::newRow("step of zero") << "random(0,1,0)"
                                  << "the step of random, 0, is not above zero, or too small";
    QTest::newRow("constant") << "const(1e-3)"
                              << "const(0.001)";
    QTest::newRow("number") << "64"
                            << "const(64)";
    QTest::newRow("large") << "1152921504606846976"
                           << "const(1152921504606846976)";
    QTest::newRow("largest") << "-9223372036854775808"
                             << "const(-9223372036854775808)";
    QTest::newRow("no double")
        << "9007199254740993"
        << "9007199254740993 would be rounded to 9007199254740992; a .npy file can hold it";
    QTest::newRow("no double, unsigned")
        << "random(0,18446744073709551615)"
        << "18446744073709551615 would be rounded to 18446744073709551616; a .npy file can hold it";
    QTest::newRow("infinity") << "-inf"
                              << "const(-inf)";
    QTest::newRow("ramp") << "ramp(0,0.1)"
                          << "ramp(0,0.1)";
    QTest::newRow("file") << "data/a.npy"
                          << "data/a.npy";
    QTest::newRow("file with parentheses") << "a(1).npy"
                                           << "a(1).npy";
    QTest::newRow("nothing") << ""
                             << "missing value; expected a number, random, mixed, const, ramp, or a file";
    QTest::newRow("unknown word") << "gauss(0,1)"
                                  << "unknown generator 'gauss'; expected random, mixed, const, or ramp";
    QTest::newRow("no parenthesis") << "ramp(0,1"
                                    << "'ramp(0,1' lacks a closing parenthesis";
    QTest::newRow("no number") << "ramp(0,x)"
                               << "'x' is not a number";
    QTest::newRow("no range") << "random(2,1)"
                              << "2 to 1 is not a range";
    QTest::newRow("one number") << "ramp(1)"
                                << "ramp takes two numbers, its start and its step";
    QTest::newRow("two numbers") << "const(1,2)"
                                 << "const takes one number";
}

void TstArguments::specifications()
{
    QFETCH(QString, text);
    QFETCH(QString, back);
    const Result<InputSpec> spec = parseInputSpec(text.toStdString());
    QCOMPARE(QString::fromStdString(spec ? toString(*spec) : spec.diagnostics().front().message), back);
    if (spec)
        QVERIFY(*parseInputSpec(toString(*spec)) == *spec);
}

void TstArguments::filesNamedLikeSpecifications()
{
    for (const char* name : {"7", "random", "const(1)", "a.npy"}) {
        const Result<InputSpec> back = parseInputSpec(toString(InputSpec::file(name)));
        QVERIFY(back && back->kind == InputSpec::Kind::File);
    }
}

void TstArguments::randomValuesAreStepsFromTheLeast()
{
    const PrimFunc& main = function({}, {{"A", {number(1000)}}}, Float32);
    const Result<Arguments> made = makeArguments(main, {.inputs = {{"A", InputSpec::random(-1, 1, 0.5)}}});
    QVERIFY(made);
    std::set<double> values;
    for (int64_t index = 0; index < 1000; ++index)
        values.insert(numberAt(made->params.front().value, index));
    QCOMPARE(values, (std::set<double>{-1, -0.5, 0, 0.5, 1}));
}

TIR_TEST(TstArguments)
#include "tst_arguments.moc"
