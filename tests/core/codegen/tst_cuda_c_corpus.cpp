/// The kernels of the corpus read as TVM's do: the same tokens up to names (the text form of a module loses
/// the names of data variables) and digits of constants. What differs is listed with its reason.

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

/// One name on one side is one name on the other, in the whole text.
class Names {
public:
    bool match(const QString& a, const QString& b)
    {
        const auto isPair = [](QHash<QString, QString>& map, const QString& from, const QString& to) {
            if (!map.contains(from))
                map.insert(from, to);
            return map[from] == to;
        };
        return isPair(m_forward, a, b) && isPair(m_backward, b, a);
    }

private:
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
        const bool isName = a[at][0].isLetter() || a[at][0] == '_';
        if (isConstant(a[at]) && isConstant(b[at])) {
            if (std::strtof(a[at].toUtf8(), nullptr) != std::strtof(b[at].toUtf8(), nullptr))
                return false;
        } else if (isName ? !names.match(a[at], b[at]) : a[at] != b[at]) {
            return false;
        }
    }
    return true;
}

/// Lines that differ, numbered.
QStringList differences(const QString& expected, const QString& found)
{
    Names names;
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
        QVERIFY(equal > 0);
    }

    void differencesAreSeen()
    {
        QVERIFY(differences("x = a + 1;", "y = b + 1;").isEmpty());
        QVERIFY(!differences("x = a + a;", "x = a + b;").isEmpty());
        QVERIFY(!differences("x = a + 1;", "x = a + 2;").isEmpty());
        QVERIFY(differences("0x1.999999999999ap-4f", "0x1.99999ap-4f").isEmpty());
        QVERIFY(!differences("0x1.8p-4f", "0x1.99999ap-4f").isEmpty());
        QVERIFY(!differences("x;", "x;\ny;").isEmpty());
    }
};

TIR_TEST(TstCudaCCorpus)
#include "tst_cuda_c_corpus.moc"
