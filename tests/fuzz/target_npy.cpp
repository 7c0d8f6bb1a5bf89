/// Files of tensors.

#include "core/runtime/npy.h"
#include "core/support/check.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"

namespace tir::testing {
namespace {

void checkFile(std::string_view file)
{
    const Result<Tensor> tensor = fromNpy(file);
    if (!tensor) {
        TIR_CHECK(hasError(tensor.diagnostics())) << "refused without a reason";
        return;
    }
    TIR_CHECK(int64_t(tensor->bytes.size()) == elementCount(tensor->shape) * elementBytes(tensor->dtype))
        << "a tensor without all of its bytes";
    const std::string written = toNpy(*tensor);
    const Result<Tensor> again = fromNpy(written);
    TIR_CHECK(again) << "the file is not read again: " << again.diagnostics().front().message;
    TIR_CHECK(*again == *tensor) << "the file is another tensor";
    TIR_CHECK(toNpy(*again) == written) << "the file changes when it is read";
    for (const DType dtype : {Float32, Bool, Int8, Float16.withLanes(4)}) {
        const Result<Tensor> typed = asType(*tensor, dtype);
        TIR_CHECK(!typed ||
                  numberCount(*typed) * elementBytes(dtype.element()) == int64_t(typed->bytes.size()))
            << "another type changes the size";
    }
}

Tensor someTensor(ByteSource& source)
{
    const DType dtype = source.oneOf({Float32, Float16, Int8, UInt8, Bool, Int64, Float32.withLanes(2)});
    std::vector<int64_t> shape;
    for (size_t i = 0, count = source.below(4); i < count; ++i)
        shape.push_back(source.between(0, 5));
    Tensor tensor = makeTensor(dtype, std::move(shape));
    for (std::byte& byte : tensor.bytes)
        byte = std::byte(source.below(2));
    return tensor;
}

} // namespace

void checkNpy(FuzzBytes bytes)
{
    checkFile({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void checkNpyDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const Tensor tensor = someTensor(source);
    const std::string file = toNpy(tensor);
    const Result<Tensor> typed = asType(*fromNpy(file), tensor.dtype);
    TIR_CHECK(typed && *typed == tensor) << "the file is another tensor";
    ByteSource damage(bytes); // from the start: the tensor may have used up everything
    checkFile(withDamagedText(file, damage));
}

} // namespace tir::testing
