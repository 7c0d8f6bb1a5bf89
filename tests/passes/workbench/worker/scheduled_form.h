/// The base of the forms of generated scheduled programs: random choices, lines of a function, and common phrases.

#pragma once

#include "tests/passes/workbench/worker/scheduled_programs.h"

#include <initializer_list>
#include <random>

namespace tir::testing {

inline std::string num(int64_t value)
{
    return std::to_string(value);
}

/// Lines of a function, with indentation.
class Lines {
public:
    explicit Lines(int depth) : m_depth(depth) {}

    /// A line, after which the next lines are one level deeper.
    Lines& open(const std::string& line)
    {
        add(line);
        ++m_depth;
        return *this;
    }
    Lines& add(const std::string& line)
    {
        m_text += std::string(size_t(m_depth) * 4, ' ') + line + "\n";
        return *this;
    }
    Lines& close(int levels = 1)
    {
        m_depth -= levels;
        return *this;
    }
    const std::string& text() const { return m_text; }

private:
    int m_depth;
    std::string m_text;
};

/// A group of forms.
class ScheduledForm {
public:
    explicit ScheduledForm(std::mt19937& random) : m_random(random) {}

protected:
    unsigned below(unsigned count) { return unsigned(m_random() % count); }
    int64_t oneOf(std::initializer_list<int64_t> choices)
    {
        return choices.begin()[m_random() % choices.size()];
    }
    bool chance(unsigned percent) { return m_random() % 100 < percent; }

    static ScheduledProgram finished(std::string form, const std::string& parameters, const Lines& body)
    {
        return {std::move(form), "@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def main(" +
                                     parameters + "):\n" + body.text()};
    }
    static std::string tensor(const std::string& name, const std::string& shape)
    {
        return name + ": T.Buffer((" + shape + "), \"int32\")";
    }
    static std::string thread(const std::string& var, int64_t extent, const std::string& tag)
    {
        return "for " + var + " in T.thread_binding(" + num(extent) + ", thread=\"" + tag + "\"):";
    }

private:
    std::mt19937& m_random;
};

/// Elementwise programs, also in two kernels, and with a tile that is read transposed.
class ElementForms : public ScheduledForm {
public:
    using ScheduledForm::ScheduledForm;
    ScheduledProgram pointwise();
    ScheduledProgram symbolic();
    ScheduledProgram mirrored();

private:
    std::string expression(const std::string& a, const std::string& b);
};

/// Tiles in shared memory.
class TileForms : public ScheduledForm {
public:
    using ScheduledForm::ScheduledForm;
    ScheduledProgram matmul();
    ScheduledProgram transpose();
    ScheduledProgram autoCopy();
    ScheduledProgram stencil();
};

/// Rows that threads reduce together.
class ReductionForms : public ScheduledForm {
public:
    using ScheduledForm::ScheduledForm;
    ScheduledProgram rowReduction();
    ScheduledProgram softmax();

private:
    struct Reduction {
        std::string start;
        std::string (*update)(const std::string& a, const std::string& b);
    };
    Reduction reduction();
    void reduce(Lines& body, const std::string& buffer, int64_t rows, int64_t columns, int64_t threads,
                const std::string& element, const std::string& condition);
};

} // namespace tir::testing
