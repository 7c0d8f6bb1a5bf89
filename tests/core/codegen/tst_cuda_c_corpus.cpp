/// Our code for the kernels of the corpus equals TVM's: the same tokens up to the names that the kernel declares (the
/// text form of a module loses the names of data variables) and digits of constants. Other differences are listed with
/// their reasons.

#include "core/codegen/cuda_c/cuda_c.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

using namespace tir;

namespace {

QStringList tokensOf(const QString& line)
{
    static const QRegularExpression Token(R"(-?0x[0-9a-f.]+p[+-]?\d+f?|/\*.*?\*/|[A-Za-z_]\w*|\d+|\S)");
    QStringList tokens;
    for (auto match = Token.globalMatch(line); match.hasNext();)
        tokens.append(match.next().captured());
    return tokens;
}

bool isConstant(const QString& token)
{
    return token.contains("0x") && token.contains('p');
}

bool isName(const QString& token)
{
    return token[0].isLetter() || token[0] == '_';
}

/// The names that a text declares: parameters and variables. A declared name follows its type and is followed by the
/// end of a declarator.
QSet<QString> declaredNames(const QString& text)
{
    static const QSet<QString> NotDeclared = {
        "bool", "case",   "char",  "const",  "double", "else",   "float", "goto",     "half", "int",
        "long", "return", "short", "signed", "sizeof", "struct", "throw", "unsigned", "void", "volatile"};
    static const QSet<QString> NotTypes = {"case", "else", "goto", "return", "throw"};
    static const QSet<QString> Ends = {"=", "[", ";", ",", ")"};
    QSet<QString> names;
    for (const QString& line : text.split('\n')) {
        const QStringList tokens = tokensOf(line);
        for (int at = 1; at + 1 < tokens.size(); ++at) {
            const QString& before = tokens[at - 1];
            const bool followsType =
                (isName(before) && !NotTypes.contains(before)) ||
                (before == "*" && at > 1 && isName(tokens[at - 2]) && tokens[0] != "asm" &&
                 (tokens[at + 1] == "," || tokens[at + 1] == ")")) ||
                (before == ">" && line.contains("fragment<"));
            if (isName(tokens[at]) && followsType && Ends.contains(tokens[at + 1]) &&
                !NotDeclared.contains(tokens[at]))
                names.insert(tokens[at]);
        }
    }
    return names;
}

/// Pairs the names of two texts, one to one. Only names that its text declares may differ from their partner.
class Names {
public:
    Names(QSet<QString> inExpected, QSet<QString> inFound)
        : m_inExpected(std::move(inExpected)),
          m_inFound(std::move(inFound))
    {}

    bool match(const QString& a, const QString& b)
    {
        if (a != b && !(m_inExpected.contains(a) && m_inFound.contains(b)))
            return false;
        const auto isPair = [](QHash<QString, QString>& map, const QString& from, const QString& to) {
            if (!map.contains(from))
                map.insert(from, to);
            return map[from] == to;
        };
        return isPair(m_forward, a, b) && isPair(m_backward, b, a);
    }

private:
    QSet<QString> m_inExpected;
    QSet<QString> m_inFound;
    QHash<QString, QString> m_forward;
    QHash<QString, QString> m_backward;
};

bool sameLine(const QString& expected, const QString& found, Names& names)
{
    const QStringList a = tokensOf(expected);
    const QStringList b = tokensOf(found);
    if (a.size() != b.size())
        return false;
    for (int at = 0; at < a.size(); ++at) {
        if (isConstant(a[at]) && isConstant(b[at])) {
            if (std::strtof(a[at].toUtf8(), nullptr) != std::strtof(b[at].toUtf8(), nullptr))
                return false;
        } else if (isName(a[at]) ? !names.match(a[at], b[at]) : a[at] != b[at]) {
            return false;
        }
    }
    return true;
}

/// Lines that differ, numbered.
QStringList differences(const QString& expected, const QString& found)
{
    Names names(declaredNames(expected), declaredNames(found));
    QStringList differing;
    const QStringList a = expected.split('\n');
    const QStringList b = found.split('\n');
    for (int line = 0; line < std::max(a.size(), b.size()); ++line)
        if (!sameLine(a.value(line), b.value(line), names))
            differing.append(
                QString("%1: %2 | %3").arg(line + 1).arg(a.value(line).trimmed(), b.value(line).trimmed()));
    return differing;
}

struct Known {
    const char* name;  ///< start of the trace's name
    const char* words; ///< in every differing line
    const char* reason;
};
constexpr Known KnownDifferences[] = {
    {"gpu_gemv_outer_reduction_adreno", "make_ulonglong4",
     "TVM's make_ulonglong4 gets eight arguments, which does not compile"},
};

} // namespace

