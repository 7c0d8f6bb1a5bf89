/// The PTX instructions that generated code contains as inline assembly. bin/nvcc replaces them by calls of ptx().

#pragma once

namespace host {

struct Operand {
    void* value;
    template <class T>
    Operand(T&& operand) : value(const_cast<void*>(static_cast<const void*>(&operand)))
    {}
    template <class T>
    T& as() const
    {
        return *static_cast<T*>(value);
    }
};

/// An address of shared memory is its distance from here: assembly takes 32 bits of it.
inline char anchor;

inline void* sharedAddress(const Operand& operand)
{
    return &anchor + operand.as<int>();
}

inline bool contains(const char* text, const char* part)
{
    return std::strstr(text, part);
}

/// 8 by 8 elements of 16 bits from the rows that the lanes name: `count` matrices, 8 lanes each.
inline void loadMatrices(int count, bool isTransposed, const Operand* operands)
{
    void* row = sharedAddress(operands[count]);
    meetWarp("ldmatrix", ~0U, &row);
    const unsigned own = current->lane;
    unsigned words[4] = {};
    for (int matrix = 0; matrix < count; ++matrix)
        for (unsigned part = 0; part < 2; ++part) {
            const unsigned at = own % 4 * 2 + part;
            const unsigned from = isTransposed ? at : own / 4;
            const auto* elements = static_cast<const uint16_t*>(shownBy<void*>(unsigned(matrix) * 8 + from));
            words[matrix] |= unsigned(elements[isTransposed ? own / 4 : at]) << 16 * part;
        }
    meetWarp("the end of ldmatrix", 0);
    for (int matrix = 0; matrix < count; ++matrix)
        operands[matrix].as<unsigned>() = words[matrix];
}

/// Elements of an operand of mma, in the registers of the lanes.
struct Element {
    const char* type; ///< "f16"
    int bits;

