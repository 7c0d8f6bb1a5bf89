#include "ui/run/inputs_model.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QBrush>

#include <algorithm>

namespace tir::ui {
namespace {

/// The text of the Value column: the specification without the name of its kind.
QString valueText(const InputSpec& spec)
{
    if (spec.kind == InputSpec::Kind::File)
        return toQString(spec.path);
    const QString text = toQString(toString(spec));
    const qsizetype open = text.indexOf(QLatin1Char('('));
    return open < 0 ? QString()
                    : text.mid(open + 1).chopped(1).replace(QLatin1Char(','), QStringLiteral(", "));
}

QString shapeText(const std::vector<int64_t>& shape)
{
    QStringList extents;
    for (const int64_t extent : shape)
        extents.append(extent < 0 ? QStringLiteral("?") : QString::number(extent));
    return extents.join(QStringLiteral(" × "));
}

InputsModel::Way wayOf(const InputSpec& spec, bool isGiven)
{
    switch (spec.kind) {
    case InputSpec::Kind::Random:
    case InputSpec::Kind::Mixed:
        return isGiven && spec.hasRange ? InputsModel::Way::Random : InputsModel::Way::Automatic;
    case InputSpec::Kind::Constant:
        return isGiven ? InputsModel::Way::Constant : InputsModel::Way::Automatic;
    case InputSpec::Kind::Ramp:
        return InputsModel::Way::Ramp;
    case InputSpec::Kind::File:
        return InputsModel::Way::File;
    }
    return InputsModel::Way::Automatic;
}

/// Description of the automatic values of a type.
QString automaticText(const DType& dtype, bool isScalar)
{
    if (dtype.isBool())
        return InputsModel::tr("true or false");
    if (dtype.isIntegral())
        return isScalar ? InputsModel::tr("1 … 4") : InputsModel::tr("1 … 8");
    return InputsModel::tr("-1 … 1");
}

} // namespace

InputsModel::InputsModel(QObject* parent)
    : TableModel({{tr("Name"), Qt::AlignLeft},
                  {tr("Type"), Qt::AlignLeft},
                  {tr("Shape"), Qt::AlignLeft},
                  {tr("Filled with"), Qt::AlignLeft},
                  {tr("Value"), Qt::AlignLeft},
                  {QString(), Qt::AlignLeft}},
                 parent)
{}

void InputsModel::setFunction(OwnedModule module, const std::string& entry)
{
    m_module = std::move(module);
    const ModuleEntry* found = m_module.module ? m_module.module->find(entry) : nullptr;
    m_function = found ? as<PrimFunc>(found->function) : nullptr;
    plan();
}

void InputsModel::clear()
{
    m_inputs.clear();
    m_rejected.clear();
    setFunction({}, {});
}

void InputsModel::setInputs(std::map<std::string, InputSpec> inputs)
{
    m_inputs = std::move(inputs);
    m_rejected.clear();
    plan();
}

void InputsModel::setSeed(uint64_t seed)
{
    m_seed = seed;
    plan();
}

/// Rows follow from the function and the given inputs; existing rows keep their position.
void InputsModel::plan()
{
    std::vector<Row> rows;
    const ArgumentPlan plan = m_function ? planArguments(*m_function, {m_seed, m_inputs}) : ArgumentPlan();
    for (const ParameterPlan& param : plan.params) {
        Row row{.name = param.name,
                .dtype = toQString(toString(param.dtype)),
                .shape = shapeText(param.shape),
                .spec = param.spec,
                .isGiven = param.isGiven,
                .isScalar = param.kind == ParameterPlan::Kind::Scalar,
                .message = {}};
        if (row.isScalar)
            row.shape = tr("scalar");
        else if (param.kind == ParameterPlan::Kind::Pointer)
            row.shape += tr(" (pointer)");
        if (!param.isGiven && param.spec.kind == InputSpec::Kind::Random)
            row.message = automaticText(param.dtype, row.isScalar);
        rows.push_back(std::move(row));
    }
    for (const SizePlan& size : plan.sizes)
        rows.push_back({.name = size.name,
                        .dtype = tr("size"),
                        .shape = {},
                        .spec = InputSpec::constant(double(size.value)),
                        .isGiven = size.isGiven,
                        .isSize = true,
                        .isScalar = true,
                        .message = {}});
    m_firstProblem.clear();
    m_problemCount = int(plan.problems.size() + m_rejected.size());
    for (const ArgumentProblem& problem : plan.problems) {
        const QString message = toQString(problem.diagnostic.message);
        if (m_firstProblem.isEmpty())
            m_firstProblem = message;
        auto row = std::ranges::find(rows, problem.name, &Row::name);
        // A name that no parameter has, from a request of another program.
        if (row == rows.end()) {
            const auto given = m_inputs.find(problem.name);
            row = rows.insert(rows.end(), {.name = problem.name,
                                           .dtype = {},
                                           .shape = {},
                                           .spec = given == m_inputs.end() ? InputSpec() : given->second,
                                           .isGiven = true,
                                           .message = {}});
        }
        row->message = message;
        row->isWrong = true;
    }
    for (const auto& [name, rejected] : m_rejected)
        if (const auto row = std::ranges::find(rows, name, &Row::name); row != rows.end()) {
            row->message = rejected.second;
            row->isWrong = true;
            if (m_firstProblem.isEmpty())
                m_firstProblem = rejected.second;
        }
    if (rows.size() == m_rows.size()) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QString InputsModel::firstProblem() const
{
    return m_firstProblem;
}

void InputsModel::give(int row, const InputSpec& spec)
{
    const std::string name = m_rows[size_t(row)].name;
    m_rejected.erase(name);
    m_inputs[name] = spec;
    plan();
    emit inputsChanged();
}

void InputsModel::forget(int row)
{
    const std::string name = m_rows[size_t(row)].name;
    m_rejected.erase(name);
    m_inputs.erase(name);
    plan();
    emit inputsChanged();
}

std::vector<InputsModel::Way> InputsModel::waysOf(int row) const
{
    const Row& each = m_rows[size_t(row)];
    if (each.isSize)
        return {Way::Automatic, Way::Constant};
    if (each.isScalar)
        return {Way::Automatic, Way::Constant, Way::Random, Way::File};
    return {Way::Automatic, Way::Random, Way::Constant, Way::Ramp, Way::File};
}

QString InputsModel::wayText(Way way)
{
    switch (way) {
    case Way::Automatic:
        return tr("automatic");
    case Way::Random:
        return tr("random");
    case Way::Constant:
        return tr("constant");
    case Way::Ramp:
        return tr("ramp");
    case Way::File:
        return tr(".npy file");
    }
    return {};
}

InputsModel::Way InputsModel::wayOf(int row) const
{
    const Row& each = m_rows[size_t(row)];
    return ui::wayOf(each.spec, each.isGiven);
}

void InputsModel::setWay(int row, Way way)
{
    if (row < 0 || row >= rowCount() || way == wayOf(row))
        return;
    const InputSpec& spec = m_rows[size_t(row)].spec;
    switch (way) {
    case Way::Automatic:
        return forget(row);
    case Way::Random:
        return give(row, m_rows[size_t(row)].dtype.contains(QLatin1String("int")) ? InputSpec::random(1, 8)
                                                                                  : InputSpec::random(-1, 1));
    case Way::Constant:
        return give(row, InputSpec::constant(spec.kind == InputSpec::Kind::Constant ? spec.first : 1));
    case Way::Ramp:
        return give(row, InputSpec::ramp(0, 1));
    case Way::File:
        return; // takes a name: setFile
    }
}

void InputsModel::setFile(int row, const QString& path)
{
    give(row, InputSpec::file(path.toStdString()));
}

QVariant InputsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        switch (index.column()) {
        case Name:
            return toQString(row.name);
        case DType:
            return row.dtype;
        case Shape:
            return row.shape;
        case Fill:
            return wayText(wayOf(index.row()));
        case Value: {
            if (const auto rejected = m_rejected.find(row.name); rejected != m_rejected.end())
                return rejected->second.first;
            const QString value = valueText(row.spec);
            return value.isEmpty() && !row.isWrong && role == Qt::DisplayRole ? row.message : value;
        }
        case Message:
            return row.isWrong && role == Qt::DisplayRole ? row.message : QVariant();
        default:
            return {};
        }
    case Qt::ToolTipRole:
        if (index.column() == Fill)
            return tr(
                "automatic: by the type, and as the program's assertions and tiles require\nrandom: from a "
                "least to a "
                "greatest number\nconstant: every element the same\nramp: from a start in equal "
                "steps\n.npy file: as NumPy saves it");
        if (index.column() == Value && row.isSize)
            return tr("A number");
        return row.message;
    case Qt::ForegroundRole:
        if (row.isWrong && (index.column() == Message || index.column() == Value))
            return QBrush(theme().error);
        return index.column() == Message || (!row.isGiven && index.column() >= Fill) ? QBrush(theme().muted)
                                                                                     : QVariant();
    case IsGivenRole:
        return row.isGiven;
    case IsWrongRole:
        return row.isWrong;
    default:
        return {};
    }
}

