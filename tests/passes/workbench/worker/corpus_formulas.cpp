#include "tests/passes/workbench/worker/corpus_formulas.h"

#include "core/runtime/tensor.h"
#include "tests/support/expected_results.h"

#include <cmath>
#include <cstring>

namespace tir::testing {
namespace {

constexpr size_t MaxElements = 200;

/// One number of a tensor's bytes.
double numberOf(const RunTensor& tensor, const SharedBytes& bytes, int64_t element)
{
    const DType dtype = *dtypeFromString(tensor.dtype);
    const int64_t size = elementBytes(dtype);
    const auto start = bytes.begin() + element * size;
    return numberAt(Tensor{dtype, {}, {start, start + size}}, 0);
}

double sum(int64_t count, const std::function<double(int64_t)>& term)
{
    double total = 0;
    for (int64_t k = 0; k < count; ++k)
        total += term(k);
    return total;
}

/// To the 11 bits of a float16 that is not tiny.
double toHalf(double x)
{
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(x, 11 - exponent)), exponent - 11);
}

/// Added in float16: if terms cancel, the exact sum may be smaller than the rounding errors.
double sumOfHalves(int64_t count, const std::function<double(int64_t)>& term)
{
    double total = 0;
    for (int64_t k = 0; k < count; ++k)
        total = toHalf(total + toHalf(term(k)));
    return total;
}

double sigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

/// Of weights between -7 and 1: sums of thousands stay near 1, and so do their roundings to float16.
const InputSpec SmallScale = InputSpec::random(-0.01, 0.01);

/// Weights of 4 bits, eight to a word, with 7 as zero.
double nibble(double word, int64_t number)
{
    return double(uint32_t(word) >> number % 8 * 4 & 15) - 7;
}

double meanOfSquares(const Inputs& in, const char* name, int64_t row, int64_t count)
{
    return sum(count, [&](int64_t k) { return std::pow(in.at(name, row * count + k), 2); }) / double(count);
}

double rmsNorm(const Inputs& in, const char* data, const char* weight, int64_t element)
{
    const int64_t row = element / 4096;
    return in.at(weight, element % 4096) * in.at(data, element) /
           std::sqrt(meanOfSquares(in, data, row, 4096) + 1e-6);
}

double layerNorm(const Inputs& in, int64_t element)
{
    const int64_t row = element / 2560;
    const double mean = sum(2560, [&](int64_t k) { return in.at("lv6", row * 2560 + k); }) / 2560;
    const double variance = meanOfSquares(in, "lv6", row, 2560) - mean * mean;
    return (in.at("lv6", element) - mean) / std::sqrt(variance + 1e-5) * in.at("weight1", element % 2560) +
           in.at("bias", element % 2560);
}

double blockedLogSumExp(const Inputs& in, int64_t element)
{
    const int64_t vocabulary = in.extent("A", 1);
    const int64_t chunks = in.extent("blocked_lse", 1);
    const int64_t first = element % chunks * 4096;
    return std::log(sum(std::min<int64_t>(4096, vocabulary - first), [&](int64_t k) {
        return std::exp(in.at("A", element / chunks * vocabulary + first + k));
    }));
}

/// (1, 4, 32, 8192), over the axis of 32.
double softmax(const Inputs& in, int64_t element)
{
    const int64_t column = element / (32 * 8192) * 32 * 8192 + element % 8192;
    return std::exp(in.at("input", element)) /
           sum(32, [&](int64_t k) { return std::exp(in.at("input", column + k * 8192)); });
}

/// x @ y.T with both (…, 2048), in float16.
double gatedProduct(const Inputs& in, int64_t element)
{
    const double product = sumOfHalves(2048, [&](int64_t k) {
        return in.at("lv26", element / 2048 * 2048 + k) * in.at("lv9", element % 2048 * 2048 + k);
    });
    return in.at("lv52", element) * product * sigmoid(product);
}

