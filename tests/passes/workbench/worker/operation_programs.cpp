#include "tests/passes/workbench/worker/operation_programs.h"

#include "core/script/reading/parser.h"

#include <QStringList>

namespace tir::testing {
namespace {

/// (name, type, body)
std::vector<Operation> singleOperations()
{
    return {
        {"copies that are predicated", "float32",
         "S = T.alloc_buffer((128,), scope=\"shared\")\n"
         "for k in range(4):\n"
         "    S[tx * 4 + k] = T.float32(7)\n"
         "T.tvm_storage_sync(\"shared\")\n"
         "T.ptx.cp_async(\"float32\", S.data, tx * 4, A.data, tx * 4, 16, tx % 2 == 0)\n"
         "T.ptx.cp_async.commit_group()\n"
         "T.ptx.cp_async.wait_group(0)\n"
         "T.tvm_storage_sync(\"shared\")\n"
         "for k in range(4):\n"
         "    B[tx * 4 + k] = S[127 - tx * 4 - k]"},
        {"exchange in shared memory within a warp", "float32",
         "S = T.alloc_buffer((32,), scope=\"shared\")\n"
         "S[tx] = A[tx]\n"
         "T.tvm_storage_sync(\"warp\")\n"
         "B[tx] = S[31 - tx]"},
        {"exchange within half a warp", "float32",
         "S = T.alloc_buffer((32,), scope=\"shared\")\n"
         "if tx < 16:\n"
         "    S[tx] = A[tx]\n"
         "    T.tvm_storage_sync(\"warp\")\n"
         "    B[tx] = S[15 - tx]"},
        {"division that rounds down", "int32",
         "B[tx] = (A[tx] * 7 - 300) // 5\nB[tx + 32] = (A[tx] * 7 - 300) % 5\n"
         "B[tx + 64] = T.truncdiv(A[tx] * 7 - 300, 5)"},
        {"votes", "int32",
         "B[tx] = T.Cast(\"int32\", T.cuda.ballot_sync(T.uint32(0xffffffff), A[tx] % 3 == 0))\n"
         "B[tx + 32] = T.cuda.syncthreads_or(A[tx] == 1)\nB[tx + 64] = T.cuda.syncthreads_and(A[tx] == 1)"},
        {"atomic sums", "int32", "T.evaluate(T.cuda.atomic_add(T.address_of(B[A[tx] % 4]), A[tx]))"},
        {"more than 48 KiB of shared memory", "float32",
         "S = T.alloc_buffer((16384,), scope=\"shared.dyn\")\n"
         "for k in range(512):\n"
         "    S[k * 32 + tx] = A[(k + tx) % 128]\n"
         "T.tvm_storage_sync(\"shared.dyn\")\n"
         "for k in range(4):\n"
         "    B[tx * 4 + k] = S[(tx * 4 + k) * 127]"},
    };
}

/// A product of 16 by `k` and `k` by 8 elements in the registers of a warp; `n` elements of A for each lane.
Operation product(const QString& type, const QString& word, const QString& sum, const QString& sumWord, int k)
{
    const int perLane = k / 2; // of the left matrix
    return {
        "mma of " + type, type,
        QString("a = T.alloc_buffer((%1,), \"%2\", scope=\"local\")\n"
                "b = T.alloc_buffer((%3,), \"%2\", scope=\"local\")\n"
                "c = T.alloc_buffer((4,), \"%4\", scope=\"local\")\n"
                "for k in range(%1):\n"
                "    a[k] = A[(tx * 4 + k) % 128]\n"
                "for k in range(%3):\n"
                "    b[k] = A[(tx * 3 + k * 7) % 128]\n"
                "for k in range(4):\n"
                "    c[k] = T.Cast(\"%4\", 0)\n"
                "T.ptx.mma.legacy(\"%4\", \"m16n8k%5\", \"row\", \"col\", \"%6\", \"%6\", \"%7\", a.data, 0, "
                "b.data, 0, c.data, 0, T.bool(False))\n"
                "for k in range(4):\n"
                "    B[tx * 4 + k] = T.Cast(\"%2\", c[k])")
            .arg(perLane)
            .arg(type)
            .arg(perLane / 2)
            .arg(sum)
            .arg(k)
            .arg(word, sumWord)};
}

} // namespace

std::vector<Operation> allOperations()
{
    std::vector<Operation> all = singleOperations();
    for (const QString type :
         {"float32", "float16", "bfloat16", "int32", "int64", "float64", "int8", "uint8"}) {
        all.push_back(
            {"arithmetic of " + type, type, "B[tx] = T.max(A[tx] * A[tx + 1] - A[tx + 2], A[tx + 3])"});
        all.push_back({"vectors of " + type, type,
                       "B[T.Ramp(tx * 4, 1, 4)] = A[T.Ramp(tx * 4, 1, 4)] + A[T.Ramp(127 - tx * 4, -1, 4)]"});
        all.push_back({"casts of " + type, type,
                       QString("B[tx] = T.Cast(\"%1\", T.Cast(\"int32\", A[tx]) + 1)\n"
                               "B[tx + 32] = T.Cast(\"%1\", T.Cast(\"float32\", A[tx + 1]) + T.float32(0.3))")
                           .arg(type)});
    }
    for (const QString type : {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}) {
        // From far below the type to far above it; the roots are NaN in one half of the threads.
        all.push_back(
            {"floats out of the range of " + type, type,
             QString("x: T.let[T.float32] = T.Cast(\"float32\", tx - 16)\n"
                     "B[tx] = T.Cast(\"%1\", x * T.float32(20))\n"
                     "B[tx + 32] = T.Cast(\"%1\", x * T.float32(2e18))\n"
                     "B[tx + 64] = T.Cast(\"%1\", T.sqrt(x))\n"
                     "B[tx + 96] = T.Cast(\"%1\", T.sqrt(T.Cast(\"float64\", x) * T.float64(1e30)))")
                 .arg(type)});
        all.push_back({"halves out of the range of " + type, type,
                       QString("x: T.let[T.float16] = T.Cast(\"float16\", tx - 16) * T.float16(6000)\n"
                               "B[tx] = T.Cast(\"%1\", x)\n"
                               "B[tx + 32] = T.Cast(\"%1\", T.sqrt(x))\n"
                               "y: T.let[T.bfloat16] = T.Cast(\"bfloat16\", tx - 16)\n"
                               "B[tx + 64] = T.Cast(\"%1\", y * T.bfloat16(2305843009213693952))\n"
                               "B[tx + 96] = T.Cast(\"%1\", T.sqrt(y))")
                           .arg(type)});
    }
    for (const QString type : {"float32", "float16", "bfloat16", "float64"}) {
        const QString nan = QString("T.log(T.Cast(\"%1\", -1) - A[tx] * A[tx])").arg(type);
        all.push_back({"minimum and maximum of a number and a NaN of " + type, type,
                       QString("B[tx] = T.max(%1, A[tx])\nB[tx + 32] = T.max(A[tx], %1)\n"
                               "B[tx + 64] = T.min(%1, A[tx])\nB[tx + 96] = T.min(A[tx], %1)")
                           .arg(nan)});
    }
    for (const QString type : {"float32", "float16", "bfloat16"})
        for (const QString function :
             {"exp", "log", "sqrt", "tanh", "erf", "floor", "round", "sigmoid", "sin", "rsqrt", "atan"})
            all.push_back({function + " of " + type, type, QString("B[tx] = T.%1(A[tx])").arg(function)});
    for (const QString type : {"float32", "float16", "int64"})
        for (const QString shuffle : {"tvm_warp_shuffle(T.uint32(0xffffffff), A[tx], 5, 32, 32)",
                                      "tvm_warp_shuffle_up(T.uint32(0xffffffff), A[tx], 3, 16, 32)",
                                      "tvm_warp_shuffle_down(T.uint32(0xffffffff), A[tx], 3, 8, 32)",
                                      "tvm_warp_shuffle_xor(T.uint32(0xffffffff), A[tx], 5, 32, 32)"})
            all.push_back({shuffle + " of " + type, type, "B[tx] = T." + shuffle});
    for (const QString type : {"float8_e4m3fn", "float8_e5m2"})
        all.push_back({"casts of " + type, type,
                       QString("B[tx] = T.Cast(\"%1\", T.Cast(\"float32\", A[tx]) * T.float32(3))\n"
                               "B[tx + 32] = T.Cast(\"%1\", T.Cast(\"float16\", A[tx + 1]) + T.float16(0.3))")
                           .arg(type)});
    all.push_back(product("float16", "fp16", "float32", "fp32", 16));
    all.push_back(product("bfloat16", "bf16", "float32", "fp32", 16));
    all.push_back(product("float8_e4m3fn", "e4m3", "float32", "fp32", 32));
    all.push_back(product("int8", "int8", "int32", "int32", 32));
    for (size_t number = 0; number < all.size(); ++number)
        all[number].function = "operation_" + std::to_string(number);
    return all;
}

OwnedModule moduleOf(const std::vector<Operation>& operations)
{
    std::string text = "@I.ir_module\nclass Module:\n";
    for (const Operation& operation : operations) {
        text +=
            QString(
                "    @T.prim_func(s_tir=True)\n    def %1(A: T.Buffer((128,), \"%2\"), B: T.Buffer((128,), "
                "\"%2\")):\n        tx = T.launch_thread(\"threadIdx.x\", 32)\n")
                .arg(QString::fromStdString(operation.function), operation.type)
                .toStdString();
        for (const QString& line : operation.body.split('\n'))
            text += "        " + line.toStdString() + "\n";
    }
    const Result<ParsedModule> parsed = parseModule(SourceText("operations.py", text));
    if (!parsed)
        qFatal("%s\n%s", parsed.diagnostics().front().message.c_str(), text.c_str());
    return parsed->module;
}

} // namespace tir::testing