    explicit Element(const char* word) : type(word), bits(0)
    {
        for (const char* at = word; *at; ++at)
            if (*at >= '0' && *at <= '9') {
                bits = std::atoi(at);
                break;
            }
        if (contains(word, "tf32"))
            bits = 32;
        if (contains(word, "bf16"))
            bits = 16;
        if (contains(word, "e4m3") || contains(word, "e5m2"))
            bits = 8;
    }
    double read(const void* registers, int number) const
    {
        const auto* bytes = static_cast<const unsigned char*>(registers) + number * bits / 8;
        const auto value = [&](auto example) {
            std::memcpy(&example, bytes, sizeof example);
            return double(example);
        };
        return contains(type, "bf16")   ? value(nv_bfloat16(0))
               : contains(type, "tf32") ? double(asFloat(asBits(float(value(0.0f))) & ~0x1fffU))
               : contains(type, "f16")  ? value(half(0))
               : contains(type, "f32")  ? value(0.0f)
               : contains(type, "f64")  ? value(0.0)
               : contains(type, "e4m3") ? value(__nv_fp8_e4m3(0))
               : contains(type, "e5m2") ? value(__nv_fp8_e5m2(0))
               : contains(type, "s32")  ? value(int(0))
               : contains(type, "s8")   ? value((signed char)0)
                                        : value((unsigned char)0);
    }
};

/// mma.sync.aligned.mMnNkK.row.col.D.A.B.C, with the layout of fragments that the manual of PTX gives. A register has
/// as many elements as fit 32 bits; rows go by groups of four lanes.
inline void multiply(const char* text, const Operand* operands)
{
    int m = 0, n = 0, k = 0;
    const char* shape = std::strstr(text, "aligned.m") + 8;
    std::sscanf(shape, "m%dn%dk%d", &m, &n, &k);
    char types[4][8] = {};
    const char* layouts = std::strstr(text, ".row.col");
    if (!layouts || (m == 8 && k == 4 && !contains(text, "f64")) || contains(text, ".s4") ||
        contains(text, ".u4"))
        fail("this mma is not interpreted");
    if (contains(text, ".satfinite"))
        layouts += 10;
    std::sscanf(layouts + 8, ".%7[a-z0-9].%7[a-z0-9].%7[a-z0-9].%7[a-z0-9]", types[0], types[1], types[2],
                types[3]);
    const Element a(types[1]), b(types[2]), c(types[3]);
    struct Parts {
        const Operand* a;
        const Operand* b;
        const Operand* c;
    };
    const int cCount = m * n / 32 * c.bits / (c.bits == 64 ? 64 : 32);
    const int aCount = m * k / 32 * a.bits / (a.bits == 64 ? 64 : 32);
    Parts own = {operands + cCount, operands + cCount + aCount, operands};
    meetWarp("mma", ~0U, &own);
    // Elements of a in one register of a lane; those of a row that are in registers beside each other.
    const auto read = [](const Element& type, const Operand* registers, int number) {
        const int perRegister = type.bits == 64 ? 1 : 32 / type.bits;
        return type.read(registers[number / perRegister].value, number % perRegister);
    };
    const auto ofA = [&](int row, int column) {
        const int run = a.bits >= 32 ? 1 : 32 / a.bits;
        const int lane = row % 8 * 4 + column / run % 4;
        const int number = column % run + row / 8 * run + column / (run * 4) * run * (m / 8);
        return read(a, shownBy<Parts>(unsigned(lane)).a, number);
    };
    const auto ofB = [&](int row, int column) {
        const int run = b.bits >= 32 ? 1 : 32 / b.bits;
        const int lane = column % 8 * 4 + row / run % 4;
        return read(b, shownBy<Parts>(unsigned(lane)).b, row % run + row / (run * 4) * run);
    };
    double sums[8];
    const int count = m * n / 32;
    for (int at = 0; at < count; ++at) {
        const int row = int(current->lane) / 4 + at / 2 * 8;
        const int column = int(current->lane) % 4 * 2 + at % 2;
        sums[at] = read(c, own.c, at);
        for (int inner = 0; inner < k; ++inner)
            sums[at] += ofA(row, inner) * ofB(inner, column);
    }
    meetWarp("the end of mma", 0);
    for (int at = 0; at < count; ++at) {
        void* to = static_cast<char*>(own.c[at * c.bits / (c.bits == 64 ? 64 : 32)].value) +
                   (c.bits == 16 ? at % 2 * 2 : 0);
        const auto store = [&](auto value) { std::memcpy(to, &value, sizeof value); };
        if (c.bits == 16)
            store(half(sums[at]));
        else if (c.bits == 64)
            store(sums[at]);
        else if (contains(types[3], "s32"))
            store(int(sums[at]));
        else
            store(float(sums[at]));
    }
}

inline void interpret(const char* text, const Operand* operands, int count)
{
    if (contains(text, "cp.async.commit_group"))
        current->copies.push_back({});
    else if (const char* wait = std::strstr(text, "cp.async.wait_group "))
        finishCopies(size_t(std::atoi(wait + 20)));
    else if (const char* copy = std::strstr(text, ".shared.global [%0], [%1], ")) {
        const bool isTaken = count < 3 || operands[2].as<int>();
        if (!isTaken && !contains(text, "@!p st.shared"))
            return; // memory stays as it is
        current->copies.back().push_back({sharedAddress(operands[0]), operands[1].as<const void*>(),
                                          size_t(std::atoi(copy + 27)), isTaken});
    } else if (contains(text, "ld.global.nc.b32")) {
        if (operands[2].as<int>())
            operands[0].as<unsigned>() = *operands[1].as<const unsigned*>();
    } else if (const char* load = std::strstr(text, "m8n8.x"))
        loadMatrices(load[6] - '0', contains(text, ".trans"), operands);
    else if (contains(text, "mma.sync"))
        multiply(text, operands);
    else
        fail("this assembly is not interpreted");
}

template <class... Operands>
void ptx(const char* text, const Operands&... list)
{
    const Operand operands[] = {list..., Operand(anchor)};
    interpret(text, operands, int(sizeof...(list)));
}

} // namespace host

inline long __cvta_generic_to_shared(const void* address)
{
    return static_cast<const char*>(address) - &host::anchor;
}
