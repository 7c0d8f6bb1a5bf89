/// Steps after the branch into a host module and a device module: each executes with the other side of the program.

#include "passes/workbench/check/check.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/trace/record.h"
#include "tests/passes/workbench/check/run_of_texts.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

std::string hostFunction(const std::string& name = "main", const std::string& threads = "8")
{
    return "    @T.prim_func(s_tir=True)\n    def " + name +
           "(B: T.Buffer((8,), \"int32\")):\n"
           "        T.func_attr({\"target\": T.target(\"llvm\")})\n"
           "        T.call_packed(\"main_kernel\", B.data, " +
           threads + ")\n";
}

std::string kernel(const std::string& name = "main_kernel", const std::string& threads = "8",
                   const std::string& stored = "tx")
{
    return "    @T.prim_func(s_tir=True)\n    def " + name +
           "(B_ptr: T.handle(\"int32\", \"global\")):\n"
           "        T.func_attr({\"calling_conv\": 2, \"target\": T.target(\"cuda\"), "
           "\"tirx.is_global_func\": True, "
           "\"tirx.kernel_launch_params\": [\"threadIdx.x\"]})\n"
           "        B = T.decl_buffer((8,), \"int32\", data=B_ptr)\n"
           "        with T.launch_thread(\"threadIdx.x\", " +
           threads + ") as tx:\n            if tx < 8:\n                B[tx] = " + stored + "\n";
}

std::string module(const std::string& functions)
{
    return "@I.ir_module\nclass Module:\n" + functions;
}

} // namespace

class TstBranches : public QObject {
    Q_OBJECT
private slots:
    void everySideRunsWithTheOther_data()
    {
        QTest::addColumn<std::string>("host");
        QTest::addColumn<std::string>("device");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char* name, const std::string& host, const std::string& device,
                            const char* expected) {
            QTest::newRow(name) << module(host) << module(device) << std::string(expected);
        };
        row("both as before", hostFunction(), kernel(), "sound: ");
        row("a kernel that computes something else", hostFunction(), kernel("main_kernel", "8", "tx + 1"),
            "not sound: step 4 of the device module, Device2, changes the result: ");
        row("a kernel that is lost", hostFunction(), kernel("other_kernel"),
            "not fully checked: 1 of 5 modules; step 4 of the device module, Device2: not executable: ");
        row("a host function that is lost", hostFunction("other"), kernel(), "not fully checked: ");
        row("more threads than the kernel has", hostFunction(), kernel("main_kernel", "4"),
            "not sound: step 4 of the device module, Device2, fails a memory check: refused-launch: ");
        row("ends that do not fit together", hostFunction("main", "16"), kernel(),
            "not sound: step 2 of the host module, Host2, fails a memory check: refused-launch: ");
    }

    void everySideRunsWithTheOther()
    {
        QFETCH(std::string, host);
        QFETCH(std::string, device);
        QFETCH(std::string, expected);
        const auto trace =
            runOf({module(kernel() + "\n" + hostFunction()), module(hostFunction()), host, module(kernel()),
                   device},
                  {{1, "Host1"}, {2, "Host2"}, {3, "Device1"}, {4, "Device2"}},
                  {{1, Branch::Host}, {2, Branch::Host}, {3, Branch::Device}, {4, Branch::Device}});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with(expected), said.c_str());
    }

    /// The device module of the end runs with the host module of the end.
    void bothEndsRunTogether()
    {
        const auto trace =
            runOf({module(kernel("main_kernel", "16") + "\n" + hostFunction("main", "16")),
                   module(hostFunction("main", "16")), module(hostFunction("main", "8")),
                   module(kernel("main_kernel", "16")), module(kernel("main_kernel", "4"))},
                  {}, {{1, Branch::Host}, {2, Branch::Host}, {3, Branch::Device}, {4, Branch::Device}});
        QCOMPARE(stepOfOtherSide(*trace, 0), size_t(0));
        QCOMPARE(stepOfOtherSide(*trace, 2), size_t(0));
        QCOMPARE(stepOfOtherSide(*trace, 4), size_t(2));
    }
};

TIR_TEST(TstBranches)
#include "tst_branches.moc"