const std::vector<CorpusFormula>& formulas()
{
    static const std::vector<CorpusFormula> all = {
        {"gpu_fallback", "C", [](const Inputs& in, int64_t i) { return in.at("A", i); }},
        {"gpu_gemv_decode_gemv2",
         "p_output0_intermediate",
         [](const Inputs& in, int64_t j) {
             return sum(4096, [&](int64_t k) {
                 return in.at("lv3216", k) * nibble(in.at("lv771", j * 512 + k / 8), k) *
                        in.at("lv772", j * 128 + k / 32);
             });
         },
         4096,
         {{"lv772", SmallScale}},
         2,
         Float16},
        {"gpu_gemv_gemv_cuda", "C",
         [](const Inputs& in, int64_t j) {
             return sum(128, [&](int64_t k) { return in.at("A", k) * in.at("B", j * 128 + k); });
         },
         128},
        {"gpu_gemv_outer_reduction",
         "p_output0_intermediate",
         [](const Inputs& in, int64_t j) {
             return in.at("lv570", j) + sum(11008, [&](int64_t k) {
                        return in.at("lv574", k) * nibble(in.at("lv575", k / 8 * 4096 + j), k) *
                               in.at("lv576", k / 32 * 4096 + j);
                    });
         },
         11008,
         {{"lv576", SmallScale}}},
        {"gpu_general_reduction_layer_norm", "var_compute_intermediate", layerNorm, 2560},
        {"gpu_general_reduction_logsumexp",
         "blocked_lse",
         blockedLogSumExp,
         4096,
         {{"batch_size", InputSpec::constant(3)},
          {"vocab_size", InputSpec::constant(5000)},
          {"num_chunks", InputSpec::constant(2)}}},
        {"gpu_general_reduction_rms_norm", "rms_norm_1",
         [](const Inputs& in, int64_t i) { return rmsNorm(in, "A", "B", i); }, 4096},
        {"gpu_general_reduction_softmax", "T_softmax_norm", softmax, 32},
        {"gpu_low_batch_gemv",
         "C",
         [](const Inputs& in, int64_t element) {
             const int64_t j = element % 6144;
             return sum(4096, [&](int64_t k) {
                 return in.at("A", element / 6144 * 4096 + k) * nibble(in.at("B0", k / 8 * 6144 + j), k) *
                        in.at("B1", k / 32 * 6144 + j);
             });
         },
         4096,
         {{"B1", SmallScale}}},
        {"gpu_matmul_inline_consumer_chain", "var_T_multiply_intermediate", gatedProduct, 2048, {}, 1},
        {"gpu_matmul_matmul_int32",
         "matmul",
         [](const Inputs& in, int64_t element) {
             return sum(4096, [&](int64_t k) {
                 return in.at("inp0", element / 4096 * 4096 + k) * in.at("inp1", k * 4096 + element % 4096);
             });
         },
         4096,
         {},
         1},
        {"gpu_matmul_tensorize_matmul_int8", "compute",
         [](const Inputs& in, int64_t element) {
             return sum(256, [&](int64_t k) {
                 return in.at("X", element / 256 * 256 + k) * in.at("W", element % 256 * 256 + k);
             });
         },
         256},
        {"gpu_reduction_decode_gemv_sigmoid",
         "D",
         [](const Inputs& in, int64_t j) {
             return sigmoid(sum(4096, [&](int64_t k) {
                 return in.at("V", k) * nibble(in.at("W", j * 512 + k / 8), k) * in.at("S", j * 128 + k / 32);
             }));
         },
         4096,
         {{"S", SmallScale}}},
        {"gpu_reduction_reduction_inner",
         "p_output0_intermediate",
         [](const Inputs& in, int64_t j) {
             return sum(2560, [&](int64_t k) {
                 return in.at("lv1", k) * nibble(in.at("lv9", k * 320 + j / 8), j) *
                        in.at("lv10", k * 80 + j / 32);
             });
         },
         2560,
         {{"lv10", SmallScale}}},
        {"gpu_reduction_spatial_inner", "B",
         [](const Inputs& in, int64_t element) {
             return in.at("A", element) +
                    sum(256, [&](int64_t k) { return in.at("A", k * 256 + element % 256); });
         },
         256},
        {"gpu_rmsnorm", "T_cast",
         [](const Inputs& in, int64_t i) { return rmsNorm(in, "data", "weight", i); }, 4096},
        {"shared_helper", "out",
         [](const Inputs& in, int64_t element) {
             const int64_t step = element / 48 + 1;
             const int64_t value = int64_t(in.at("rows", element));
             return double((value + step - 1) / step * step);
         }},
        {"two_kernels", "Y",
         [](const Inputs& in, int64_t i) {
             return in.at("Y", i / 2) + in.at("Y", i / 2 + 64) + in.at("Y", 127 - i);
         }},
        {"two_merges", "Y",
         [](const Inputs& in, int64_t i) { return in.at("Y", 127 - i) + in.at("Y", i / 4 * 4); }},
    };
    return all;
}

} // namespace

const RunTensor& Inputs::tensor(const char* name) const
{
    for (const RunTensor& tensor : m_report.tensors)
        if (tensor.name == name)
            return tensor;
    qFatal("the program has no tensor '%s'", name);
}

double Inputs::at(const char* name, int64_t element) const
{
    const RunTensor& found = tensor(name);
    return numberOf(found, found.before, element);
}

int64_t Inputs::extent(const char* name, size_t axis) const
{
    return tensor(name).shape.at(axis);
}

const CorpusFormula* corpusFormula(const QString& program)
{
    for (const CorpusFormula& formula : formulas())
        if (program.startsWith(QStringLiteral("traces/") + formula.program))
            return &formula;
    return nullptr;
}

QString contradiction(const CorpusFormula& formula, const RunReport& report, int64_t& count)
{
    const Inputs inputs(report);
    const RunTensor& output = inputs.tensor(formula.output);
    const DType dtype = *dtypeFromString(output.dtype);
    const int64_t size = elementBytes(dtype);
    std::vector<int64_t> written;
    for (int64_t element = 0; element * size < int64_t(output.after.size()); ++element)
        if (std::memcmp(&output.before[size_t(element * size)], &output.after[size_t(element * size)],
                        size_t(size)) != 0)
            written.push_back(element);
    count = int64_t(written.size());
    NumberTensor results{.shape = {}, .values = {}, .terms = formula.terms};
    for (const int64_t element : written)
        results.values.push_back(numberOf(output, output.after, element));
    const double tolerance = toleranceOfFormula(dtype, results, formula.sumType);
    // Some are enough, and mathematics is slow.
    for (size_t index = 0; index < written.size(); index += written.size() / MaxElements + 1) {
        const double found = results.values[index];
        const double expected = formula.value(inputs, written[index]);
        if (!(std::fabs(found - expected) <= tolerance))
            return QStringLiteral("%1 at %2 is %3, expected %4")
                .arg(formula.output)
                .arg(written[index])
                .arg(found)
                .arg(expected);
    }
    return {};
}

} // namespace tir::testing
