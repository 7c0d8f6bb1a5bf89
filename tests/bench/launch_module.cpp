#include "tests/bench/launch_module.h"

namespace tir::testing {
namespace {

std::string launch(int number)
{
    const std::string n = std::to_string(number);
    const std::string alloc = ", scope=\"shared.dyn\")\n";
    const std::string in = "            ";
    std::string text = "        with T.launch_thread(\"blockIdx.x\", 16) as b" + n + ":\n";
    text += in + "t" + n + " = T.launch_thread(\"threadIdx.x\", 64)\n";
    text += in + "P" + n + " = T.alloc_buffer((64,), \"float32\"" + alloc;
    text += in + "Q" + n + " = T.alloc_buffer((128,), \"float16\"" + alloc;
    text += in + "R" + n + " = T.alloc_buffer((32,), \"int32\"" + alloc;
    text += in + "P" + n + "[t" + n + "] = A" + n + "[b" + n + " * 64 + t" + n + "]\n";
    text += in + "T.tvm_storage_sync(\"shared.dyn\")\n";
    text += in + "for k in range(4):\n";
    text += in + "    Q" + n + "[t" + n + " * 2] = T.Cast(\"float16\", P" + n + "[63 - t" + n + "])\n";
    text += in + "    T.tvm_storage_sync(\"shared.dyn\")\n";
    text += in + "    if t" + n + " < 32:\n";
    text += in + "        R" + n + "[t" + n + "] = T.Cast(\"int32\", Q" + n + "[t" + n + " * 4]) + k\n";
    text += in + "    T.tvm_storage_sync(\"shared.dyn\")\n";
    text +=
        in + "A" + n + "[b" + n + " * 64 + t" + n + "] = T.Cast(\"float32\", R" + n + "[t" + n + " // 2])\n";
    return text;
}

} // namespace

std::string launchModule(int launches, int perFunction)
{
    std::string text = "# from tvm.script import ir as I\n# from tvm.script import tirx as "
                       "T\n\n@I.ir_module\nclass Module:\n";
    for (int first = 0; first < launches; first += perFunction) {
        text += "    @T.prim_func(s_tir=True)\n    def f" + std::to_string(first / perFunction) + "(";
        for (int i = 0; i < perFunction; ++i)
            text += (i ? ", A" : "A") + std::to_string(i) + ": T.Buffer((1024,), \"float32\")";
        text += "):\n";
        for (int i = 0; i < perFunction; ++i)
            text += launch(i);
        text += "\n";
    }
    return text;
}

std::string sharedBufferModule(int buffers)
{
    std::string text = "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n"
                       "    def main(X: T.Buffer((128,), \"float32\")):\n"
                       "        tx = T.launch_thread(\"threadIdx.x\", 128)\n";
    for (int number = 0; number < buffers; ++number) {
        const std::string name = "S" + std::to_string(number);
        text += "        " + name + " = T.alloc_buffer((128,), \"float32\", scope=\"shared.dyn\")\n        " +
                name + "[tx] = X[tx]\n";
    }
    return text;
}

} // namespace tir::testing
