#include "tests/core/codegen/compile_cases.h"

#include <iterator>

namespace tir::testing {
namespace {

constexpr const char* Types[] = {
    "float32",       "float16",       "int32",       "bfloat16",       "float64",       "int8",
    "uint8",         "bool",          "int64",       "uint32",         "uint64",        "int16",
    "uint16",        "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "float6_e2m3fn", "float6_e3m2fn",
    "float4_e2m1fn", "int4",          "uint4",
};
constexpr int Lanes[] = {1, 2, 3, 4, 6, 8, 16};
constexpr const char* Scopes[] = {"global", "shared", "shared.dyn", "local"};

/// Values that are stored: {a} and {b} are elements, {T} their type, {E} the type of a lane, {N} the number of lanes.
constexpr const char* Values[] = {
    "{a}",
    "{a} + {b}",
    "{a} - {b}",
    "{a} * {b}",
    "{a} / {b}",
    "{a} // {b}",
    "{a} % {b}",
    "T.truncdiv({a}, {b})",
    "T.truncmod({a}, {b})",
    "T.min({a}, {b})",
    "T.max({a}, {b})",
    "T.Select({a} < {b}, {a}, {b})",
    "T.Select({a} == {b}, {a}, {b})",
    "T.Select(T.And({a} < {b}, {b} != {a}), {a}, {b})",
    "T.Select(T.Not({a} >= {b}), {a}, {b})",
    "T.if_then_else(tx < n, {a}, {b})",
    "T.bitwise_and({a}, {b})",
    "T.bitwise_or({a}, {b})",
    "T.bitwise_xor({a}, {b})",
    "T.bitwise_not({a})",
    "T.shift_left({a}, {b})",
    "T.shift_right({a}, {b})",
    "T.Broadcast({first}, {N})",
    "T.Cast(\"{T}\", {f})",
    "T.Cast(\"{T}\", {i})",
    "T.Cast(\"{T}\", {h})",
    "T.Cast(\"{T}\", T.Cast(\"float32{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"float64{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"int32{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"bool{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"float16{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"bfloat16{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"int64{xN}\", {a}))",
    "T.Cast(\"{T}\", T.Cast(\"uint8{xN}\", {a}))",
    "T.reinterpret(\"{T}\", {a})",
    "T.exp({a})",
    "T.exp2({a})",
    "T.exp10({a})",
    "T.log({a})",
    "T.log2({a})",
    "T.log10({a})",
    "T.log1p({a})",
    "T.sqrt({a})",
    "T.rsqrt({a})",
    "T.sin({a})",
    "T.cos({a})",
    "T.tan({a})",
    "T.sinh({a})",
    "T.cosh({a})",
    "T.tanh({a})",
    "T.asin({a})",
    "T.acos({a})",
    "T.atan({a})",
    "T.asinh({a})",
    "T.acosh({a})",
    "T.atanh({a})",
    "T.erf({a})",
    "T.ceil({a})",
    "T.floor({a})",
    "T.trunc({a})",
    "T.round({a})",
    "T.nearbyint({a})",
    "T.fabs({a})",
    "T.sigmoid({a})",
    "T.popcount({a})",
    "T.clz({a})",
    "T.pow({a}, {b})",
    "T.atan2({a}, {b})",
    "T.fmod({a}, {b})",
    "T.hypot({a}, {b})",
    "T.copysign({a}, {b})",
    "T.nextafter({a}, {b})",
    "T.fma({a}, {b}, {a})",
    "T.Select(T.isnan({a}), {a}, {b})",
    "T.Select(T.isinf({a}), {a}, {b})",
    "T.tvm_warp_shuffle(T.uint32(0xffffffff), {a}, 3, 32, 32)",
    "T.tvm_warp_shuffle_up(T.uint32(0xffffffff), {a}, 3, 16, 32)",
    "T.tvm_warp_shuffle_down(T.uint32(0xffffffff), {a}, 3, 8, 32)",
    "T.tvm_warp_shuffle_xor(T.uint32(0xffffffff), {a}, 3, 32, 32)",
    "x",
    "x + {a}",
    "T.Shuffle([{a}, {b}], [{N}])",
};

/// Whole statements.
constexpr const char* Statements[] = {
    "T.tvm_storage_sync(\"shared\")",
    "T.tvm_storage_sync(\"warp\")",
    "T.tvm_storage_sync(\"global\")",
    "T.cuda.cluster_sync()",
    "T.cuda.thread_fence()",
    "T.cuda.warp_sync()",
    "cx = T.launch_thread(\"clusterCtaIdx.x\", 2)\nA[cx] = {first}",
    "T.evaluate(T.cuda.atomic_add(T.address_of(A[tx]), {first}))",
    "T.evaluate(T.cuda.atomic_add(T.address_of({target}[tx]), {first}))",
    "T.evaluate(T.cuda.atomic_cas(T.address_of(A[tx]), {first}, {first}))",
    "T.ptx.cp_async(\"{E}\", {target}.data, tx * 4, A.data, tx * 4, 4)",
    "T.ptx.cp_async(\"{E}\", {target}.data, tx * 4, A.data, tx * 4, 8)",
    "T.ptx.cp_async(\"{E}\", {target}.data, tx * 4, A.data, tx * 4, 16)",
    "T.ptx.cp_async(\"{E}\", {target}.data, tx * 4, A.data, tx * 4, 4, tx < n)",
    "T.ptx.cp_async(\"{E}\", {target}.data, tx * 4, A.data, tx * 4, 8, tx < n)",
    "T.ptx.cp_async(\"{E}\", {target}.data, tx * 4, A.data, tx * 4, 16, tx < "
    "n)\nT.ptx.cp_async.commit_group()\n"
    "T.ptx.cp_async.wait_group(1)",
    "T.ptx.cp_async.commit_group()",
    "T.ptx.cp_async.wait_group(0)",
    "I[tx] = T.Cast(\"int32\", T.cuda.reduce_add_sync_u32(T.uint32(0xffffffff), T.Cast(\"uint32\", "
    "{first})))",
    "I[tx] = T.Cast(\"int32\", T.cuda.reduce_min_sync_u32(T.uint32(0xffffffff), T.Cast(\"uint32\", "
    "{first})))",
    "I[tx] = T.Cast(\"int32\", T.cuda.ballot_sync(T.uint32(0xffffffff), T.Cast(\"bool\", {first})))",
    "I[tx] = T.Cast(\"int32\", T.tvm_warp_activemask())",
    "I[tx] = T.cuda.syncthreads_and(T.Cast(\"bool\", {first}))",
    "I[tx] = T.cuda.syncthreads_or(T.Cast(\"bool\", {first}))",
    "I[tx] = T.Cast(\"int32\", T.cuda.clock64())",
    "I[tx] = T.dp4a(\"int32\", T.reinterpret(\"int8x4\", I[tx]), T.reinterpret(\"int8x4\", I[tx]), 1)",
    "for k in T.vectorized({N}):\n    A[tx * {N} + k] = {first}",
    "for k in T.unroll(4):\n    A[tx * 4 + k] = {first}",
    "if tx < n:\n    T.thread_return()",
    "k: T.int32 = n + tx\nwhile A[tx] < {first}:\n    A[tx] = {first}",
};

/// Operations of tensor cores; the types say which.
constexpr const char* Matrices[] = {
    "m16n8k16 row col fp16 fp16 fp32 float16 float16 float32",
    "m16n8k8 row col fp16 fp16 fp32 float16 float16 float32",
    "m16n8k16 row col fp16 fp16 fp16 float16 float16 float16",
    "m16n8k16 row col bf16 bf16 fp32 bfloat16 bfloat16 float32",
    "m16n8k8 row col bf16 bf16 fp32 bfloat16 bfloat16 float32",
    "m16n8k8 row col tf32 tf32 fp32 float32 float32 float32",
    "m16n8k4 row col tf32 tf32 fp32 float32 float32 float32",
    "m8n8k4 row col fp64 fp64 fp64 float64 float64 float64",
    "m16n8k32 row col int8 int8 int32 int8 int8 int32",
    "m16n8k16 row col int8 int8 int32 int8 int8 int32",
    "m8n8k16 row col int8 int8 int32 int8 int8 int32",
    "m8n8k16 row col uint8 uint8 int32 uint8 uint8 int32",
    "m16n8k32 row col uint8 int8 int32 uint8 int8 int32",
    "m16n8k64 row col int4 int4 int32 int4 int4 int32",
    "m8n8k4 row col fp16 fp16 fp32 float16 float16 float32",
    "m16n8k32 row col e4m3 e4m3 fp32 float8_e4m3fn float8_e4m3fn float32",
    "m16n8k32 row col e5m2 e4m3 fp32 float8_e5m2 float8_e4m3fn float32",
    "m16n8k7 row col fp16 fp16 fp32 float16 float16 float32",
    "m16n8k16 col row fp16 fp16 fp32 float16 float16 float32",
};

constexpr const char* Fragments[] = {
    "16, 16, 16 float16 float32", "16, 16, 16 float16 float16",  "32, 8, 16 float16 float32",
    "8, 32, 16 float16 float32",  "16, 16, 16 bfloat16 float32", "16, 16, 16 int8 int32",
    "16, 16, 16 uint8 int32",     "16, 16, 8 float32 float32",   "8, 8, 4 float64 float64",
    "16, 16, 32 float16 float32", "8, 8, 32 int4 int32",
};

std::vector<std::string> words(const std::string& text, char separator)
{
    std::vector<std::string> found(1);
    for (const char character : text)
        if (character == separator)
            found.emplace_back();
        else
            found.back() += character;
    return found;
}

void replaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string indented(const std::string& body)
{
    std::string text;
    for (const std::string& line : words(body, '\n'))
        text += "            " + line + "\n";
    return text;
}

std::string kernelOf(const std::string& kernel, const std::string& type, const std::string& body)
{
    return "    @T.prim_func(s_tir=True)\n    def " + kernel + "(A_ptr: T.handle(\"" + type +
           "\"), B_ptr: T.handle(\"" + type +
           "\"), F_ptr: T.handle(\"float32\"), H_ptr: T.handle(\"float16\"), I_ptr: T.handle(\"int32\"), x: "
           "T." +
           type +
           ", n: T.int32):\n"
           "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"" +
           kernel +
           "\", \"tirx.noalias\": True, \"target\": T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"})})\n"
           "        A = T.decl_buffer((4096,), \"" +
           type + "\", data=A_ptr)\n        B = T.decl_buffer((4096,), \"" + type +
           "\", data=B_ptr)\n"
           "        F = T.decl_buffer((4096,), \"float32\", data=F_ptr)\n"
           "        H = T.decl_buffer((4096,), \"float16\", data=H_ptr)\n"
           "        I = T.decl_buffer((4096,), \"int32\", data=I_ptr)\n"
           "        with T.launch_thread(\"threadIdx.x\", 32) as tx:\n" +
           indented(body);
}

/// mma of registers, loaded before and stored after it.
CompileCase matrixCase(const std::string& form, const std::string& kernel)
{
    const std::vector<std::string> word = words(form, ' ');
    std::string body;
    for (const auto& [name, type] : {std::pair("a", word[6]), {"b", word[7]}, {"c", word[8]}})
        body += std::string(name) + " = T.alloc_buffer((16,), \"" + type + "\", scope=\"local\")\n";
    body += "T.mma_fill(\"" + word[8] + "\", 4, c.data, 0)\n";
    body += "T.ptx.mma.legacy(\"" + word[8] + "\", \"" + word[0] + "\", \"" + word[1] + "\", \"" + word[2] +
            "\", \"" + word[3] + "\", \"" + word[4] + "\", \"" + word[5] +
            "\", a.data, 0, b.data, 0, c.data, 0, T.bool(False))\nA[tx] = c[0]";
    return {"mma " + form, kernelOf(kernel, word[8], body)};
}

CompileCase fragmentCase(const std::string& form, const std::string& kernel)
{
    const size_t types = form.find(' ', form.rfind(", ") + 2);
    const std::string shape = form.substr(0, types);
    const std::vector<std::string> word = words(form.substr(types + 1), ' ');
    const std::string numbers = shape;
    const std::vector<std::string> extent = words(shape, ',');
    const auto count = [&](int a, int b) {
        return std::to_string(std::stoi(extent[a]) * std::stoi(extent[b]));
    };
    std::string attributes;
    for (const char* name : {"a", "b", "c"})
        attributes += std::string("T.attr(") + name + ".data, \"fragment_shape\", \"" + shape + "\")\n";
    for (const char* name : {"a", "b"})
        attributes += std::string("T.attr(") + name + ".data, \"fragment_layout\", \"row_major\")\n";
    const std::string body =
        "S = T.alloc_buffer((1024,), \"" + word[0] + "\", scope=\"shared\")\n" + "a = T.alloc_buffer((" +
        count(0, 2) + ",), \"" + word[0] + "\", scope=\"wmma.matrix_a\")\n" + "b = T.alloc_buffer((" +
        count(2, 1) + ",), \"" + word[0] + "\", scope=\"wmma.matrix_b\")\n" + "c = T.alloc_buffer((" +
        count(0, 1) + ",), \"" + word[1] + "\", scope=\"wmma.accumulator\")\n" + attributes +
        "T.tvm_fill_fragment(c.data, " + numbers + ", 0, T.Cast(\"" + word[1] + "\", 0))\n" +
        "T.tvm_load_matrix_sync(a.data, " + numbers + ", 0, T.address_of(S[0]), 16, \"row_major\")\n" +
        "T.tvm_load_matrix_sync(b.data, " + numbers + ", 0, T.address_of(S[0]), 16, \"row_major\")\n" +
        "T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)\n" + "T.tvm_store_matrix_sync(c.data, " +
        numbers + ", 0, T.address_of(A[0]), 16, \"row_major\")";
    return {"wmma " + form, kernelOf(kernel, word[1], body)};
}

constexpr uint32_t Places = uint32_t(std::size(Types) * std::size(Lanes) * std::size(Scopes));
constexpr uint32_t Plain = uint32_t(std::size(Values) + std::size(Statements)) * Places;

} // namespace

