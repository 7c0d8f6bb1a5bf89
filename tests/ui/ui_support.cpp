#include "tests/ui/ui_support.h"

#include "ui/session/file_watch.h"

namespace tir::testing {

QString rowsOf(const QAbstractItemModel& model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(model.index(row, column).data().toString());
        while (!cells.isEmpty() && cells.back().isEmpty())
            cells.removeLast();
        rows.append(cells.join(QStringLiteral(" | ")));
    }
    return rows.join(QLatin1Char('\n'));
}

void usePipeline(ui::Session& session, const char* name)
{
    ui::RunSetup setup = session.setup();
    const Pipeline* pipeline = findPipeline(name);
    QVERIFY2(pipeline, name);
    setup.pipeline = *pipeline;
    session.setSetup(std::move(setup));
}

QString samplePath(const QString& name)
{
    return sourcePath(QStringLiteral("samples/%1.py").arg(name));
}

bool hasSeenTheFile(ui::Session& session, const QObject& owner)
{
    QCoreApplication::processEvents(); // the notices of the file system
    const auto* delay = owner.findChild<ui::FileWatch*>()->findChild<QTimer*>();
    return !delay->isActive() && session.jobs().running().isEmpty();
}

void selectText(ui::Session& session, std::string_view text)
{
    const ui::ModuleText& shown = *session.compared()->after;
    for (const ui::CodeToken& token : shown.code.tokens)
        if (token.identity && shown.code.textOf(token) == text)
            return session.selectEntity(token.identity);
    for (Place place = 0; place < shown.placeSpans.size(); ++place) {
        const Span span = shown.placeSpans[place];
        if (std::string_view(shown.code.text).substr(span.begin, span.end - span.begin) == text)
            return session.selectPlace(place);
    }
    QVERIFY2(false, qPrintable(QString::fromStdString(std::string(text))));
}

std::string selectedText(const ui::Session& session)
{
    const ui::Selection& selection = session.selection();
    const ui::ComparedStepPointer compared = session.compared();
    if (selection.place == NoPlace)
        return selection.identity ? std::string(ui::nameOfEntity(*selection.identity)) : std::string();
    if (!compared || compared->number != session.step() || selection.number != session.step())
        return {};
    const Span span = compared->after->spanOf(selection.place);
    return compared->after->code.text.substr(span.begin, span.end - span.begin);
}

size_t stepOf(const ui::Session& session, const std::string& pass)
{
    const auto& steps = session.recording()->steps;
    for (size_t index = 0; index < steps.size(); ++index)
        if (steps[index].pass.name == pass)
            return index + 1;
    return 0;
}

} // namespace tir::testing
