#include "ui/files/unsaved_text.h"

#include "passes/framework/config_keys.h"
#include "passes/workbench/trace/record.h"
#include "ui/common/text.h"

#include <QFileInfo>
#include <QJsonArray>

namespace tir::ui {
namespace {

std::string textAt(const QJsonObject& json, const QString& key)
{
    return json[key].toString().toStdString();
}

size_t numberAt(const QJsonObject& json, const QString& key)
{
    return size_t(std::max<qint64>(0, json[key].toInteger()));
}

QJsonObject definesJson(const std::map<std::string, std::string>& defines)
{
    QJsonObject json;
    for (const auto& [name, value] : defines)
        json[toQString(name)] = toQString(value);
    return json;
}

std::map<std::string, std::string> definesFrom(const QJsonObject& json)
{
    std::map<std::string, std::string> defines;
    for (const QString& name : json.keys())
        defines[name.toStdString()] = textAt(json, name);
    return defines;
}

QJsonArray passesJson(const std::vector<PassInvocation>& passes)
{
    QJsonArray json;
    for (const PassInvocation& pass : passes)
        json.append(QJsonObject{{QStringLiteral("pass"), toQString(toString(pass))},
                                {QStringLiteral("branch"), toQString(toString(pass.branch))}});
    return json;
}

std::vector<PassInvocation> passesFrom(const QJsonArray& json)
{
    std::vector<PassInvocation> passes;
    for (const QJsonValue& value : json) {
        const QJsonObject pass = value.toObject();
        const Result<std::vector<PassInvocation>> read =
            parseInvocations(textAt(pass, QStringLiteral("pass")));
        if (!read || read->size() != 1)
            continue;
        passes.push_back(read->front());
        for (const Branch branch : {Branch::Host, Branch::Device})
            if (toString(branch) == textAt(pass, QStringLiteral("branch")))
                passes.back().branch = branch;
    }
    return passes;
}

QJsonArray configJson(const PassConfig& config)
{
    QJsonArray json;
    for (const auto& [key, value] : config)
        json.append(toQString(key + '=' + configValueText(value)));
    return json;
}

PassConfig configFrom(const QJsonArray& json)
{
    PassConfig config;
    for (const QJsonValue& assignment : json) // keys that no longer exist are left out
        static_cast<void>(addConfig(config, assignment.toString().toStdString()));
    return config;
}

/// Whether programs may start is not kept: the user confirms them again.
QJsonObject setupJson(const RunSetup& setup)
{
    return {{QStringLiteral("pipeline"), toQString(setup.pipeline.name)},
            {QStringLiteral("passes"), passesJson(setup.pipeline.passes)},
            {QStringLiteral("pipelineConfig"), configJson(setup.pipeline.config)},
            {QStringLiteral("target"), toQString(setup.target)},
            {QStringLiteral("isSound"), setup.mode == Mode::Sound},
            {QStringLiteral("config"), configJson(setup.config)}};
}

RunSetup setupFrom(const QJsonObject& json)
{
    RunSetup setup;
    const std::string name = textAt(json, QStringLiteral("pipeline"));
    if (const Pipeline* pipeline = findPipeline(name))
        setup.pipeline = *pipeline;
    else
        setup.pipeline = {.name = name,
                          .summary = {},
                          .passes = passesFrom(json[QStringLiteral("passes")].toArray()),
                          .config = configFrom(json[QStringLiteral("pipelineConfig")].toArray())};
    setup.target = textAt(json, QStringLiteral("target"));
    setup.mode = json[QStringLiteral("isSound")].toBool() ? Mode::Sound : Mode::AsTvm;
    setup.config = configFrom(json[QStringLiteral("config")].toArray());
    return setup;
}

QJsonArray cudaJson(const std::vector<UnsavedCuda>& edits)
{
    QJsonArray json;
    for (const UnsavedCuda& edit : edits)
        json.append(QJsonObject{{QStringLiteral("step"), qint64(edit.step)},
                                {QStringLiteral("pass"), toQString(edit.pass)},
                                {QStringLiteral("code"), toQString(edit.code)}});
    return json;
}

std::vector<UnsavedCuda> cudaFrom(const QJsonArray& json)
{
    std::vector<UnsavedCuda> edits;
    for (const QJsonValue& value : json) {
        const QJsonObject edit = value.toObject();
        edits.push_back({.step = numberAt(edit, QStringLiteral("step")),
                         .pass = textAt(edit, QStringLiteral("pass")),
                         .code = textAt(edit, QStringLiteral("code"))});
    }
    return edits;
}

QJsonArray copiesJson(const std::vector<StepBranch::Copy>& copies)
{
    QJsonArray json;
    for (const StepBranch::Copy& copy : copies) {
        const StepBranch::Original& original = copy.original;
        json.append(QJsonObject{{QStringLiteral("name"), copy.name},
                                {QStringLiteral("path"), original.path},
                                {QStringLiteral("originalName"), original.name},
                                {QStringLiteral("text"), original.text},
                                {QStringLiteral("defines"), definesJson(original.defines)},
                                {QStringLiteral("setup"), setupJson(original.setup)},
                                {QStringLiteral("step"), qint64(original.step)}});
    }
    return json;
}

std::vector<StepBranch::Copy> copiesFrom(const QJsonArray& json)
{
    std::vector<StepBranch::Copy> copies;
    for (const QJsonValue& value : json) {
        const QJsonObject copy = value.toObject();
        copies.push_back({.name = copy[QStringLiteral("name")].toString(),
                          .original = {.path = copy[QStringLiteral("path")].toString(),
                                       .name = copy[QStringLiteral("originalName")].toString(),
                                       .text = copy[QStringLiteral("text")].toString(),
                                       .defines = definesFrom(copy[QStringLiteral("defines")].toObject()),
                                       .setup = setupFrom(copy[QStringLiteral("setup")].toObject()),
                                       .step = numberAt(copy, QStringLiteral("step"))}});
    }
    return copies;
}

QString absolutePath(const QString& path)
{
    return path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
}

} // namespace

std::string passOfStep(const Session& session, size_t step)
{
    const std::shared_ptr<const Recording> recording = session.recording();
    return recording && step > 0 && step < recording->moduleCount()
               ? toString(recording->steps[step - 1].pass)
               : std::string();
}

UnsavedText unsavedTextOf(const Session& session, const StepBranch& branch)
{
    UnsavedText text{.copy = {},
                     .path = absolutePath(session.path()),
                     .name = session.name(),
                     .opened = toQString(session.edits().savedSource()),
                     .text = toQString(session.edits().source()),
                     .defines = session.defines(),
                     .setup = session.setup(),
                     .cuda = {},
                     .copies = branch.copies(),
                     .lock = {}};
    for (const auto& [step, code] : session.edits().allCuda())
        text.cuda.push_back({step, passOfStep(session, step), code});
    for (StepBranch::Copy& copy : text.copies)
        copy.original.path = absolutePath(copy.original.path);
    return text;
}

QJsonObject toJson(const UnsavedText& text)
{
    QJsonObject json{{QStringLiteral("path"), text.path},
                     {QStringLiteral("name"), text.name},
                     {QStringLiteral("opened"), text.opened},
                     {QStringLiteral("text"), text.text},
                     {QStringLiteral("defines"), definesJson(text.defines)},
                     {QStringLiteral("cuda"), cudaJson(text.cuda)},
                     {QStringLiteral("copies"), copiesJson(text.copies)}};
    if (text.setup)
        json[QStringLiteral("setup")] = setupJson(*text.setup);
    return json;
}

UnsavedText unsavedTextFrom(const QJsonObject& json)
{
    UnsavedText text{.copy = {},
                     .path = json[QStringLiteral("path")].toString(),
                     .name = json[QStringLiteral("name")].toString(),
                     .opened = json[QStringLiteral("opened")].toString(),
                     .text = json[QStringLiteral("text")].toString(),
                     .defines = definesFrom(json[QStringLiteral("defines")].toObject()),
                     .setup = {},
                     .cuda = cudaFrom(json[QStringLiteral("cuda")].toArray()),
                     .copies = copiesFrom(json[QStringLiteral("copies")].toArray()),
                     .lock = {}};
    if (const QJsonValue setup = json[QStringLiteral("setup")]; setup.isObject())
        text.setup = setupFrom(setup.toObject());
    return text;
}

} // namespace tir::ui
