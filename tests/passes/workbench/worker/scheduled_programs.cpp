#include "tests/passes/workbench/worker/scheduled_programs.h"

#include "tests/passes/workbench/worker/scheduled_form.h"

namespace tir::testing {

/// Of elements `a` and `b`, whose values may be anything.
std::string ElementForms::expression(const std::string& a, const std::string& b)
{
    switch (below(6)) {
    case 0:
        return a + " * 3 + " + b;
    case 1:
        return "T.max(" + a + ", " + b + ") - " + b + " // 4";
    case 2:
        return "T.Select(" + a + " < " + b + ", " + a + " % 7, " + b + " - " + a + ")";
    case 3:
        return "T.min(" + a + " + 1, " + b + ") * " + a;
    case 4:
        return "T.if_then_else(" + b + " % 2 == 0, " + a + ", 0 - " + a + ")";
    default:
        return "(" + a + " + " + b + ") // 3 + " + a + " % 5";
    }
}

ScheduledProgram ElementForms::pointwise()
{
    const int64_t rows = oneOf({3, 8, 10});
    const int64_t columns = oneOf({16, 20, 33});
    const int64_t threads = oneOf({16, 32, 64});
    const int64_t lanes = oneOf({1, 2, 4});
    const int64_t total = rows * columns;
    const int64_t blocks = (total + threads * lanes - 1) / (threads * lanes);
    const std::string at = "(bx * " + num(threads) + " + tx) * " + num(lanes) + " + v";
    const std::string kind = lanes > 1 && total % lanes == 0 && chance(50) ? "T.vectorized(" : "T.serial(";
    Lines body(2);
    body.add("L = T.sblock_alloc_buffer((" + num(rows) + ", " + num(columns) +
             "), \"int32\", scope=\"local\")");
    body.open(thread("bx", blocks, "blockIdx.x")).open(thread("tx", threads, "threadIdx.x"));
    const auto block = [&](const std::string& name, const std::string& store) {
        body.open("for v in " + kind + num(lanes) + "):").open("with T.sblock(\"" + name + "\"):");
        body.add("vi = T.axis.spatial(" + num(rows) + ", (" + at + ") // " + num(columns) + ")");
        body.add("vj = T.axis.spatial(" + num(columns) + ", (" + at + ") % " + num(columns) + ")");
        if (blocks * threads * lanes != total)
            body.add("T.where(" + at + " < " + num(total) + ")");
        body.add(store).close(2);
    };
    block("L", "L[vi, vj] = " + expression("A[vi, vj]", "B[vi, vj]"));
    block("C", "C[vi, vj] = " + expression("L[vi, vj]", "A[vi, vj]"));
    const std::string shape = num(rows) + ", " + num(columns);
    return finished("pointwise", tensor("A", shape) + ", " + tensor("B", shape) + ", " + tensor("C", shape),
                    body);
}

ScheduledProgram ElementForms::symbolic()
{
    const int64_t threads = oneOf({16, 32});
    const std::string at = "bx * " + num(threads) + " + tx";
    Lines body(2);
    body.add("n = T.int32()");
    body.add("A = T.match_buffer(a, (n,), \"int32\")").add("C = T.match_buffer(c, (n,), \"int32\")");
    body.open("for bx in T.thread_binding((n + " + num(threads - 1) + ") // " + num(threads) +
              ", thread=\"blockIdx.x\"):");
    body.open(thread("tx", threads, "threadIdx.x")).open("with T.sblock(\"C\"):");
    body.add("vi = T.axis.spatial(n, " + at + ")").add("T.where(" + at + " < n)");
    body.add("C[vi] = " + expression("A[vi]", "A[n - 1 - vi]"));
    return finished("symbolic", "a: T.handle, c: T.handle", body);
}

/// Two kernels, or one with a tile that is read transposed.
ScheduledProgram ElementForms::mirrored()
{
    const int64_t width = oneOf({16, 32});
    const int64_t blocks = oneOf({2, 5});
    const int64_t total = width * blocks;
    const bool isTile = chance(60);
    const std::string scope = isTile ? "shared" : "global";
    Lines body(2);
    body.add("S = T.sblock_alloc_buffer((" + num(total) + ",), \"int32\", scope=\"" + scope + "\")");
    body.open(thread("bx", blocks, "blockIdx.x")).open(thread("tx", width, "threadIdx.x"));
    const auto block = [&](const std::string& name, const std::string& store) {
        body.open("with T.sblock(\"" + name + "\"):");
        body.add("vb = T.axis.spatial(" + num(blocks) + ", bx)");
        body.add("vt = T.axis.spatial(" + num(width) + ", tx)");
        body.add(store).close();
    };
    const std::string base = "vb * " + num(width);
    block("S", "S[" + base + " + vt] = " +
                   expression("A[" + base + " + vt]", "A[" + num(total - 1) + " - (" + base + " + vt)]"));
    body.close();
    if (!isTile)
        body.close().open(thread("bx", blocks, "blockIdx.x"));
    body.open(thread("tx", width, "threadIdx.x"));
    const std::string other =
        isTile ? base + " + " + num(width - 1) + " - vt" : num(total - 1) + " - (" + base + " + vt)";
    block("C", "C[" + base + " + vt] = S[" + other + "] - A[" + base + " + vt]");
    return finished(isTile ? "mirrored" : "two_kernels",
                    tensor("A", num(total) + ",") + ", " + tensor("C", num(total) + ","), body);
}

ReductionForms::Reduction ReductionForms::reduction()
{
    switch (below(3)) {
    case 0:
        return {"0", [](const std::string& a, const std::string& b) { return a + " + " + b; }};
    case 1:
        return {"-2147483648",
                [](const std::string& a, const std::string& b) { return "T.max(" + a + ", " + b + ")"; }};
    default:
        return {"2147483647",
                [](const std::string& a, const std::string& b) { return "T.min(" + a + ", " + b + ")"; }};
    }
}

/// A block that reduces row `i` of A into `buffer`, in loops over threads.
void ReductionForms::reduce(Lines& body, const std::string& buffer, int64_t rows, int64_t columns,
                            int64_t threads, const std::string& element, const std::string& condition)
{
    const int64_t rounds = (columns + threads - 1) / threads;
    const Reduction how = reduction();
    const std::string at = "k * " + num(threads) + " + tx";
    body.open("for k in range(" + num(rounds) + "):").open(thread("tx", threads, "threadIdx.x"));
    body.open("with T.sblock(\"" + buffer + "\"):");
    body.add("vi = T.axis.spatial(" + num(rows) + ", i)");
    body.add("vk = T.axis.reduce(" + num(columns) + ", " + at + ")");
    std::string predicate = condition;
    if (rounds * threads != columns)
        predicate += (predicate.empty() ? "" : " and ") + at + " < " + num(columns);
    if (!predicate.empty())
        body.add("T.where(" + predicate + ")");
    body.open("with T.init():").add(buffer + "[vi] = " + how.start).close();
    body.add(buffer + "[vi] = " + how.update(buffer + "[vi]", element));
    body.close(3);
}

ScheduledProgram ReductionForms::rowReduction()
{
    const int64_t rows = oneOf({3, 6});
    const int64_t columns = oneOf({16, 40, 64, 100});
    const int64_t threads = oneOf({8, 32, 64});
    const bool isLocal = chance(40);
    const bool isLimited = chance(30);
    Lines body(2);
    body.add("R = T.sblock_alloc_buffer((" + num(rows) + ",), \"int32\", scope=\"" +
             (isLocal      ? "local"
              : chance(50) ? "shared"
                           : "global") +
             "\")");
    body.open(thread("i", rows, "blockIdx.x"));
    reduce(body, "R", rows, columns, threads, "A[vi, vk] % 1000", isLimited ? "i < " + num(rows - 1) : "");
    body.open("with T.sblock(\"C\"):").add("vi = T.axis.spatial(" + num(rows) + ", i)");
    if (isLimited)
        body.add("T.where(i < " + num(rows - 1) + ")");
    body.add("C[vi] = R[vi] * 2 + 1");
    return finished("row_reduction",
                    tensor("A", num(rows) + ", " + num(columns)) + ", " + tensor("C", num(rows) + ","), body);
}

/// Two reductions, the second over the result of the first, and all threads use both.
ScheduledProgram ReductionForms::softmax()
{
    const int64_t rows = oneOf({2, 5});
    const int64_t columns = oneOf({24, 64});
    const int64_t threads = oneOf({8, 16, 32});
    const std::string at = "k * " + num(threads) + " + tx";
    Lines body(2);
    for (const char* name : {"M", "S"})
        body.add(std::string(name) + " = T.sblock_alloc_buffer((" + num(rows) +
                 ",), \"int32\", scope=\"shared\")");
    body.open(thread("i", rows, "blockIdx.x"));
    reduce(body, "M", rows, columns, threads, "A[vi, vk] % 100", "");
    reduce(body, "S", rows, columns, threads, "(A[vi, vk] % 50 - M[vi])", "");
    body.open("for k in range(" + num((columns + threads - 1) / threads) + "):")
        .open(thread("tx", threads, "threadIdx.x"));
    body.open("with T.sblock(\"C\"):").add("vi = T.axis.spatial(" + num(rows) + ", i)");
    body.add("vk = T.axis.spatial(" + num(columns) + ", " + at + ")");
    if (columns % threads != 0)
        body.add("T.where(" + at + " < " + num(columns) + ")");
    body.add("C[vi, vk] = (A[vi, vk] - M[vi]) * S[vi]");
    const std::string shape = num(rows) + ", " + num(columns);
    return finished("softmax", tensor("A", shape) + ", " + tensor("C", shape), body);
}

ScheduledProgram scheduledProgram(uint32_t number)
{
    std::mt19937 random(number * 2654435761u + 1);
    ElementForms elements(random);
    TileForms tiles(random);
    ReductionForms reductions(random);
    switch (random() % 9) {
    case 0:
        return elements.pointwise();
    case 1:
        return elements.symbolic();
    case 2:
        return elements.mirrored();
    case 3:
        return tiles.matmul();
    case 4:
        return reductions.rowReduction();
    case 5:
        return reductions.softmax();
    case 6:
        return tiles.transpose();
    case 7:
        return tiles.autoCopy();
    default:
        return tiles.stencil();
    }
}

} // namespace tir::testing
