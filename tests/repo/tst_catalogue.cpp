/// Detects missing companions of added files, and proves that it does.

#include "tests/repo/catalogue_rules.h"
#include "tests/support/repository.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir::testing;

class TestCatalogue : public QObject {
    Q_OBJECT
private slots:
    void sourceIsNamedOnce_data()
    {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QStringList>("findings");
        QTest::newRow("by its folder") << "target_sources(x PRIVATE\n    ir/stmt.cpp)" << QStringList{};
        QTest::newRow("and has properties")
            << "a(ir/stmt.cpp)\nset_source_files_properties(ir/stmt.cpp PROPERTIES X Y)" << QStringList{};
        QTest::newRow("not at all") << "target_sources(x PRIVATE ir/expr.h)"
                                    << QStringList{"core/ir/stmt.cpp: is named in no CMakeLists.txt"};
        QTest::newRow("in a comment")
            << "# ir/stmt.cpp" << QStringList{"core/ir/stmt.cpp: is named in no CMakeLists.txt"};
        QTest::newRow("twice") << "a(ir/stmt.cpp)\nb(ir/stmt.cpp)"
                               << QStringList{"core/ir/stmt.cpp: is compiled 2 times; link its library"};
        QTest::newRow("as the end of another name")
            << "a(their/ir/stmt.cpp)" << QStringList{"core/ir/stmt.cpp: is named in no CMakeLists.txt"};
        QTest::newRow("from elsewhere")
            << "a(ir/stmt.cpp ../ui/x.cpp)"
            << QStringList{"core/CMakeLists.txt: names '../ui/x.cpp' outside of its folder"};
    }

    void sourceIsNamedOnce()
    {
        QFETCH(QString, list);
        QFETCH(QStringList, findings);
        Repository repository;
        repository.files = {{"core/CMakeLists.txt", list}, {"core/ir/stmt.cpp", ""}};
        QCOMPARE(checkSourceLists(repository), findings);
    }

    void commandHasItsLine()
    {
        Repository repository;
        repository.files = {
            {"app/CMakeLists.txt", "add_executable(tirc\n    ${commands}\n    cli/main.cpp)"},
            {"app/cli/call_graph.cpp", ""},
            {"app/cli/command_list.def", "// TIR_COMMAND(CallGraph)\n"},
            {"app/cli/main.cpp", ""},
        };
        QCOMPARE(checkSourceLists(repository),
                 QStringList("app/cli/call_graph.cpp: is neither a command of app/cli/command_list.def nor "
                             "named in app/CMakeLists.txt"));
        repository.files["app/cli/command_list.def"] = "TIR_COMMAND(CallGraph)\n";
        QCOMPARE(checkSourceLists(repository), QStringList());
    }

    void passHasItsLineAndItsCases()
    {
        Repository repository;
        repository.files = {
            {"passes/pass_list.def", "// TIR_PASS(removeNoOp)\nTIR_PASS(removeNoOpToo)\n"},
            {"passes/cleanup/remove_no_op.cpp", "PassInfo removeNoOp()\n{\n"},
            {"passes/cleanup/shared.cpp", "void helper();\n"},
            {"passes/framework/registry.cpp", ""},
        };
        QCOMPARE(checkPassList(repository),
                 QStringList({"passes/cleanup/remove_no_op.cpp: has no line TIR_PASS(removeNoOp) in "
                              "passes/pass_list.def",
                              "passes/cleanup/remove_no_op.cpp: has no cases in "
                              "tests/golden/pass/remove_no_op"}));

        repository.files["passes/pass_list.def"] = "TIR_PASS(removeNoOp)\n";
        repository.files["tests/golden/pass/remove_no_op/empty_loop.py"] = "";
        QCOMPARE(checkPassList(repository), QStringList());

        repository.files["passes/cleanup/helpers/helpers.cpp"] = "int help();\n";
        repository.files["tests/golden/pass/remove_noop/empty_loop.py"] = "";
        QCOMPARE(
            checkPassList(repository),
            QStringList({"passes/cleanup/helpers/helpers.cpp: its folder has no pass of the folder's name",
                         "tests/golden/pass/remove_noop: there is no such pass"}));
    }

