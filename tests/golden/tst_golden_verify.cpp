/// Runs every case of verify/: a program with the verifier's diagnostics on their lines. `TIR_BLESS=1` writes the
/// diagnostics into the files.
///
///     # check: verify
///     # established: Split, Launches          module properties that passes have established
///     # json: tirx.Add[0].b = 3               changes a field in the JSON form of the program before it is
///                                             verified, if no text can express it: of the first tirx.Add
///     ... B[0] = T.exp(n)  # error: message
///
/// `# error:` and `# note:` are findings; `# see:` is a note of a finding, at the place that it points to, if any. A line
/// may have several.
/// Nothing else may be reported.

#include "core/analysis/verify/verifier.h"
#include "core/script/json/tvm_json.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <map>

using namespace tir;
using namespace tir::testing;

namespace {

/// Lines count from 1.
using Remarks = std::multimap<int, QString>;

struct VerifyCase {
    VerifyContext context;
    QStringList edits; ///< after "# json: "
    QString program;   ///< without remarks; lines as in the file
    Remarks expected;
    QString problem;
};

std::optional<ModuleProperty> propertyNamed(const QString& identifier)
{
    static const std::map<QString, ModuleProperty> Properties = {
#define TIR_PROPERTY(identifier, detection, name, meaning) {#identifier, ModuleProperty::identifier},
#include "core/analysis/verify/property_list.def"
#undef TIR_PROPERTY
    };
    const auto found = Properties.find(identifier);
    return found == Properties.end() ? std::nullopt : std::optional(found->second);
}

void readHeader(const QString& line, VerifyCase& result)
{
    if (line.startsWith("# json: "))
        result.edits.append(line.mid(8));
    if (!line.startsWith("# established: "))
        return;
    for (const QString& name : line.mid(15).split(", ")) {
        const std::optional<ModuleProperty> property = propertyNamed(name);
        if (!property) {
            result.problem = "unknown property " + name;
            return;
        }
        result.context.established.add(*property);
        result.context.justEstablished.add(*property);
    }
}

VerifyCase readCase(const QString& text)
{
    static const QRegularExpression remark("  # (error|note|see): ");
    VerifyCase result;
    if (!text.startsWith("# check: verify\n"))
        result.problem = "the first line is not '# check: verify'";
    const QStringList lines = text.split('\n');
    for (int i = 0; i < lines.size(); ++i) {
        const QString& line = lines[i];
        readHeader(line, result);
        const auto first = line.indexOf(remark);
        result.program += (first < 0 ? line : line.left(first)) + '\n';
        for (auto at = first; at >= 0;) {
            const auto next = line.indexOf(remark, at + 1);
            result.expected.emplace(i + 1, line.mid(at + 4, next < 0 ? -1 : next - at - 4).trimmed());
            at = next;
        }
    }
    return result;
}

/// Applies `tirx.Add[0].b = 3` to the nodes of a module in TVM's JSON; false if there is no such field.
bool edit(nlohmann::json& json, const QString& change)
{
    static const QRegularExpression form(R"(^([\w.]+)\[(\d+)\]\.(\w+) = (.+)$)");
    const QRegularExpressionMatch match = form.match(change);
    int number = match.captured(2).toInt();
    if (!match.hasMatch())
        return false;
    for (nlohmann::json& node : json["nodes"]) {
        if (node["type"] != match.captured(1).toStdString() || number-- > 0)
            continue;
        node["data"][match.captured(3).toStdString()] =
            nlohmann::json::parse(match.captured(4).toStdString());
        return true;
    }
    return false;
}

/// The module after the edits; places are those of the text, because edits keep the number of nodes.
Result<OwnedModule> moduleOf(const VerifyCase& test, const OwnedModule& parsed)
{
    if (test.edits.isEmpty())
        return parsed;
    nlohmann::json json = nlohmann::json::parse(toTvmJson(*parsed.module));
    for (const QString& change : test.edits)
        if (!edit(json, change))
            return error("edit", "nothing to edit by " + change.toStdString());
    return fromTvmJson(json.dump());
}

class LineTable {
public:
    LineTable(const ParsedModule& parsed, const SourceText& source)
        : m_parsed(parsed),
          m_source(source),
          m_places(*parsed.module.module)
    {}

    /// The line of the place, or else of an enclosing place; 0 if there is none.
    int line(Place place) const
    {
        while (place != NoPlace && m_parsed.spans[place].isEmpty())
            place = m_places[place].parent;
        return place == NoPlace ? 0 : m_source.lineColumn(m_parsed.spans[place].begin).line;
    }

private:
    const ParsedModule& m_parsed;
    const SourceText& m_source;
    PlaceTable m_places;
};

Remarks remarksOf(const Diagnostics& findings, const LineTable& lines)
{
    Remarks remarks;
    for (const Diagnostic& finding : findings) {
        const QString kind = finding.severity == Severity::Error ? "error: " : "note: ";
        remarks.emplace(lines.line(finding.place), kind + QString::fromStdString(finding.message));
        for (const DiagnosticNote& note : finding.notes)
            remarks.emplace(lines.line(note.place == NoPlace ? finding.place : note.place),
                            "see: " + QString::fromStdString(note.message));
    }
    return remarks;
}

QString withRemarks(const QString& program, const Remarks& remarks)
{
    QStringList lines = program.chopped(1).split('\n');
    for (const auto& [line, text] : remarks)
        if (line > 0)
            lines[line - 1] += "  # " + text;
    return lines.join('\n');
}

} // namespace

class TestGoldenVerify : public QObject {
    Q_OBJECT

private slots:
    void rule_data()
    {
        QTest::addColumn<QString>("path");
        const QString root = sourcePath("tests/golden/verify");
        for (const QString& path : filesBelow(root, {"*.py"}))
            QTest::newRow(qPrintable(QDir(root).relativeFilePath(path))) << path;
    }

    void rule()
    {
        QFETCH(QString, path);
        const VerifyCase test = readCase(QString::fromStdString(readFile(path).value_or("")));
        QVERIFY2(test.problem.isEmpty(), qPrintable(test.problem));
        const SourceText source("case.py", test.program.toStdString());
        const Result<ParsedModule> parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
        const Result<OwnedModule> module = moduleOf(test, parsed->module);
        QVERIFY2(module, module ? "" : module.diagnostics().front().message.c_str());

        const Remarks actual = remarksOf(verify(*module->module, test.context), LineTable(*parsed, source));
        if (qEnvironmentVariableIntValue("TIR_BLESS") != 0) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(withRemarks(test.program, actual).toUtf8());
            return;
        }
        QCOMPARE(withRemarks(test.program, actual), withRemarks(test.program, test.expected));
        QCOMPARE(actual.count(0), size_t(0)); // a finding without a line
    }
};

TIR_TEST(TestGoldenVerify)
#include "tst_golden_verify.moc"
