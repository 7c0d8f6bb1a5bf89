#include "tests/core/script/script_case.h"

#include "core/script/printing/printer.h"

#include <QStringList>

#include <algorithm>

namespace tir::testing {

std::string indented(const std::string& body)
{
    std::string text;
    size_t at = 0;
    while (at < body.size()) {
        const size_t end = std::min(body.find('\n', at), body.size());
        text += "    " + body.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return text;
}

QString bodyOf(const std::string& printed)
{
    QStringList lines = QString::fromStdString(printed).split('\n');
    while (!lines.isEmpty() && !lines.first().startsWith("def "))
        lines.removeFirst();
    lines.removeFirst();
    for (QString& line : lines)
        line = line.mid(4);
    return lines.join('\n');
}

QString unplacedStatements(const Module& module)
{
    const PlaceTable places(module);
    const PrintedText printed = printWithPlaces(module, places);
    QStringList unplaced;
    for (Place place = 0; place < places.size(); ++place) {
        const Node& node = *places[place].node;
        const bool hasLine = node.isStmt() && node.kind != NodeKind::SeqStmt;
        if (hasLine && printed.placeSpans[place].isEmpty())
            unplaced << QString::fromStdString(std::string(toString(node.kind)));
    }
    return unplaced.join('\n');
}

QString messages(const Result<ParsedModule>& parsed, const SourceText& source)
{
    return QString::fromStdString(render(parsed.diagnostics(), source));
}

QString remarksOf(const ParsedModule& parsed, const SourceText& source)
{
    static constexpr const char* Names[] = {"note", "warning", "error"};
    QStringList lines;
    for (const Diagnostic& remark : parsed.remarks) {
        const LineColumn at = source.lineColumn(remark.span.value_or(Span()).begin);
        lines += QString("%1 %2:%3 %4")
                     .arg(Names[size_t(remark.severity)])
                     .arg(at.line)
                     .arg(at.column)
                     .arg(QString::fromStdString(remark.message));
    }
    return lines.join('\n');
}

} // namespace tir::testing