    void passHasItsCard()
    {
        Repository repository;
        repository.files = {
            {"passes/cleanup/remove_no_op.cpp",
             "PassInfo removeNoOp()\n{\n    return {.name = \"RemoveNoOp\"};"},
            {"resources/passes/remove_noop.md", "# RemoveNoOp\n"},
        };
        QCOMPARE(checkPassCards(repository),
                 QStringList({"passes/cleanup/remove_no_op.cpp: has no card resources/passes/remove_no_op.md",
                              "resources/passes/remove_noop.md: there is no such pass"}));

        repository.files.remove("resources/passes/remove_noop.md");
        repository.files["resources/passes/remove_no_op.md"] = "# Remove no-ops\n";
        QCOMPARE(checkPassCards(repository),
                 QStringList("resources/passes/remove_no_op.md: is not headed by '# RemoveNoOp'"));
        repository.files["resources/passes/remove_no_op.md"] = "# RemoveNoOp\n";
        QCOMPARE(checkPassCards(repository), QStringList());
    }

    void viewHasItsLine()
    {
        Repository repository;
        repository.files = {
            {"ui/main_window.h", ""},
            {"ui/session/session.h", ""},
            {"ui/common/theme.h", ""},
            {"ui/call_graph/call_graph_view.h", ""},
        };
        QCOMPARE(checkViewList(repository),
                 QStringList(u"ui/call_graph: has no line TIR_VIEW(call_graph, …) in ui/view_list.def"_qs));
        repository.files["ui/view_list.def"] = "TIR_VIEW(call_graph, CallGraphView)\n";
        QCOMPARE(checkViewList(repository), QStringList());
    }

    void topLevelIsClosed()
    {
        QCOMPARE(checkTopLevel({"README.md", "scripts"}),
                 QStringList("scripts: does not belong in the top level"));
    }

