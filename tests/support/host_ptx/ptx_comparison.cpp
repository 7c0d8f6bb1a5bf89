/// Comparisons, choices, moves, and the logic of bits.

#include "tests/support/host_ptx/ptx_types.h"

#include <bit>

namespace tir::testing {
namespace {

enum class Order { Less, Equal, Greater, None };

template <class T>
Order orderOf(T a, T b)
{
    return a < b ? Order::Less : a == b ? Order::Equal : a > b ? Order::Greater : Order::None;
}

/// Whether the comparison with the name holds. Those that end with `u` hold for NaN, too.
uint32_t holding(const std::string& name)
{
    const auto of = [](std::initializer_list<Order> orders) {
        uint32_t bits = 0;
        for (const Order order : orders)
            bits |= 1U << int(order);
        return bits;
    };
    const uint32_t unordered = of({Order::None});
    const bool isUnordered = name.size() == 3 && name.ends_with('u');
    const std::string plain = isUnordered ? name.substr(0, 2) : name;
    const uint32_t more = isUnordered ? unordered : 0;
    if (plain == "eq")
        return of({Order::Equal}) | more;
    if (plain == "ne")
        return of({Order::Less, Order::Greater}) | more;
    if (plain == "lt" || plain == "lo")
        return of({Order::Less}) | more;
    if (plain == "le" || plain == "ls")
        return of({Order::Less, Order::Equal}) | more;
    if (plain == "gt" || plain == "hi")
        return of({Order::Greater}) | more;
    if (plain == "ge" || plain == "hs")
        return of({Order::Greater, Order::Equal}) | more;
    if (plain == "num")
        return of({Order::Less, Order::Equal, Order::Greater});
    return plain == "nan" ? unordered : 0;
}

/// setp.lt.f32 p, a, b; setp.lt.and.f32 p, a, b, q; setp.lt.f16x2 p|q, a, b. `bits`: the orders that hold.
template <class T>
void compare(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const auto a = t.get<T>(r[i.first[1]]);
    const auto b = t.get<T>(r[i.first[2]]);
    const auto holds = [&](auto left, auto right) -> bool {
        return i.bits >> int(orderOf(wide(left), wide(right))) & 1;
    };
    if constexpr (IsPair<T>::value) {
        t.set<uint64_t>(r[0], holds(a.low, b.low));
        t.set<uint64_t>(r[1], holds(a.high, b.high));
    } else {
        bool result = holds(a, b);
        if (i.registers.size() > 3) {
            const bool other = t.registers[r[3]] & 1;
            result = i.op[2] == "and" ? result && other : i.op[2] == "or" ? result || other : result != other;
        }
        t.set<uint64_t>(r[0], result);
    }
}

void select(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.registers[r[0]] = t.registers[r[t.registers[r[3]] & 1 ? 1 : 2]];
}

void move(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    t.registers[i.registers[0]] = t.registers[i.registers[1]];
}

uint64_t lowBits(int bits)
{
    return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// mov.b64 {a, b}, c
void unpack(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const int count = i.first[1];
    const uint64_t whole = t.registers[i.registers.back()];
    const int part = i.bits / count;
    for (int number = 0; number < count; ++number)
        t.registers[i.registers[size_t(number)]] = whole >> number * part & lowBits(part);
}

/// mov.b64 a, {b, c}
void pack(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const int count = int(i.registers.size()) - 1;
    const int part = i.bits / count;
    uint64_t whole = 0;
    for (int number = 0; number < count; ++number)
        whole |= (t.registers[i.registers[size_t(number) + 1]] & lowBits(part)) << number * part;
    t.registers[i.registers[0]] = whole;
}

template <class F>
void logic(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.registers[r[0]] = F()(t.registers[r[1]], t.registers[r[2]]) & lowBits(i.bits);
}

template <class F>
PtxStep logicOf(F)
{
    return &logic<F>;
}

} // namespace

bool decodeComparison(PtxInstruction& instruction)
{
    const std::string& op = instruction.op[0];
    const std::string& type = instruction.op.back();
    if (op == "setp") {
        instruction.bits = int(holding(instruction.op[1]));
        instruction.run = forNumber(type, [](auto example) { return PtxStep(&compare<decltype(example)>); });
        return instruction.run && instruction.bits != 0;
    }
    instruction.bits = bitsOf(type);
    if (op == "selp")
        instruction.run = &select;
    else if (op == "mov")
        instruction.run = instruction.first[1] > 1           ? &unpack
                          : instruction.registers.size() > 2 ? &pack
                                                             : &move;
    else if (op == "and")
        instruction.run = logicOf([](uint64_t a, uint64_t b) { return a & b; });
    else if (op == "or")
        instruction.run = logicOf([](uint64_t a, uint64_t b) { return a | b; });
    else if (op == "xor")
        instruction.run = logicOf([](uint64_t a, uint64_t b) { return a ^ b; });
    else if (op == "not") {
        instruction.registers.push_back(instruction.registers.back());
        instruction.run = logicOf([](uint64_t a, uint64_t) { return ~a; });
    }
    return instruction.run;
}

} // namespace tir::testing
