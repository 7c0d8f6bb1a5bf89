/// One variable or buffer over all steps: its lifetime in the list of steps, and the tool tip of a word.

#include "tests/support/test_main.h"
#include "tests/ui/buffer_in_view.h"
#include "tests/ui/ui_support.h"
#include "ui/comparison/token_description.h"
#include "ui/session/entity_history.h"
#include "ui/steps/steps_model.h"
#include "ui/steps/steps_view.h"

#include <QTableView>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

const CodeToken* tokenOf(const ModuleText& text, std::string_view word)
{
    const auto found = std::ranges::find_if(
        text.code.tokens, [&](const CodeToken& token) { return text.code.textOf(token) == word; });
    return found == text.code.tokens.end() ? nullptr : &*found;
}

} // namespace

class TestFollowEntity : public QObject {
    Q_OBJECT

private slots:
    void lifeOfABuffer();
    void movedStatementsAreNoChange();
    void historyIsShownBesideTheSteps();
    void theNextStepThatTouchesTheSelection();
    void buffersAreDescribed();
    void usesOfMemoryAreCounted();
    void livesAreDescribed();
    void wordsAreDescribed();
};

void TestFollowEntity::lifeOfABuffer()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    TIR_GO_TO(session, merge);
    const Node* merged = bufferIn(session, "buf_dyn_shmem");
    QVERIFY(merged);
    const std::vector<EntityState> life = entityHistory(*session.recording(), session.identities(), merged);
    QCOMPARE(life.size(), session.stepCount());
    for (size_t number = 0; number < merge; ++number)
        QCOMPARE(life[number], EntityState::Absent);
    QCOMPARE(life[merge], EntityState::Born);

    TIR_GO_TO(session, 0);
    const Node* values = bufferIn(session, "values");
    QVERIFY(values);
    const std::vector<EntityState> ofValues =
        entityHistory(*session.recording(), session.identities(), values);
    QCOMPARE(ofValues[0], EntityState::Born);
    QCOMPARE(ofValues[merge - 1], EntityState::Kept);
    QCOMPARE(ofValues[merge], EntityState::Changed);
}

void TestFollowEntity::theNextStepThatTouchesTheSelection()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    TIR_GO_TO(session, 0);
    session.navigation().goToNextEvent(); // nothing is selected
    QCOMPARE(session.step(), size_t(0));
    session.selectEntity(bufferIn(session, "values"));
    QTRY_VERIFY(!session.watch().states().empty());
    session.navigation().goToNextEvent();
    QCOMPARE(session.step(), merge);
    session.navigation().goToPreviousEvent();
    QCOMPARE(session.step(), size_t(0)); // where it is born
    session.navigation().goToPreviousEvent();
    QCOMPARE(session.step(), size_t(0));
}

void TestFollowEntity::movedStatementsAreNoChange()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const size_t regions = stepOf(session, "AnnotateDeviceRegions");
    QVERIFY(session.isChanged(regions)); // it wraps the statements
    const std::vector<EntityState> life =
        entityHistory(*session.recording(), session.identities(), bufferIn(session, "values"));
    QCOMPARE(life[regions], EntityState::Kept);
}

void TestFollowEntity::historyIsShownBesideTheSteps()
{
    Session session;
    StepsView view(session);
    view.resize(350, 400);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto& model = dynamic_cast<const StepsModel&>(*table->model());
    const auto stateOfStep = [&](size_t number) {
        return EntityState(
            model.index(model.rowOf(number), StepsModel::Number).data(StepsModel::HistoryRole).toInt());
    };
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    QCOMPARE(stateOfStep(merge), EntityState::Absent);
    session.selectEntity(bufferIn(session, "values"));
    QTRY_COMPARE(stateOfStep(merge), EntityState::Changed);
    const QString toolTip =
        model.index(model.rowOf(merge), StepsModel::Pass).data(Qt::ToolTipRole).toString();
    QVERIFY2(toolTip.contains(QStringLiteral("changes here")), qPrintable(toolTip));
    TIR_GO_TO(session, merge); // the selection stays
    QCOMPARE(stateOfStep(merge), EntityState::Changed);
    session.select({});
    QCOMPARE(stateOfStep(merge), EntityState::Absent);
}

