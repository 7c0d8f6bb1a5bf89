#include "tests/passes/workbench/worker/scheduled_form.h"

namespace tir::testing {

ScheduledProgram TileForms::matmul()
{
    const int64_t tile = oneOf({4, 8});
    const int64_t missingRows = oneOf({0, 1});
    const int64_t rows = tile * oneOf({1, 2, 3}) - missingRows;
    const int64_t depth = tile * oneOf({2, 3, 4});
    const int64_t columns = tile * oneOf({1, 2});
    const bool isGuarded = rows % tile != 0;
    const std::string t = num(tile);
    const std::string shared = chance(50) ? "shared" : "shared.dyn";
    Lines body(2);
    body.add("AS = T.sblock_alloc_buffer((" + num(rows) + ", " + num(depth) + "), \"int32\", scope=\"" +
             shared + "\")");
    body.add("BS = T.sblock_alloc_buffer((" + num(depth) + ", " + num(columns) + "), \"int32\", scope=\"" +
             shared + "\")");
    body.add("R = T.sblock_alloc_buffer((" + num(rows) + ", " + num(columns) +
             "), \"int32\", scope=\"local\")");
    body.open(thread("by", (rows + tile - 1) / tile, "blockIdx.y"));
    body.open(thread("bx", columns / tile, "blockIdx.x"));
    body.open(thread("ty", tile, "threadIdx.y")).open(thread("tx", tile, "threadIdx.x"));
    const int64_t steps = depth / tile;
    std::string annotations;
    if (chance(60)) {
        const int64_t last = steps > 2 ? oneOf({1, 2}) : 1;
        annotations = "\"software_pipeline_order\": [0, 1, 2], \"software_pipeline_stage\": [0, " +
                      num(oneOf({0, last})) + ", " + num(last) + "]";
    }
    body.open("for k0 in T.serial(" + num(steps) + ", annotations={" + annotations + "}):");
    // Every thread of the outer loops runs the inner ones, which are bound to the same axes.
    const std::string row = "by * " + t + " + ";
    const std::string column = "bx * " + t + " + ";
    const auto load = [&](const std::string& name, const std::string& i, int64_t iExtent,
                          const std::string& j, int64_t jExtent, const std::string& store) {
        body.open(thread("y", tile, "threadIdx.y")).open(thread("x", tile, "threadIdx.x"));
        body.open("with T.sblock(\"" + name + "\"):");
        body.add("vi = T.axis.spatial(" + num(iExtent) + ", " + i + "y)");
        body.add("vj = T.axis.spatial(" + num(jExtent) + ", " + j + "x)");
        if (isGuarded && i == row)
            body.add("T.where(" + i + "y < " + num(iExtent) + ")");
        body.add(store).close(3);
    };
    const std::string slice = "k0 * " + t + " + ";
    load("AS", row, rows, slice, depth, "AS[vi, vj] = A[vi, vj]");
    load("BS", slice, depth, column, columns, "BS[vi, vj] = B[vi, vj]");
    const auto result = [&](const std::string& name) {
        body.open("with T.sblock(\"" + name + "\"):");
        body.add("vi = T.axis.spatial(" + num(rows) + ", " + row + "ty)");
        body.add("vj = T.axis.spatial(" + num(columns) + ", " + column + "tx)");
    };
    const auto guard = [&] {
        if (isGuarded)
            body.add("T.where(" + row + "ty < " + num(rows) + ")");
    };
    body.open("for k1 in range(" + t + "):");
    result("R");
    body.add("vk = T.axis.reduce(" + num(depth) + ", k0 * " + t + " + k1)");
    guard();
    body.open("with T.init():").add("R[vi, vj] = 0").close();
    body.add("R[vi, vj] = R[vi, vj] + AS[vi, vk] * BS[vk, vj]").close(3);
    result("C");
    guard();
    body.add("C[vi, vj] = R[vi, vj]");
    return finished(annotations.empty() ? "matmul" : "pipelined_matmul",
                    tensor("A", num(rows) + ", " + num(depth)) + ", " +
                        tensor("B", num(depth) + ", " + num(columns)) + ", " +
                        tensor("C", num(rows) + ", " + num(columns)),
                    body);
}

ScheduledProgram TileForms::transpose()
{
    const int64_t tile = oneOf({8, 16});
    const int64_t rows = tile * oneOf({1, 2});
    const int64_t columns = tile * oneOf({1, 3});
    const int64_t threads = oneOf({2, 4});
    const std::string t = num(tile);
    Lines body(2);
    body.add("S = T.sblock_alloc_buffer((" + num(rows) + ", " + num(columns) +
             "), \"int32\", scope=\"shared\")");
    body.open(thread("by", rows / tile, "blockIdx.y")).open(thread("bx", columns / tile, "blockIdx.x"));
    const auto nest = [&](const std::string& name, bool isSwapped) {
        body.open("for k in range(" + num(tile / threads) + "):");
        body.open(thread("ty", threads, "threadIdx.y")).open(thread("tx", tile, "threadIdx.x"));
        const std::string slow = "k * " + num(threads) + " + ty";
        body.open("with T.sblock(\"" + name + "\"):");
        body.add("vi = T.axis.spatial(" + num(rows) + ", by * " + t + " + " + (isSwapped ? "tx" : slow) +
                 ")");
        body.add("vj = T.axis.spatial(" + num(columns) + ", bx * " + t + " + " + (isSwapped ? slow : "tx") +
                 ")");
    };
    nest("S", false);
    if (chance(60))
        body.add("T.sblock_attr({\"buffer_dim_align\": [[0, 0, 32, 1]]})");
    body.add("S[vi, vj] = A[vi, vj]").close(4);
    nest("C", true);
    body.add("C[vj, vi] = S[vi, vj] + 1");
    return finished("transpose",
                    tensor("A", num(rows) + ", " + num(columns)) + ", " +
                        tensor("C", num(columns) + ", " + num(rows)),
                    body);
}

ScheduledProgram TileForms::autoCopy()
{
    const int64_t rows = oneOf({16, 32});
    const int64_t columns = oneOf({16, 24, 32});
    const int64_t threads = oneOf({1, 2, 4});
    const std::string tileRegion = "S[0:" + num(rows) + ", 0:" + num(columns) + "]";
    const std::string bytes = "\"vector_bytes\": " + num(oneOf({4, 8, 16}));
    Lines body(2);
    body.open("with T.sblock(\"root\"):").add("T.reads()").add("T.writes()");
    body.add("T.sblock_attr({\"warp_execution\": True})");
    body.open(thread("bx", 2, "blockIdx.x")).open(thread("ty", threads, "threadIdx.y"));
    body.open("with T.sblock(\"tile\"):")
        .add("vb = T.axis.spatial(2, bx)")
        .add("vt = T.axis.opaque(" + num(threads) + ", ty)");
    const std::string first = "vb * " + num(rows);
    const std::string from = "A[" + first + ":" + first + " + " + num(rows) + ", 0:" + num(columns) + "]";
    const std::string to = "C[0:" + num(columns) + ", " + first + ":" + first + " + " + num(rows) + "]";
    body.add("T.reads(" + from + ")").add("T.writes(" + to + ")");
    body.add("S = T.sblock_alloc_buffer((" + num(rows) + ", " + num(columns) +
             "), \"int32\", scope=\"shared\")");
    body.open("with T.sblock(\"load\"):").add("T.reads(" + from + ")").add("T.writes(" + tileRegion + ")");
    body.add("T.sblock_attr({\"auto_copy\": True, \"local_stage\": " + num(oneOf({0, 1})) + ", " + bytes +
             "})");
    body.open("for i, j in T.grid(" + num(rows) + ", " + num(columns) + "):");
    body.add("S[i, j] = A[" + first + " + i, j]").close(2);
    body.open("with T.sblock(\"store\"):").add("T.reads(" + tileRegion + ")").add("T.writes(" + to + ")");
    body.add("T.sblock_attr({\"auto_copy\": True, " + bytes + "})");
    body.open("for i, j in T.grid(" + num(rows) + ", " + num(columns) + "):");
    body.add("C[j, " + first + " + i] = S[i, j]");
    return finished("auto_copy",
                    tensor("A", num(rows * 2) + ", " + num(columns)) + ", " +
                        tensor("C", num(columns) + ", " + num(rows * 2)),
                    body);
}

ScheduledProgram TileForms::stencil()
{
    const int64_t width = oneOf({8, 16});
    const int64_t blocks = oneOf({2, 3});
    const int64_t radius = oneOf({1, 2});
    const int64_t total = width * blocks;
    const int64_t loaded = width + 2 * radius;
    const std::string r = num(radius);
    Lines body(2);
    body.add("P = T.sblock_alloc_buffer((" + num(total + 2 * radius) + ",), \"int32\", scope=\"shared\")");
    body.open(thread("bx", blocks, "blockIdx.x"));
    body.open("for k in range(" + num((loaded + width - 1) / width) + "):")
        .open(thread("tx", width, "threadIdx.x"));
    body.open("with T.sblock(\"P\"):");
    body.add("vi = T.axis.spatial(" + num(total + 2 * radius) + ", bx * " + num(width) + " + (k * " +
             num(width) + " + tx))");
    body.add("T.where(k * " + num(width) + " + tx < " + num(loaded) + ")");
    body.add("P[vi] = T.if_then_else(" + r + " <= vi and vi < " + num(total + radius) + ", A[vi - " + r +
             "], 0)");
    body.close(3);
    body.open(thread("tx", width, "threadIdx.x"));
    const bool isUnrolled = chance(50);
    body.open(std::string("for d in T.") + (isUnrolled ? "unroll(" : "serial(") + num(2 * radius + 1) + "):");
    body.open("with T.sblock(\"C\"):");
    body.add("vi = T.axis.spatial(" + num(total) + ", bx * " + num(width) + " + tx)");
    body.add("vd = T.axis.reduce(" + num(2 * radius + 1) + ", d)");
    body.open("with T.init():").add("C[vi] = 7").close();
    body.add("C[vi] = C[vi] + P[vi + vd] * (vd + 1)");
    return finished("stencil", tensor("A", num(total) + ",") + ", " + tensor("C", num(total) + ","), body);
}

} // namespace tir::testing