bool InputsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    const QString text = value.toString().trimmed();
    if (index.column() == Fill) {
        for (const Way way : waysOf(index.row()))
            if (wayText(way) == text)
                setWay(index.row(), way);
        return true;
    }
    if (index.column() != Value || text == data(index, Qt::EditRole).toString())
        return false;
    if (text.isEmpty()) {
        forget(index.row());
        return true;
    }
    // Either a full specification, or numbers for the chosen kind.
    const Way way = wayOf(index.row());
    QString spelling = text;
    if (way == Way::Random && !text.contains(QLatin1Char('(')))
        spelling = QStringLiteral("random(%1)").arg(text);
    else if (way == Way::Ramp && !text.contains(QLatin1Char('(')))
        spelling = QStringLiteral("ramp(%1)").arg(text);
    else if (way == Way::Constant && !text.contains(QLatin1Char('(')))
        spelling = QStringLiteral("const(%1)").arg(text);
    const Result<InputSpec> spec = way == Way::File ? Result<InputSpec>(InputSpec::file(text.toStdString()))
                                                    : parseInputSpec(spelling.toStdString());
    if (spec) {
        give(index.row(), *spec);
        return true;
    }
    m_rejected[m_rows[size_t(index.row())].name] = {text, toQString(spec.diagnostics().front().message)};
    plan();
    emit inputsChanged();
    return true;
}

Qt::ItemFlags InputsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Fill || index.column() == Value ? flags | Qt::ItemIsEditable : flags;
}

} // namespace tir::ui
