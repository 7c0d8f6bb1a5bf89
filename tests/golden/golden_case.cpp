#include "tests/golden/golden_case.h"

#include "core/diff/diff_text.h"

namespace tir::testing {
namespace {

const QString ClassStart = QStringLiteral("@I.ir_module");
const QString ErrorMark = QStringLiteral("# error: ");

/// Index of the first line of each class.
QList<int> classStarts(const QStringList& lines)
{
    QList<int> starts;
    for (int i = 0; i < lines.size(); ++i)
        if (lines[i].startsWith(ClassStart))
            starts.append(i);
    return starts;
}

QString valueAfter(const QString& line, const QString& key)
{
    return line.mid(key.size()).trimmed();
}

void readHeader(const QStringList& header, GoldenCase& result)
{
    bool inReport = false;
    for (int i = 0; i < header.size(); ++i) {
        const QString& line = header[i];
        if (inReport && line.startsWith("#   ")) {
            result.report->append(line.mid(4));
            continue;
        }
        inReport = line == "# report:";
        if (inReport)
            result.report.emplace();
        else if (line.startsWith("# check: pass "))
            result.pass = valueAfter(line, "# check: pass ");
        else if (line.startsWith("# config: "))
            result.config.append(valueAfter(line, "# config: "));
        else if (line.startsWith("# defect: "))
            result.defects.append(valueAfter(line, "# defect: "));
        else if (line.startsWith("# target: "))
            result.target = valueAfter(line, "# target: ");
        else if (line == "# mode: sound")
            result.isSound = true;
        else if (line.startsWith("# expect: ")) {
            if (valueAfter(line, "# expect: ") != "unchanged")
                result.problems.append(
                    QStringLiteral("line %1: only 'unchanged' can be expected").arg(i + 1));
            result.expectsUnchanged = true;
        } else if (line.startsWith("# ill-formed before: "))
            result.mayBeIllFormedBefore = true;
        else if (line.startsWith("# not idempotent: "))
            result.mayChangeTwice = true;
        else if (line.startsWith("# text only: "))
            result.comparesTextOnly = true;
        else if (line.startsWith(ErrorMark))
            result.error = ExpectedError{valueAfter(line, ErrorMark), 0};
        else if (!line.isEmpty() && !line.startsWith("# "))
            result.problems.append(QStringLiteral("line %1: neither a comment nor a class").arg(i + 1));
    }
    if (result.pass.isEmpty())
        result.problems.append("there is no line '# check: pass …'");
}

GoldenModule readModule(const QStringList& lines, int begin, int end, GoldenCase& result)
{
    GoldenModule module;
    for (int i = begin; i < end; ++i) {
        QString line = lines[i];
        if (const auto mark = line.indexOf(ErrorMark); mark >= 0) {
            if (result.error)
                result.problems.append(QStringLiteral("line %1: a second error is expected").arg(i + 1));
            result.error = ExpectedError{valueAfter(line.mid(mark), ErrorMark), i + 1};
            line = line.left(mark);
        }
        while (line.endsWith(' '))
            line.chop(1);
        if (line.trimmed().startsWith('#'))
            continue;
        module.text += line + '\n';
        module.lines.push_back(i + 1);
    }
    while (module.text.endsWith("\n\n"))
        module.text.chop(1);
    return module;
}

} // namespace

GoldenCase readGoldenCase(const QString& text)
{
    GoldenCase result;
    const QStringList lines = text.split('\n');
    const QList<int> starts = classStarts(lines);
    readHeader(lines.mid(0, starts.isEmpty() ? lines.size() : starts.first()), result);
    for (int i = 0; i < starts.size(); ++i) {
        const int end = i + 1 < starts.size() ? starts[i + 1] : int(lines.size());
        GoldenModule module = readModule(lines, starts[i], end, result);
        const QString name = module.text.section('\n', 1, 1);
        if (i == 0 && name == "class Before:")
            result.before = std::move(module);
        else if (i == 1 && name == "class Expected:")
            result.expected = std::move(module);
        else
            result.problems.append(QStringLiteral("line %1: '%2' is neither Before nor Expected in its place")
                                       .arg(starts[i] + 1)
                                       .arg(name));
    }
    if (result.before.text.isEmpty())
        result.problems.append("there is no class Before");
    const int outcomes =
        int(result.expectsUnchanged) + int(result.error.has_value()) + int(result.expected.has_value());
    if (outcomes != 1)
        result.problems.append(
            "exactly one of Expected, '# expect: unchanged' and '# error:' says what shall happen");
    return result;
}

QString blessed(const QString& text, const BlessedParts& parts)
{
    const QStringList lines = text.split('\n');
    const QList<int> starts = classStarts(lines);
    const int headerEnd = starts.value(0, int(lines.size()));
    QStringList header;
    bool inReport = false;
    for (int i = 0; i < headerEnd; ++i) {
        if (inReport && lines[i].startsWith("#   "))
            continue;
        if (lines[i].startsWith("# defect: "))
            continue;
        inReport = lines[i] == "# report:";
        header.append(lines[i]);
        if (inReport)
            for (const QString& line : parts.report)
                header.append("#   " + line);
        if (lines[i].startsWith("# check: "))
            for (const QString& code : parts.defects)
                header.append("# defect: " + code);
    }
    const bool keepsBefore = text.contains(ErrorMark);
    QString made = header.join('\n') + '\n';
    if (keepsBefore)
        return made + lines.mid(headerEnd).join('\n');
    made += parts.before;
    if (starts.size() > 1)
        made += '\n' + parts.expected;
    return made;
}

QString goldenDifference(const QString& expected, const QString& found, const QString& test)
{
    return "\n--- expected\n+++ found\n" +
           QString::fromStdString(diffText(expected.toStdString(), found.toStdString())) +
           "If the result is right, TIR_BLESS=1 ctest --preset dev -R " + test + " writes it.\n";
}

} // namespace tir::testing
