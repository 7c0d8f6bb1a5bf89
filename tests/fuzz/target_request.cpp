/// Request files, and the arguments of command-line options with a syntax.

#include "passes/workbench/check/request_file.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"

namespace tir::testing {
namespace {

template <class T>
bool isRead(const Result<T>& result, std::string_view what)
{
    TIR_CHECK(result || hasError(result.diagnostics())) << what << " is refused without a reason";
    for (const Diagnostic& diagnostic : result.diagnostics())
        TIR_CHECK(!diagnostic.message.empty()) << what << " is refused by an empty message";
    return bool(result);
}

void checkFile(const std::string& text)
{
    const Result<SavedRequest> saved = decodeSavedRequest(text);
    if (!isRead(saved, "the request"))
        return;
    const std::string written = encodeSavedRequest(*saved);
    const Result<SavedRequest> again = decodeSavedRequest(written);
    TIR_CHECK(again) << "the request is not read again: " << again.diagnostics().front().message << "\n"
                     << written;
    TIR_CHECK(encodeSavedRequest(*again) == written) << "the request changes when it is read:\n" << written;
}

void checkInput(const std::string& text)
{
    const Result<InputSpec> spec = parseInputSpec(text);
    if (!isRead(spec, "the input"))
        return;
    const Result<InputSpec> again = parseInputSpec(toString(*spec));
    TIR_CHECK(again && toString(*again) == toString(*spec))
        << "input '" << text << "' becomes '" << toString(*spec) << "'";
    for (const DType dtype : {Bool, Int8, UInt64, Float16, Float64})
        whyUnfit(*spec, dtype, 100);
}

void checkReference(const std::string& text)
{
    const Result<RunReference> reference = parseRunReference(text);
    if (!isRead(reference, "the reference"))
        return;
    const Result<RunReference> again = parseRunReference(toString(*reference));
    TIR_CHECK(again && *again == *reference)
        << "reference '" << text << "' becomes '" << toString(*reference) << "'";
}

void checkOptions(const std::string& text)
{
    checkInput(text);
    checkReference(text);
    PassConfig config;
    isRead(addConfig(config, text), "the configuration");
    isRead(addConfig(config, "tirx.merge_static_smem=" + text), "the configuration");
    ParseOptions parse;
    isRead(addDefine(parse, text), "the definition");
    if (isRead(addDefine(parse, "N=" + text), "the definition"))
        openText("fuzz.py",
                 "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((N,), \"int32\")):\n    A[0] = N\n", parse);
}

std::string someNumber(ByteSource& source)
{
    return source.oneOf<std::string>({"0", "-1", "0.5", "1e300", "7", "9223372036854775807", "nan", "inf"});
}

std::string someInput(ByteSource& source)
{
    const std::string a = someNumber(source);
    return source.oneOf<std::string>({"random", "random(-1,1)", "const(" + a + ")", a, "data/a.npy",
                                      "ramp(" + a + "," + someNumber(source) + ")", "(16, 16)", "float16"});
}

std::string someRequest(ByteSource& source)
{
    SavedRequest saved;
    saved.request.entry = source.oneOf<std::string>({"", "main"});
    saved.request.seed = source.below(1 << 20);
    for (size_t i = 0, count = source.below(3); i < count; ++i)
        if (const auto spec = parseInputSpec(someInput(source)))
            saved.request.inputs["A" + std::to_string(i)] = *spec;
    if (source.oneIn(2))
        saved.compare.relative = source.oneOf({0.0, 1e-5, 1e300});
    saved.compare.isNanEqual = source.oneIn(2);
    if (const auto reference =
            parseRunReference(source.oneOf({"step:0", "device:cuda:0", "x.npy", "nothing"})))
        saved.reference = *reference;
    return encodeSavedRequest(saved);
}

} // namespace

void checkRequestBytes(FuzzBytes bytes)
{
    const std::string text(bytes.begin(), bytes.end());
    checkFile(text);
    checkOptions(text);
}

void checkRequestDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const std::string request = someRequest(source);
    const std::string input = someInput(source);
    ByteSource damage(bytes); // from the start: the request may have used up everything
    checkFile(withDamagedJson(request, damage));
    checkOptions(input);
    checkOptions(withDamagedText(input, damage));
}

} // namespace tir::testing
