#include "ui/bars/config_model.h"

#include "passes/framework/config_keys.h"
#include "passes/workbench/trace/record.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QFont>

namespace tir::ui {
namespace {

const ConfigKey& keyOf(const QModelIndex& index)
{
    return allConfigKeys()[size_t(index.row())];
}

/// The value if the user does not set one: that of the pipeline, else TVM's default.
QString unsetText(const ConfigKey& key, const Pipeline& pipeline)
{
    const auto set = pipeline.config.find(key.key);
    return set == pipeline.config.end() ? toQString(key.defaultValue)
                                        : toQString(configValueText(set->second));
}

Qt::CheckState checkState(const QString& value)
{
    if (value.isEmpty())
        return Qt::PartiallyChecked;
    return value == QStringLiteral("true") ? Qt::Checked : Qt::Unchecked;
}

QString textOf(Qt::CheckState state)
{
    if (state == Qt::PartiallyChecked)
        return {};
    return state == Qt::Checked ? QStringLiteral("true") : QStringLiteral("false");
}

} // namespace

ConfigModel::ConfigModel(Session& session, QObject* parent)
    : TableModel({{tr("Key")}, {tr("Value")}, {tr("Effect")}}, parent),
      m_session(session)
{
    connect(&session, &Session::setupChanged, this,
            [this] { emit dataChanged(index(0, Key), index(rowCount() - 1, Effect)); });
}

size_t ConfigModel::count() const
{
    return allConfigKeys().size();
}

QVariant ConfigModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ConfigKey& key = keyOf(index);
    const RunSetup& setup = m_session.setup();
    const auto set = setup.config.find(key.key);
    const QString unset = unsetText(key, setup.pipeline);
    const QString value = set == setup.config.end() ? unset : toQString(configValueText(set->second));
    if (role == Qt::FontRole && set != setup.config.end()) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::ToolTipRole)
        return tr("%1\n%2, default: %3")
            .arg(toQString(key.effect), toQString(toString(key.type)),
                 unset.isEmpty() ? tr("not set") : unset);
    if (role == Qt::CheckStateRole && index.column() == Value && key.type == ConfigKey::Type::Bool)
        return checkState(value);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (Column(index.column())) {
    case Key:
        return toQString(key.key);
    case Value:
        return value;
    case Effect:
        return toQString(key.effect);
    case ColumnCount:
        break;
    }
    return {};
}

Qt::ItemFlags ConfigModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || index.column() != Value)
        return flags;
    if (keyOf(index).type != ConfigKey::Type::Bool)
        return flags | Qt::ItemIsEditable;
    const bool canBeUnset = keyOf(index).defaultValue.empty();
    return flags | Qt::ItemIsUserCheckable | (canBeUnset ? Qt::ItemIsUserTristate : Qt::NoItemFlags);
}

bool ConfigModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != Value || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    const ConfigKey& key = keyOf(index);
    const QString text =
        role == Qt::CheckStateRole ? textOf(value.value<Qt::CheckState>()) : value.toString().trimmed();
    PassConfig config = m_session.setup().config;
    if (text.isEmpty()) {
        config.erase(std::string(key.key));
    } else {
        const Result<bool> added = addConfig(config, std::string(key.key) + "=" + text.toStdString());
        if (!added) {
            emit refused(toQString(added.diagnostics().front().message));
            return false;
        }
        const auto set = config.find(key.key);
        if (toQString(configValueText(set->second)) == unsetText(key, m_session.setup().pipeline))
            config.erase(set);
    }
    apply(std::move(config));
    return true;
}

void ConfigModel::reset()
{
    apply({});
}

void ConfigModel::apply(PassConfig config)
{
    RunSetup setup = m_session.setup();
    if (setup.config == config)
        return;
    setup.config = std::move(config);
    m_session.setSetup(std::move(setup));
}

} // namespace tir::ui
