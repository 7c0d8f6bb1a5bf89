#include "tests/passes/recorded_config.h"

namespace tir::testing {

PassConfig configOf(const QJsonObject& object)
{
    PassConfig config;
    const auto set = [&](const QString& key, const QJsonValue& value) {
        if (value.isBool())
            config[key.toStdString()] = value.toBool();
        else
            config[key.toStdString()] = int64_t(value.toInteger());
    };
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (!entry->isObject()) {
            set(entry.key(), entry.value());
            continue;
        }
        const QJsonObject fields = entry->toObject();
        for (auto field = fields.begin(); field != fields.end(); ++field)
            set(entry.key() + '.' + field.key(), field.value());
    }
    return config;
}

} // namespace tir::testing
