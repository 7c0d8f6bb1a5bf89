#include "tests/support/text_losses.h"

#include <QRegularExpression>

namespace tir::testing {
namespace {

/// The text without what the sugar leaves out.
std::string withoutLosses(const std::string& text)
{
    QString kept = QString::fromStdString(text);
    kept.remove(QRegularExpression(", align=\\d+"));
    kept.replace(QRegularExpression("T\\.int64\\((\\d+)\\)"), "\\1");
    return kept.toStdString();
}

} // namespace

QString lossIn(const std::string& input, const std::string& ours, const std::string& theirs)
{
    if (withoutLosses(ours) != withoutLosses(theirs))
        return {};
    if (input.find(".view(") != std::string::npos)
        return "the input prints a buffer as a view and leaves out its alignment";
    static const QRegularExpression Slice("= \\w+\\[[^\\]]*:T\\.int64");
    return QString::fromStdString(input).contains(Slice)
               ? "the input prints a buffer as a slice and leaves out the type of its extents"
               : QString();
}

} // namespace tir::testing