    void machinePathsAreSeen_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isFound");
        // Spelled in two pieces, for this file is checked as well.
        QTest::newRow("home folder of a user") << QStringLiteral("open('/ho"
                                                                 "me/somebody/x.py')")
                                               << true;
        QTest::newRow("at the start of a line") << QStringLiteral("/ro"
                                                                  "ot/x")
                                                << true;
        QTest::newRow("as an option") << QStringLiteral("-I/wo"
                                                        "rk/x")
                                      << true;
        QTest::newRow("system folder") << QStringLiteral("/usr/lib/llvm-19") << false;
        QTest::newRow("relative") << QStringLiteral("docs/ho"
                                                    "me/index.md ../wo"
                                                    "rk/x ${dir}/ro"
                                                    "ot/x")
                                  << false;
        QTest::newRow("address") << QStringLiteral("https://example.org/ho"
                                                   "me/x")
                                 << false;
    }

    void machinePathsAreSeen()
    {
        QFETCH(QString, text);
        QFETCH(bool, isFound);
        Repository repository;
        repository.files = {{"README.md", text}};
        QCOMPARE(!checkMachinePaths(repository).isEmpty(), isFound);
    }

    void decimalsThatFollowTheLocaleAreSeen_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("reading") << "x = std::strtod(text, nullptr);" << true;
        QTest::newRow("reading by another name") << "x = std::stof (text);" << true;
        QTest::newRow("writing") << "snprintf(text, size, \"%s %.17g\", name, x);" << true;
        QTest::newRow("writing with a width") << "printf(\"%-12.6f\\n\", x);" << true;
        QTest::newRow("writing to a stream") << "out << std::setprecision(3) << x;" << true;
        QTest::newRow("integers") << "snprintf(text, size, \"%d%llu\", 1, n);" << false;
        QTest::newRow("a comment") << "/// As `%e` in the C locale" << false;
        QTest::newRow("a placeholder of Qt") << "tr(\"%1 for %2\").arg(a, b);" << false;
    }

    void decimalsThatFollowTheLocaleAreSeen()
    {
        QFETCH(QString, text);
        QFETCH(bool, isFound);
        Repository repository;
        repository.files = {{"core/a.cpp", text}};
        QCOMPARE(!checkDecimals(repository).isEmpty(), isFound);
    }

    void pagesLeadSomewhere_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("findings");
        QTest::newRow("link to a page beside it") << "see [Keys](keys.md)" << QStringList();
        QTest::newRow("link upward") << "see [all](../../README.md)" << QStringList();
        QTest::newRow("address") << "see [TVM](https://example.org/x)" << QStringList();
        QTest::newRow("lambda in an example") << "`[](Session& session) {}`" << QStringList();
        QTest::newRow("folder, file, and test by name")
            << "`core/ir/`, `core/ir/ssa.cpp`, and `tests/core/tst_ssa`" << QStringList();
        QTest::newRow("placeholder") << "`tests/fuzz/inputs/<target>/`" << QStringList();
        QTest::newRow("link to nothing")
            << "[a](key.md)" << QStringList("resources/manual/index.md: there is no 'key.md'");
        QTest::newRow("path of nothing")
            << "`core/ir/sssa.cpp`"
            << QStringList("resources/manual/index.md: there is no 'core/ir/sssa.cpp'");
    }

    void pagesLeadSomewhere()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, findings);
        Repository repository;
        repository.files = {{"README.md", ""},
                            {"core/ir/ssa.cpp", ""},
                            {"resources/manual/index.md", text},
                            {"resources/manual/keys.md", ""},
                            {"tests/core/tst_ssa.cpp", ""}};
        QCOMPARE(checkPages(repository), findings);
    }

    void fileDialogsAreSeen()
    {
        Repository repository;
        repository.files = {{"ui/common/file_dialogs.cpp", "#include <QFileDialog>\n"}};
        QCOMPARE(checkFileDialogs(repository), QStringList());
        repository.files["ui/run/a.cpp"] = "QFileDialog::getOpenFileName(this);";
        QCOMPARE(checkFileDialogs(repository),
                 QStringList("ui/run/a.cpp: has a file dialog of its own, unlike ui/common/file_dialogs.h"));
    }

    void repositoryIsComplete_data()
    {
        static const Repository repository = readRepository();
        QVERIFY(repository.contains("tests/repo/tst_catalogue.cpp"));
        QTest::addColumn<QStringList>("findings");
        QTest::newRow("source lists") << checkSourceLists(repository);
        QTest::newRow("pass list") << checkPassList(repository);
        QTest::newRow("pass cards") << checkPassCards(repository);
        QTest::newRow("view list") << checkViewList(repository);
        QTest::newRow("file dialogs") << checkFileDialogs(repository);
        // tst_contributing checks the page with its examples.
        QTest::newRow("pages") << checkPages(repository, QStringLiteral("CONTRIBUTING.md"));
        QTest::newRow("decimals") << checkDecimals(repository);
        QTest::newRow("machine paths") << checkMachinePaths(repository);
    }

    void repositoryIsComplete()
    {
        QFETCH(QStringList, findings);
        QVERIFY2(findings.isEmpty(), qPrintable(asText(findings)));
    }

    void topLevelHoldsOnlyWhatTheDesignAllows()
    {
        const std::optional<QStringList> entries = trackedTopLevel();
        if (!entries)
            QSKIP("not a git checkout, so nothing says which entries belong to it");
        const QStringList findings = checkTopLevel(*entries);
        QVERIFY2(findings.isEmpty(), qPrintable(asText(findings)));
    }

    /// A reason that no source contains any more would let the new wording pass for an unexpected skip.
    void acceptedReasonsToSkipExist()
    {
        const Repository repository = readRepository();
        QString sources;
        for (const QString& path :
             repository.filesIn({"core", "passes", "ui", "app", "tests"}, {".cpp", ".h"}))
            sources += repository.files[path];
        const QString reasons =
            QString::fromStdString(readFile(sourcePath("tests/allowed_skips.txt")).value());
        int count = 0;
        for (const QString& line : reasons.split('\n', Qt::SkipEmptyParts)) {
            const QString reason = line.mid(line.lastIndexOf("): ") < 0 ? 0 : line.lastIndexOf("): ") + 3);
            QVERIFY2(line.startsWith('#') || sources.contains(reason), qPrintable(line));
            ++count;
        }
        QVERIFY(count > 0);
    }
};

TIR_TEST(TestCatalogue)
#include "tst_catalogue.moc"
