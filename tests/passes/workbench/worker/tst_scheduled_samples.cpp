/// Every scheduled sample computes its formula at every step of its pipeline, with checks that find nothing.

#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace tir;
using namespace tir::testing;

namespace {

Numbers product(const Values& in, size_t size)
{
    Numbers c;
    for (size_t i = 0; i < size; ++i)
        for (size_t j = 0; j < size; ++j) {
            double sum = 0;
            for (size_t k = 0; k < size; ++k)
                sum += in.at("A")[i * size + k] * in.at("B")[k * size + j];
            c.push_back(sum);
        }
    return c;
}

/// `row` gives the results of one row of X from its values.
Numbers rows(const Values& in, size_t length, const std::function<Numbers(const Numbers&)>& row)
{
    Numbers all;
    const Numbers& x = in.at("X");
    for (size_t begin = 0; begin < x.size(); begin += length) {
        const Numbers values(x.begin() + std::ptrdiff_t(begin), x.begin() + std::ptrdiff_t(begin + length));
        for (const double value : row(values))
            all.push_back(value);
    }
    return all;
}

Numbers softmaxOf(const Numbers& values)
{
    const double largest = *std::max_element(values.begin(), values.end());
    double total = 0;
    for (const double value : values)
        total += std::exp(value - largest);
    Numbers result;
    for (const double value : values)
        result.push_back(std::exp(value - largest) / total);
    return result;
}

Values layerNorm(const Values& in)
{
    return {{"Y", rows(in, 128, [&](const Numbers& values) {
                 double mean = 0;
                 double squares = 0;
                 for (const double value : values) {
                     mean += value / 128;
                     squares += value * value / 128;
                 }
                 Numbers result;
                 for (size_t j = 0; j < 128; ++j)
                     result.push_back((values[j] - mean) / std::sqrt(squares - mean * mean + 1e-5) *
                                          in.at("weight")[j] +
                                      in.at("bias")[j]);
                 return result;
             })}};
}

Values convolution(const Values& in)
{
    const auto at = [&](int c, int h, int w) {
        return h < 0 || h >= 16 || w < 0 || w >= 16 ? 0.0 : in.at("X")[size_t(c * 256 + h * 16 + w)];
    };
    Numbers y;
    for (int c = 0; c < 8; ++c)
        for (int h = 0; h < 16; ++h)
            for (int w = 0; w < 16; ++w) {
                double sum = 0;
                for (int kh = 0; kh < 3; ++kh)
                    for (int kw = 0; kw < 3; ++kw)
                        sum += at(c, h + kh - 1, w + kw - 1) * in.at("K")[size_t(c * 9 + kh * 3 + kw)];
                y.push_back(std::max(sum, 0.0));
            }
    return {{"Y", y}};
}

Values gather(const Values& in)
{
    Numbers y;
    for (const double row : in.at("rows"))
        for (size_t j = 0; j < 64; ++j)
            y.push_back(row < 0 || row >= 50 ? 0.0 : in.at("table")[size_t(row) * 64 + j]);
    return {{"Y", y}};
}

Values saxpy(const Values& in)
{
    Numbers y;
    for (size_t i = 0; i < 1000; ++i)
        y.push_back(in.at("a")[0] * in.at("X")[i] + in.at("Y")[i]);
    return {{"Y", y}};
}

Values transpose(const Values& in)
{
    Numbers b;
    for (size_t j = 0; j < 96; ++j)
        for (size_t i = 0; i < 64; ++i)
            b.push_back(in.at("A")[i * 96 + j]);
    return {{"B", b}};
}

const std::map<std::string, Formula>& formulas()
{
    static const std::map<std::string, Formula> all = {
        {"bound_helper",
         [](const Values& in) {
             Numbers y;
             for (size_t i = 0; i < 100; ++i)
                 y.push_back(in.at("X")[i] + double((i + 1 + 31) / 32));
             return Values{{"Y", y}};
         }},
        {"convolution", convolution},
        {"gather", gather},
        {"layer_norm", layerNorm},
        {"pipelined_matmul",
         [](const Values& in) {
             return Values{{"C", product(in, 64)}};
         }},
        {"saxpy", saxpy},
        {"scan",
         [](const Values& in) {
             return Values{{"Y", rows(in, 32, [](Numbers values) {
                                for (size_t j = 1; j < values.size(); ++j)
                                    values[j] += values[j - 1];
                                return values;
                            })}};
         }},
        {"softmax",
         [](const Values& in) {
             return Values{{"Y", rows(in, 256, softmaxOf)}};
         }},
        {"symbolic_shape",
         [](const Values& in) {
             const size_t length = in.at("X").size() / in.at("Y").size();
             return Values{{"Y", rows(in, length, [](const Numbers& values) {
                                double sum = 0;
                                for (const double value : values)
                                    sum += value;
                                return Numbers{sum};
                            })}};
         }},
        {"tensor_core_matmul",
         [](const Values& in) {
             return Values{{"C", product(in, 32)}};
         }},
        {"transpose", transpose},
        {"two_stages",
         [](const Values& in) {
             return Values{{"Y", rows(in, 128, [](Numbers values) {
                                double sum = 0;
                                for (const double value : values)
                                    sum += std::fabs(value);
                                for (double& value : values)
                                    value /= sum;
                                return values;
                            })}};
         }},
    };
    return all;
}

} // namespace