class TstCudaCCorpus : public QObject {
    Q_OBJECT
private slots:
    void kernelsReadAsTvms()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        int count = 0;
        int equal = 0;
        QStringList unexpected;
        for (const testing::DeviceModule& device : testing::tracedKernels()) {
            ++count;
            const Result<Artifact> code = generateCudaC(*device.module.module, {});
            if (!code) {
                unexpected.append(device.name + ": " + testing::inWords(code.diagnostics()));
                continue;
            }
            const QStringList found =
                differences(testing::functionsOf(*device.cuda), testing::functionsOf(code->content));
            equal += found.isEmpty() ? 1 : 0;
            for (const QString& line : found) {
                const Known* known = std::find_if(
                    std::begin(KnownDifferences), std::end(KnownDifferences), [&](const Known& candidate) {
                        return device.name.startsWith(candidate.name) && line.contains(candidate.words);
                    });
                if (known == std::end(KnownDifferences))
                    unexpected.append(device.name + ":" + line);
                else
                    qInfo("%s, line %s: %s", qPrintable(device.name), qPrintable(line.section(':', 0, 0)),
                          known->reason);
            }
        }
        qInfo("%d of %d sources read as TVM's", equal, count);
        QVERIFY2(unexpected.isEmpty(), qPrintable("\n" + unexpected.join("\n").left(4000)));
        QVERIFY(equal >= 17);
    }

    void differencesAreSeen()
    {
        const QString declarations = "int x; int a; int b;\n";
        QVERIFY(differences("int x; int a;\nx = a + 1;", "int y; int b;\ny = b + 1;").isEmpty());
        QVERIFY(!differences("x = a + 1;", "y = b + 1;").isEmpty());
        QVERIFY(!differences(declarations + "x = a + a;", declarations + "x = a + b;").isEmpty());
        QVERIFY(!differences("x = a + 1;", "x = a + 2;").isEmpty());
        QVERIFY(differences("0x1.999999999999ap-4f", "0x1.99999ap-4f").isEmpty());
        QVERIFY(!differences("0x1.8p-4f", "0x1.99999ap-4f").isEmpty());
        QVERIFY(!differences("x;", "x;\ny;").isEmpty());
    }

    void namesOfCudaMustAgree_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("thread and block") << "threadIdx"
                                          << "blockIdx";
        QTest::newRow("element type") << "float"
                                      << "double";
        QTest::newRow("function") << "expf"
                                  << "cosf";
        QTest::newRow("barrier") << "__syncthreads"
                                 << "__threadfence";
        QTest::newRow("kernel") << "main_kernel"
                                << "other_kernel";
    }

    /// Consistently in the whole kernel, so that the pairs are one to one.
    void namesOfCudaMustAgree()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        const QString kernel = "extern \"C\" __global__ void main_kernel(float* __restrict__ A, float* "
                               "__restrict__ B, int n) {\n"
                               "  __shared__ float tile[64];\n"
                               "  int at = ((int)blockIdx.x) * 64 + (int)threadIdx.x;\n"
                               "  tile[((int)threadIdx.x)] = expf(A[at]);\n"
                               "  __syncthreads();\n"
                               "  B[at] = tile[(63 - ((int)threadIdx.x))];\n"
                               "}";
        QString renamed = kernel;
        for (const auto& [name, other] :
             {std::pair("A", "X"), std::pair("at", "v"), std::pair("tile", "buf")})
            renamed.replace(QRegularExpression(QStringLiteral("\\b%1\\b").arg(name)), other);
        QCOMPARE(differences(kernel, renamed), QStringList());
        QString swapped = kernel;
        swapped.replace(from, "\x01").replace(to, from).replace("\x01", to);
        QVERIFY(!differences(kernel, swapped).isEmpty());
    }
};

TIR_TEST(TstCudaCCorpus)
#include "tst_cuda_c_corpus.moc"
