/// Targets: reading, defaults of kinds, hosts, text. And storage scopes and dtypes, the other small texts.

#include "core/ir/dtype.h"
#include "core/ir/storage_scope.h"
#include "core/ir/target.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstTarget : public QObject {
    Q_OBJECT

private slots:
    void fillsInWhatTheKindImplies();
    void attachesAndStripsHosts();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
    void readsStorageScopes_data();
    void readsStorageScopes();
    void dtypesRoundTrip_data();
    void dtypesRoundTrip();
    void refusesBadDtypes();
    void dtypesThatDoNotExistHaveTheirForm();

private:
    Arena m_arena;
};

void TstTarget::fillsInWhatTheKindImplies()
{
    const Target* target = defaultTarget(m_arena);
    QCOMPARE(
        toString(*target),
        std::string(R"({"arch":"sm_90","host":{"keys":["cpu"],"kind":"llvm","mtriple":"x86_64-pc-linux-gnu",)"
                    R"("tag":""},"keys":["cuda","gpu"],"kind":"cuda","max_num_threads":1024,"tag":"",)"
                    R"("thread_warp_size":32})"));
    QVERIFY(deviceType(*target) == DeviceType::CUDA);
    QVERIFY(hasKey(*target, "gpu"));
    QVERIFY(!hasKey(*target, "cpu"));
}

void TstTarget::attachesAndStripsHosts()
{
    const Target* cuda = withoutHost(m_arena, defaultTarget(m_arena));
    QVERIFY(!cuda->host);
    QCOMPARE(withoutHost(m_arena, cuda), cuda);
    const Target* host = *targetFromText(m_arena, "c");
    QCOMPARE(
        toString(**targetFromText(m_arena, "cuda  -arch=sm_80 -max_num_threads=512")),
        toString(**targetFromText(m_arena, R"({"kind": "cuda", "arch": "sm_80", "max_num_threads": 512})")));
    const Target* both = withHost(m_arena, cuda, host);
    QCOMPARE(both->host, host);
    QVERIFY(toString(*both) != toString(*cuda));
    QCOMPARE(toString(*withoutHost(m_arena, both)), toString(*cuda));
}

void TstTarget::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("unknown kind") << QByteArray("cudda") << "unknown target kind 'cudda'";
    QTest::newRow("broken JSON") << QByteArray("{\"kind\": ")
                                 << "a target is a kind name or a JSON object with the key 'kind'";
    QTest::newRow("no kind") << QByteArray("{}") << "a target needs a string under the key 'kind'";
    QTest::newRow("bad option")
        << QByteArray("cuda sm_80")
        << "expected an option such as -arch=sm_80 after the target kind, found 'sm_80'";
    QTest::newRow("warps without threads")
        << QByteArray("cuda -thread_warp_size=0")
        << "thread_warp_size is a number from 1 to 1024, but the target has 0";
    QTest::newRow("warps of a string")
        << QByteArray(R"({"kind": "cuda", "thread_warp_size": "x"})")
        << "thread_warp_size is a number from 1 to 1024, but the target has \"x\"";
    QTest::newRow("bad host") << QByteArray("{\"kind\": \"cuda\", \"host\": 3}")
                              << "the host of a target must be a kind name, a dictionary or a target";
}

void TstTarget::refusesWhatItDoesNotKnow()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const auto result = targetFromText(m_arena, std::string_view(text.constData(), size_t(text.size())));
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.diagnostics().at(0).message), expected);
}

void TstTarget::readsStorageScopes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("rank");
    QTest::addColumn<QByteArray>("tag");
    QTest::newRow("empty") << QByteArray("") << 0 << QByteArray("");
    QTest::newRow("tagged global") << QByteArray("global.vtcm") << 0 << QByteArray(".vtcm");
    QTest::newRow("dynamic") << QByteArray("shared.dyn") << 1 << QByteArray(".dyn");
    QTest::newRow("barrier") << QByteArray("shared.barrier") << 1 << QByteArray(".barrier");
    QTest::newRow("fragment") << QByteArray("wmma.matrix_b") << 5 << QByteArray("");
    QTest::newRow("unknown") << QByteArray("cache") << -1 << QByteArray("");
}

void TstTarget::readsStorageScopes()
{
    QFETCH(QByteArray, text);
    QFETCH(int, rank);
    QFETCH(QByteArray, tag);
    const auto scope = storageScopeFromString(text.constData());
    QCOMPARE(scope ? int(scope->rank) : -1, rank);
    if (scope)
        QCOMPARE(QByteArray(scope->tag.data(), qsizetype(scope->tag.size())), tag);
}

void TstTarget::dtypesRoundTrip_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"int32",           "uint1",     "int1",          "int2",
                             "uint2",           "int4",      "uint4",         "uint64",
                             "float16",         "float64",   "bfloat16",      "bool",
                             "handle",          "void",      "float8_e4m3fn", "float8_e4m3fnuz",
                             "float4_e2m1fnx2", "float32x4", "boolx8",        "float16xvscalex4"})
        QTest::newRow(text) << QByteArray(text);
}

void TstTarget::dtypesRoundTrip()
{
    QFETCH(QByteArray, text);
    const auto type = dtypeFromString(text.constData());
    QVERIFY(type);
    QCOMPARE(QByteArray::fromStdString(toString(*type)), text);
}

void TstTarget::refusesBadDtypes()
{
    for (const char* text :
         {"int",         "float32x",    "int32x-4",    "int999",   "float32xvscale", "string",
          "int32 ",      "int0",        "int3",        "int7",     "int7x4",         "int8x0",
          "int8x32768",  "uint5",       "uint12",      "uint65",   "uint128",        "float1",
          "float8",      "float33",     "float80",     "float128", "bfloat17",       "bfloat8",
          "float8_e9m9", "float8_e4m9", "float6_e4m3", "bool8",    "handle32",       "uint1xvscalex0"})
        QVERIFY2(!dtypeFromString(text), text);
}

void TstTarget::dtypesThatDoNotExistHaveTheirForm()
{
    for (const char* text : {"int32", "boolx4", "float8_e4m3fnx4", "int999", "int7x0", "float33", "bfloat17",
                             "float8_e9m9", "uint65x4", "float32x", "float33xvscale", "handle32"})
        QVERIFY2(looksLikeDType(text), text);
    for (const char* text : {"int", "float", "int_as_float", "int8_dot", "float32_to_int", "int8x4_dot",
                             "int32 ", "exp", "uint8_t", "f32"})
        QVERIFY2(!looksLikeDType(text), text);
}

TIR_TEST(TstTarget)
#include "tst_target.moc"