class TstScheduledSamples : public QObject {
    Q_OBJECT

private slots:
    void everySampleHasAFormula()
    {
        const Result<std::vector<Sample>> samples = readSamples(samplesFolder());
        QVERIFY(samples.hasValue());
        QStringList listed;
        for (const Sample& sample : *samples)
            if (sample.group == "Scheduled")
                listed += QString::fromStdString(sample.name);
        listed.sort();
        QStringList known;
        for (const auto& [name, formula] : formulas())
            known += QString::fromStdString(name);
        QCOMPARE(known, listed);
    }

    void everyStepComputesTheFormula_data()
    {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("pipeline");
        for (const auto& [name, formula] : formulas())
            for (const char* pipeline : {"s_tir", "s_tir@before"})
                QTest::addRow("%s, %s", name.c_str(), pipeline) << QString::fromStdString(name) << pipeline;
    }

    void everyStepComputesTheFormula()
    {
        QFETCH(QString, sample);
        QFETCH(QString, pipeline);
        const Formula& formula = formulas().at(sample.toStdString());
        const OpenedProgram program = openSample("scheduled/" + sample + ".py");
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const OwnedModule& input = program.parsed->module;
        const auto recording = record(program, {.pipeline = pipeline.toStdString()});
        QVERIFY(recording.hasValue());
        int executed = 0;
        for (size_t number = 0; number < (*recording)->moduleCount(); ++number) {
            const Step* step = number ? &(*recording)->steps[number - 1] : nullptr;
            if (step && step->after == step->before)
                continue;
            const std::string title = step ? toString(step->pass) : "input";
            RunRequest request;
            request.module = wholeModule(**recording, number);
            request.signature = input;
            request.seed = 11;
            request.isChecked = true;
            request.isLockstep = number < lockstepEnd(**recording);
            const RunReport report = runHere(request);
            QVERIFY2(report.status == RunStatus::Done, (title + ": " + report.message).c_str());
            for (const Finding& finding : report.findings)
                if (severityOf(finding.kind) == Severity::Error)
                    QFAIL((title + ": " + toDiagnostic(finding).message).c_str());
            const QString difference = differenceOf(report, formula, 1e-3);
            QVERIFY2(difference.isEmpty(), (title + ": " + difference.toStdString()).c_str());
            ++executed;
        }
        QVERIFY(executed > 10);
    }
};

TIR_TEST(TstScheduledSamples)
#include "tst_scheduled_samples.moc"