void TestFollowEntity::buffersAreDescribed()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const ModuleText& text = *session.compared()->after;
    const CodeToken* token = tokenOf(text, "squares");
    QVERIFY(token);
    const QString described = describeToken(session, text, *token);
    QVERIFY2(described.startsWith(QStringLiteral("buffer squares: float32 (128,), shared.dyn, 512 bytes\n")),
             qPrintable(described));
    QVERIFY2(described.contains(QStringLiteral("reads: 1, writes: 1")), qPrintable(described));
    const int line = text.code.lineAt(uint32_t(text.code.text.find("squares = T.alloc_buffer"))) + 1;
    QVERIFY2(described.contains(QStringLiteral("\ndefined in line %1\n").arg(line)), qPrintable(described));
    QVERIFY2(described.contains(QStringLiteral("in the input and all steps")), qPrintable(described));
    const CodeToken* variable = tokenOf(text, "tx");
    QVERIFY(variable);
    QVERIFY2(describeToken(session, text, *variable).startsWith(QStringLiteral("variable tx: int32")),
             qPrintable(describeToken(session, text, *variable)));
}

/// The names in `data=` of buffers that no statement declares are uses as well.
void TestFollowEntity::usesOfMemoryAreCounted()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    const ModuleText& text = *session.compared()->after;
    const CodeToken* merged = tokenOf(text, "buf_dyn_shmem");
    QVERIFY(merged);
    const QString described = describeToken(session, text, *merged);
    QVERIFY2(described.contains(QStringLiteral("uses: 3\n")), qPrintable(described));
}

/// What a pass makes lives from that step on; what a pass removes, up to the step before.
void TestFollowEntity::livesAreDescribed()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    const size_t split = stepOf(session, "SplitHostDevice");
    const size_t last = session.stepCount() - 1;
    TIR_GO_TO(session, merge);
    const CodeToken* merged = tokenOf(*session.compared()->after, "buf_dyn_shmem");
    QVERIFY(merged);
    const QString life =
        describeToken(session, *session.compared()->after, *merged).section(QLatin1Char('\n'), -1);
    QVERIFY2(life.startsWith(QStringLiteral("from step %1 (MergeSharedMemoryAllocations) to ").arg(merge)),
             qPrintable(life));
    for (size_t number = 0; number <= last; ++number) {
        const Identities::Life lived = session.identities().lifeOf(merged->identity).value();
        const Module& module = session.recording()->module(number);
        const PlaceTable places(module);
        const bool isThere = std::ranges::any_of(places.entries(), [&](const PlaceTable::Entry& entry) {
            return (as<Var>(entry.node) || as<Buffer>(entry.node)) &&
                   session.identities().of(entry.node) == merged->identity;
        });
        QVERIFY(!isThere || (lived.first <= number && number <= lived.last));
        QVERIFY(isThere || (number != lived.first && number != lived.last));
    }

    TIR_GO_TO(session, split);
    const ModuleText& text = *session.compared()->after;
    const CodeToken* kernel = tokenOf(text, "main_kernel");
    QVERIFY(kernel);
    const QString described = describeToken(session, text, *kernel);
    QVERIFY2(described.startsWith(QStringLiteral("function main_kernel: parameters: ")),
             qPrintable(described));
    QVERIFY2(described.contains(QStringLiteral("\ncalls: 1\n")), qPrintable(described));
    QVERIFY2(described.contains(QStringLiteral("from step %1 (SplitHostDevice)").arg(split)),
             qPrintable(described));
}

void TestFollowEntity::wordsAreDescribed()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const ModuleText& text = *session.compared()->after;
    for (const char* word : {"tvm_storage_sync", "\"shared.dyn\"", "launch_thread"}) {
        const auto token = std::ranges::find_if(text.code.tokens, [&](const CodeToken& each) {
            return text.code.textOf(each).find(word) != std::string_view::npos;
        });
        QVERIFY2(token != text.code.tokens.end(), word);
        QVERIFY2(describeToken(session, text, *token).contains(QStringLiteral(": ")), word);
    }
    const auto keyword = std::ranges::find(text.code.tokens, TokenKind::Keyword, &CodeToken::kind);
    QVERIFY(keyword != text.code.tokens.end());
    QVERIFY(describeToken(session, text, *keyword).isEmpty());
}

TIR_TEST(TestFollowEntity)
#include "tst_follow_entity.moc"
