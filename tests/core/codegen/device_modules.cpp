#include "tests/core/codegen/device_modules.h"

#include "core/script/reading/parser.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <stdexcept>

namespace tir::testing {
namespace {

OwnedModule parsed(const QString& name, const std::string& text)
{
    const SourceText source(name.toStdString(), text);
    Result<ParsedModule> module = parseModule(source);
    if (!module)
        throw std::runtime_error(render(module.diagnostics(), source));
    return module->module;
}

} // namespace

std::vector<DeviceModule> splitSamples()
{
    std::vector<DeviceModule> modules;
    for (const QString& file : filesBelow(sourcePath("samples"), {"*.py"})) {
        const OpenedProgram program = openFile(file.toStdString());
        if (!program.isOpen())
            continue;
        const auto recording = record(program, {.pipeline = "split"});
        const size_t last = (*recording)->moduleCount() - 1;
        if (hasError((*recording)->diagnostics(last)))
            continue;
        modules.push_back(
            {QFileInfo(file).baseName(), {(*recording)->arena, &(*recording)->module(last)}, std::nullopt});
        modules.back().module.arena->keepAlive(program.parsed->module.arena);
    }
    return modules;
}

std::vector<DeviceModule> tracedKernels(TraceStage stage)
{
    std::vector<DeviceModule> modules;
    for (const QString& file : filesBelow(*corpusFolder() + "/traces", {"*.s_tir.json"})) {
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(*readFile(file))).object();
        if (!json["cuda"].isString())
            continue;
        // The pass `Filter` takes the device functions out of the module; the host's come first.
        QJsonObject step = json["steps"].toArray().last().toObject();
        if (stage == TraceStage::BeforeLowerIntrin)
            for (const auto& earlier : json["steps"].toArray())
                if (earlier.toObject()["pass"].toString() == "tirx.Filter")
                    step = earlier.toObject();
        const QString text = json["texts"].toArray()[step["after"].toInt()].toString();
        const QString name = QFileInfo(file).baseName();
        modules.push_back({name, parsed(name, text.toStdString()), json["cuda"].toString().toStdString()});
    }
    return modules;
}

std::vector<DeviceModule> goldenModules()
{
    std::vector<DeviceModule> modules;
    for (const QString& file : filesBelow(sourcePath("tests/golden/codegen/cuda_c"), {"*.py"}))
        if (QFile::exists(file + ".cu"))
            modules.push_back({QFileInfo(file).baseName(), parsed(file, *readFile(file)), std::nullopt});
    return modules;
}

QString functionsOf(const std::string& code)
{
    const QString text = QString::fromStdString(code);
    const qsizetype begin = text.indexOf("extern \"C\"");
    return begin < 0 ? QString() : text.mid(begin).trimmed();
}

QString inWords(const Diagnostics& diagnostics)
{
    QString words;
    for (const Diagnostic& diagnostic : diagnostics)
        words += QString::fromStdString(diagnostic.message) + "\n";
    return words;
}

} // namespace tir::testing
