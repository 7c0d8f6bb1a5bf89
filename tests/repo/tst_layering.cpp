/// Holds the include rules of the design, and shows that each of them can fail.

#include "tests/repo/layering_rules.h"
#include "tests/support/repository.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir::testing;

namespace {

using Rule = QStringList (*)(const Repository&);

struct Case {
    const char* name;
    Rule rule;
    const char* from;
    const char* include;
    bool isAllowed;
};

constexpr Case cases[] = {
    {"support includes the standard library", checkFolderOrder, "core/support/a.h", "<string>", true},
    {"support includes ir", checkFolderOrder, "core/support/a.h", "\"core/ir/stmt.h\"", false},
    {"ir includes support", checkFolderOrder, "core/ir/a.h", "\"core/support/arena.h\"", true},
    {"ir includes analysis", checkFolderOrder, "core/ir/a.cpp", "\"core/analysis/access.h\"", false},
    {"analysis includes arith", checkFolderOrder, "core/analysis/a.cpp", "\"core/arith/bounds.h\"", true},
    {"arith includes analysis", checkFolderOrder, "core/arith/a.cpp", "\"core/analysis/access.h\"", false},
    {"script includes codegen", checkFolderOrder, "core/script/a.cpp", "\"core/codegen/artifact.h\"", false},
    {"runtime includes codegen", checkFolderOrder, "core/runtime/a.cpp", "\"core/codegen/artifact.h\"", true},
    {"codegen includes runtime", checkFolderOrder, "core/codegen/a.cpp", "\"core/runtime/npy.h\"", false},
    {"core includes passes", checkFolderOrder, "core/diff/a.cpp", "\"passes/framework/pass.h\"", false},
    {"pass includes framework", checkFolderOrder, "passes/split/a.cpp", "\"passes/framework/pass.h\"", true},
    {"pass includes script", checkFolderOrder, "passes/split/a.cpp", "\"core/script/reading/parser.h\"",
     false},
    {"pass includes codegen", checkFolderOrder, "passes/split/a.cpp", "\"core/codegen/artifact.h\"", false},
    {"framework includes script", checkFolderOrder, "passes/framework/a.cpp",
     "\"core/script/reading/parser.h\"", false},
    {"framework includes the list", checkFolderOrder, "passes/framework/a.cpp", "\"passes/pass_list.def\"",
     true},
    {"pipelines include the workbench", checkFolderOrder, "passes/pipelines.cpp", "\"passes/workbench/a.h\"",
     false},
    {"workbench includes script", checkFolderOrder, "passes/workbench/a.cpp",
     "\"core/script/reading/parser.h\"", true},
    {"workbench includes ui", checkFolderOrder, "passes/workbench/a.cpp", "\"ui/main_window.h\"", false},
    {"ui includes app", checkFolderOrder, "ui/a.cpp", "\"app/cli/a.h\"", false},
    {"app includes ui", checkFolderOrder, "app/desktop/main.cpp", "\"ui/main_window.h\"", true},
    {"core includes tests", checkFolderOrder, "core/ir/a.cpp", "\"tests/support/test_files.h\"", false},

    {"Qt in core", checkForeignHeaders, "core/ir/a.h", "<QString>", false},
    {"Qt module in passes", checkForeignHeaders, "passes/workbench/a.cpp", "<QtCore/QString>", false},
    {"Qt in ui", checkForeignHeaders, "ui/a.h", "<QString>", true},
    {"LLVM in a wrapper", checkForeignHeaders, "core/codegen/llvm_ir/a.cpp", "<llvm/IR/Module.h>", true},
    {"LLVM in a header", checkForeignHeaders, "core/codegen/llvm_ir/a.h", "<llvm/IR/Module.h>", false},
    {"LLVM in ui", checkForeignHeaders, "ui/a.cpp", "<llvm-c/Core.h>", false},
    {"LLVM in the emulator", checkForeignHeaders, "core/runtime/simt/a.cpp", "<llvm/IR/Module.h>", false},
    {"the window includes the JIT", checkForeignHeaders, "ui/run/a.cpp", "\"core/runtime/jit/cpu_jit.h\"",
     false},
    {"the workbench includes its worker", checkForeignHeaders, "passes/workbench/execution/a.cpp",
     "\"passes/workbench/worker/run_here.h\"", false},
    {"tirc-worker includes the worker", checkForeignHeaders, "app/worker/main.cpp",
     "\"passes/workbench/worker/serve_workers.h\"", true},
    {"tirc includes the worker", checkForeignHeaders, "app/cli/run.cpp",
     "\"passes/workbench/worker/run_here.h\"", false},
    {"CUDA in a wrapper", checkForeignHeaders, "core/runtime/cuda/cuda_driver.cpp", "<cuda.h>", true},
    {"CUDA in the workbench", checkForeignHeaders, "passes/workbench/a.cpp", "<nvrtc.h>", false},
    {"standard header that starts like CUDA's", checkForeignHeaders, "core/ir/a.h", "<cstdint>", true},

    {"file that does not exist", checkIncludePaths, "core/ir/a.cpp", "\"core/ir/missing.h\"", false},
    {"path relative to the including file", checkIncludePaths, "core/ir/a.cpp", "\"stmt.h\"", false},
    {"angle brackets for an own file", checkIncludePaths, "core/ir/a.cpp", "<core/ir/stmt.h>", false},
    {"path from the root", checkIncludePaths, "core/script/a.cpp", "\"core/ir/stmt.h\"", true},
    {"moc output", checkIncludePaths, "tests/ui/tst_a.cpp", "\"tst_a.moc\"", true},

    {"model with a core class", checkModels, "ui/steps/steps_model.h", "<QAbstractTableModel>", true},
    {"model with a widget", checkModels, "ui/steps/steps_model.cpp", "<QTableView>", false},
    {"model with a widget through a header", checkModels, "ui/steps/steps_model.h", "\"ui/main_window.h\"",
     false},
    {"layout with a widget module", checkModels, "ui/steps/steps_layout.cpp", "<QtWidgets/QStyle>", false},
    {"view with a widget", checkModels, "ui/steps/steps_view.h", "<QTableView>", true},

    {"pass includes a pass of its group", checkPasses, "passes/split/a.cpp",
     "\"passes/split/bind_target/rules.h\"", false},
    {"pass includes a pass of another group", checkPasses, "passes/memory/a.cpp",
     "\"passes/split/bind_target/rules.h\"", false},
    {"pass includes its own part", checkPasses, "passes/split/bind_target/bind_target.cpp",
     "\"passes/split/bind_target/rules.h\"", true},
    {"pass includes a part of another pass", checkPasses, "passes/split/a.cpp",
     "\"passes/split/bind_target/rules.h\"", false},
    {"pass includes what its group shares", checkPasses, "passes/split/a.cpp", "\"passes/split/shared.h\"",
     true},
    {"shared file includes a pass", checkPasses, "passes/split/shared.h", "\"passes/split/a.cpp\"", false},
    {"pass includes what another group shares", checkPasses, "passes/memory/a.cpp",
     "\"passes/split/shared.h\"", false},

    {"view includes itself", checkViews, "ui/steps/steps_view.cpp", "\"ui/steps/steps_model.h\"", true},
    {"view includes the session", checkViews, "ui/steps/steps_view.cpp", "\"ui/session/session.h\"", true},
    {"view includes another view", checkViews, "ui/graph/graph_view.cpp", "\"ui/steps/steps_model.h\"",
     false},
    {"view includes the window", checkViews, "ui/steps/steps_view.cpp", "\"ui/main_window.h\"", false},
    {"session includes a view", checkViews, "ui/session/session.cpp", "\"ui/steps/steps_model.h\"", false},
    {"window includes a view", checkViews, "ui/main_window.cpp", "\"ui/steps/steps_model.h\"", true},
};

/// The targets of the includes above.
Repository smallRepository()
{
    Repository repository;
    repository.files = {
        {"core/ir/stmt.h", "#pragma once\n"},
        {"passes/split/a.cpp", "PassInfo a()\n{\n}\n"},
        {"passes/memory/a.cpp", "PassInfo a()\n{\n}\n"},
        {"passes/split/bind_target/rules.h", ""},
        {"passes/split/bind_target/bind_target.cpp", "PassInfo bindTarget()\n{\n}\n"},
        {"passes/split/shared.h", ""},
        {"ui/main_window.h", "#include <QMainWindow>\n"},
    };
    return repository;
}

} // namespace

