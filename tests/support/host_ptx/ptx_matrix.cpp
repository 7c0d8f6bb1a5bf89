/// wmma: products of matrices that the registers of a warp have. How a fragment is spread over the lanes is up to the
/// GPU; here element number e is in lane e % 32.

#include "tests/support/host_ptx/ptx_types.h"

#include <bit>
#include <cstdio>

namespace tir::testing {
namespace {

struct Shape {
    int m = 0;
    int n = 0;
    int k = 0;
};

Shape shapeOf(const PtxInstruction& i)
{
    Shape shape;
    for (const std::string& part : i.op)
        if (std::sscanf(part.c_str(), "m%dn%dk%d", &shape.m, &shape.n, &shape.k) == 3)
            break;
    return shape;
}

int elementBits(const std::string& type)
{
    return type == "tf32" ? 32 : bitsOf(type);
}

/// The registers of one fragment in every lane.
struct Fragment {
    const PtxWarp& warp;
    const uint32_t* registers;
    std::string type;

    int perRegister() const { return std::max(1, 32 / elementBits(type)); }

    uint64_t bits(int element) const
    {
        const int slot = element / 32;
        const uint64_t word = warp.threads[element % 32].registers[registers[slot / perRegister()]];
        return word >> slot % perRegister() * elementBits(type);
    }
    double get(int element) const
    {
        const uint64_t all = bits(element);
        const auto as = [&](auto example) {
            std::memcpy(static_cast<void*>(&example), &all, sizeof example);
            return double(wide(example));
        };
        return type == "f16"    ? as(PtxHalf())
               : type == "bf16" ? as(PtxBFloat())
               : type == "f32"  ? as(float())
               : type == "f64"  ? as(double())
               : type == "s8"   ? as(int8_t())
               : type == "u8"   ? as(uint8_t())
                                : as(int32_t());
    }
    void setBits(int element, uint64_t value) const
    {
        const int slot = element / 32;
        const int width = elementBits(type);
        const int shift = slot % perRegister() * width;
        const uint64_t mask = width == 64 ? ~uint64_t(0) : ((uint64_t(1) << width) - 1) << shift;
        uint64_t& word = warp.threads[element % 32].registers[registers[slot / perRegister()]];
        word = (word & ~mask) | (value << shift & mask);
    }
    void set(int element, double value) const
    {
        uint64_t all = 0;
        const auto as = [&](auto number) {
            std::memcpy(&all, static_cast<const void*>(&number), sizeof number);
        };
        if (type == "f16")
            as(PtxHalf(value));
        else if (type == "f32")
            as(float(value));
        else if (type == "f64")
            as(value);
        else
            as(int32_t(value));
        setBits(element, all);
    }
};

/// Rows and columns of the matrix a, b, c, or d.
std::pair<int, int> sizeOf(const std::string& matrix, const Shape& shape)
{
    return {matrix == "b" ? shape.k : shape.m, matrix == "a" ? shape.k : shape.n};
}

/// wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {…}, [p], stride; wmma.store.d… [p], {…}, stride
void moveFragment(PtxMachine& machine, const PtxWarp& warp, const PtxInstruction& i)
{
    const bool isLoad = i.op[1] == "load";
    const uint32_t* registers = i.registers.data() + i.first[isLoad ? 0 : 1];
    const uint32_t pointer = i.registers[i.first[isLoad ? 1 : 0]];
    const auto [rows, columns] = sizeOf(i.op[2], shapeOf(i));
    const bool isRowMajor = hasPart(i, "row");
    const bool hasStride = i.registers.size() > i.first[2];
    const Fragment fragment{warp, registers, i.op.back()};
    const auto bytes = size_t(elementBits(fragment.type)) / 8;
    for (int element = 0; element < rows * columns; ++element) {
        PtxThread& thread = warp.threads[element % 32];
        const int row = element / columns;
        const int column = element % columns;
        const int64_t stride = hasStride    ? thread.get<int32_t>(i.registers[i.first[2]])
                               : isRowMajor ? columns
                                            : rows;
        const int64_t at = isRowMajor ? row * stride + column : column * stride + row;
        std::byte* place = machine.at(
            thread, i.space, thread.registers[pointer] + uint64_t(i.offset + at * int64_t(bytes)), bytes);
        uint64_t value = fragment.bits(element);
        if (isLoad) {
            std::memcpy(&value, place, bytes);
            fragment.setBits(element, value);
        } else {
            std::memcpy(place, &value, bytes);
        }
    }
}

/// wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 d, a, b, c: of half the types of d and c are given, else all four.
void multiply(PtxMachine&, const PtxWarp& warp, const PtxInstruction& i)
{
    const Shape shape = shapeOf(i);
    std::vector<std::string> types;
    for (auto part = i.op.rbegin(); !part->starts_with('m') && !part->empty(); ++part)
        if (*part != "satfinite")
            types.insert(types.begin(), *part);
    if (types.size() == 2)
        types = {types[0], "f16", "f16", types[1]};
    const auto fragment = [&](size_t operand) {
        return Fragment{warp, i.registers.data() + i.first[operand], types[operand]};
    };
    const Fragment d = fragment(0), a = fragment(1), b = fragment(2), c = fragment(3);
    std::vector<double> sums;
    for (int row = 0; row < shape.m; ++row)
        for (int column = 0; column < shape.n; ++column) {
            double sum = c.get(row * shape.n + column);
            for (int inner = 0; inner < shape.k; ++inner)
                sum += a.get(row * shape.k + inner) * b.get(inner * shape.n + column);
            sums.push_back(sum);
        }
    for (size_t element = 0; element < sums.size(); ++element)
        d.set(int(element), sums[element]);
}

void meetAll(PtxMachine& machine, const PtxWarp& warp, const PtxInstruction& i)
{
    if (warp.active != ~0U)
        return machine.fail(warp.threads[std::countr_zero(warp.active)],
                            "not all lanes of the warp are here");
    i.op[1] == "mma" ? multiply(machine, warp, i) : moveFragment(machine, warp, i);
}

} // namespace

bool decodeMatrix(PtxInstruction& instruction)
{
    const Shape shape = shapeOf(instruction);
    if (instruction.op[0] != "wmma" || shape.m == 0 || instruction.op.back() == "b1")
        return false;
    instruction.meet = &meetAll;
    instruction.run = [](PtxMachine&, PtxThread& thread, const PtxInstruction&) {
        thread.wait = PtxWait::Warp;
    };
    return true;
}

} // namespace tir::testing