uint32_t compileCaseCount()
{
    return Plain + uint32_t(std::size(Matrices) + std::size(Fragments));
}

CompileCase compileCase(uint32_t number, const std::string& kernel)
{
    if (number >= Plain) {
        const size_t matrix = number - Plain;
        return matrix < std::size(Matrices) ? matrixCase(Matrices[matrix], kernel)
                                            : fragmentCase(Fragments[matrix - std::size(Matrices)], kernel);
    }
    const auto pick = [&number](auto& list) {
        const size_t at = number % std::size(list);
        number /= uint32_t(std::size(list));
        return list[at];
    };
    const std::string type = pick(Types);
    const int lanes = pick(Lanes);
    const std::string scope = pick(Scopes);
    const bool isValue = number < std::size(Values);
    const std::string form = isValue ? Values[number] : Statements[number - std::size(Values)];

    const std::string count = std::to_string(lanes);
    const std::string index = lanes == 1 ? "tx" : "T.Ramp(tx * " + count + ", 1, " + count + ")";
    const std::string target = scope == "global" ? "B" : "S";
    std::string body;
    if (scope != "global")
        body += "S = T.alloc_buffer((512,), \"" + type + "\", scope=\"" + scope + "\")\nS[" + index +
                "] = B[" + index + "]\n";
    body += isValue ? "A[" + index + "] = " + form : form;
    const std::string suffix = lanes == 1 ? "" : "x" + count;
    for (const auto& [from, to] : {std::pair<std::string, std::string>("{a}", target + "[" + index + "]"),
                                   {"{b}", "A[" + index + "]"},
                                   {"{first}", target + "[tx]"},
                                   {"{f}", "F[" + index + "]"},
                                   {"{h}", "H[" + index + "]"},
                                   {"{i}", "I[" + index + "]"},
                                   {"{target}", target},
                                   {"{xN}", suffix},
                                   {"{T}", type + suffix},
                                   {"{E}", type},
                                   {"{N}", count}})
        replaceAll(body, from, to);
    return {form + " of " + type + suffix + " in " + scope, kernelOf(kernel, type, body)};
}

bool isLikeAnother(uint32_t number)
{
    if (number >= Plain)
        return false;
    const uint32_t lanes = number / uint32_t(std::size(Types)) % uint32_t(std::size(Lanes));
    const uint32_t scope =
        number / uint32_t(std::size(Types) * std::size(Lanes)) % uint32_t(std::size(Scopes));
    const uint32_t form = number / Places;
    const bool isValue = form < std::size(Values);
    const std::string_view text = isValue ? Values[form] : Statements[form - std::size(Values)];
    const auto has = [&](std::string_view part) { return text.find(part) != text.npos; };
    return (lanes > 0 && !isValue && !has("{N}")) ||
           (scope > 0 && !has("{a}") && !has("{first}") && !has("{target}"));
}

std::string moduleOf(const std::vector<std::string>& functions)
{
    std::string text = "@I.ir_module\nclass Module:\n";
    for (const std::string& function : functions)
        text += function + "\n";
    return text;
}

} // namespace tir::testing