class TestLayering : public QObject {
    Q_OBJECT
private slots:
    void rulesTellRightFromWrong_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(cases)); ++i)
            QTest::newRow(cases[i].name) << i;
    }

    void rulesTellRightFromWrong()
    {
        QFETCH(int, index);
        const Case& c = cases[index];
        Repository repository = smallRepository();
        QString& text = repository.files[QString::fromUtf8(c.from)];
        text.prepend(QStringLiteral("// first line\n#include %1\n").arg(QString::fromUtf8(c.include)));
        const QStringList findings = c.rule(repository);
        if (c.isAllowed) {
            QVERIFY2(findings.isEmpty(), qPrintable(asText(findings)));
            return;
        }
        QVERIFY(!findings.isEmpty());
        QVERIFY2(findings.first().startsWith(QString::fromUtf8(c.from)), qPrintable(findings.first()));
    }

    void repositoryHoldsTheRules_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(rules)); ++i)
            QTest::newRow(rules[i].name) << i;
    }

    void repositoryHoldsTheRules()
    {
        QFETCH(int, index);
        static const Repository repository = readRepository();
        QVERIFY(repository.contains("tests/repo/tst_layering.cpp"));
        const QStringList findings = rules[index].rule(repository);
        QVERIFY2(findings.isEmpty(), qPrintable(asText(findings)));
    }

private:
    struct NamedRule {
        const char* name;
        Rule rule;
    };
    static constexpr NamedRule rules[] = {
        {"folder order", checkFolderOrder},
        {"foreign headers", checkForeignHeaders},
        {"include paths", checkIncludePaths},
        {"models", checkModels},
        {"passes", checkPasses},
        {"views", checkViews},
    };
};

TIR_TEST(TestLayering)
#include "tst_layering.moc"
