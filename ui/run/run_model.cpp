#include "ui/run/run_model.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QBrush>
#include <QFont>

namespace tir::ui {
namespace {

QString shapeText(const RunTensor& tensor)
{
    if (tensor.isScalar)
        return RunModel::tr("scalar");
    QStringList extents;
    for (const int64_t extent : tensor.shape)
        extents.append(QString::number(extent));
    return extents.join(QStringLiteral(" × "));
}

} // namespace

RunModel::RunModel(QObject* parent)
    : TableModel({{tr("Tensor"), Qt::AlignLeft},
                  {tr("Type"), Qt::AlignLeft},
                  {tr("Shape"), Qt::AlignLeft},
                  {tr("Compared"), Qt::AlignLeft},
                  {tr("Min"), Qt::AlignRight},
                  {tr("Max"), Qt::AlignRight},
                  {tr("Mean"), Qt::AlignRight},
                  {tr("First values"), Qt::AlignLeft}},
                 parent)
{}

void RunModel::setResult(const RunResult& result)
{
    beginResetModel();
    m_rows.clear();
    m_hasReference = result.isCompared();
    for (size_t index = 0; index < result.report.tensors.size(); ++index) {
        const RunTensor& tensor = result.report.tensors[index];
        const TensorSummary& summary = result.summaries[index];
        Row row;
        row.texts[Name] = toQString(tensor.name);
        row.texts[DType] = toQString(tensor.dtype);
        row.texts[Shape] = shapeText(tensor);
        const auto figure = [&](double value) { return summary.hasNumbers() ? floatText(value) : tr("–"); };
        row.texts[Min] = figure(summary.min);
        row.texts[Max] = figure(summary.max);
        row.texts[Mean] = figure(summary.mean);
        row.texts[Values] = toQString(summary.firstValues);
        if (summary.infCount > 0)
            row.texts[Values].prepend(tr("%1 infinite; ").arg(summary.infCount));
        if (summary.nanCount > 0)
            row.texts[Values].prepend(tr("%1 NaN; ").arg(summary.nanCount));
        row.isChanged = tensor.isChanged();
        if (m_hasReference)
            describe(row, result.comparison.find(tensor.name));
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

/// "equal", or the differences; null: the reference has no such tensor.
void RunModel::describe(Row& row, const TensorComparison* comparison)
{
    row.isMismatch = !comparison || comparison->verdict != TensorComparison::Verdict::Equal;
    row.texts[Reference] = !comparison ? tr("missing") : row.isMismatch ? tr("differs") : tr("equal");
    if (comparison && row.isMismatch)
        row.comparison = toQString(explain(*comparison));
    else if (comparison)
        row.comparison = comparison->tolerance.relative == 0 ? tr("Equal bit for bit")
                                                             : tr("Equal within %1 relative, %2 absolute")
                                                                   .arg(comparison->tolerance.relative)
                                                                   .arg(comparison->tolerance.absolute);
}

void RunModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_hasReference = false;
    endResetModel();
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.texts[index.column()];
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ToolTipRole:
        return index.column() == Name ? (row.isChanged ? tr("Written by the program") : tr("Only read"))
               : index.column() == Reference ? row.comparison
                                             : row.texts[index.column()];
    case Qt::ForegroundRole:
        return index.column() == Reference && row.isMismatch ? QVariant(QBrush(theme().error)) : QVariant();
    case IsChangedRole:
        return row.isChanged;
    case IsMismatchRole:
        return row.isMismatch;
    default:
        return {};
    }
}

} // namespace tir::ui
