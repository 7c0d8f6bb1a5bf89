/// Host functions compiled to C and LLVM IR, built with the C compiler of the machine, and called through the packed
/// convention. A file replaces the runtime's functions and records their calls.

#pragma once

#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/packed_fields.h"
#include "passes/framework/recording.h"

#include <QStringList>
#include <QTemporaryDir>

#include <map>

namespace tir::testing {

/// The messages, one per line.
std::string wordsOf(const Diagnostics& diagnostics);

struct Compiled {
    bool isGood = false;
    QString messages;
};

/// Compiles the text as `host.c` in the folder, with warnings as errors.
Compiled compileC(const QTemporaryDir& folder, const std::string& code);

/// The module after the split and, optionally, after the passes that lower its packed calls.
std::shared_ptr<const Recording> split(const OwnedModule& module, bool isLowered);

/// A callable program whose module has the functions in `body`.
class Program {
public:
    explicit Program(const std::string& body, bool isLowered = true);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    int call(std::vector<PackedValue> arguments, PackedValue* result = nullptr) const;
    template <class T>
    T* symbol(const char* name) const
    {
        return static_cast<T*>(address(name));
    }
    QString raised() const { return QString::fromUtf8(symbol<char>("raised")); }
    /// "main_kernel(3, 128)": the calls, in order; pointers as the names of the tensors.
    QStringList calls(const std::map<const void*, QString>& names) const;

    QString problem; ///< why there is no program

private:
    void* address(const char* name) const;

    QTemporaryDir m_folder;
    void* m_library = nullptr;
};

PackedValue ofInt(int64_t value);
PackedValue ofFloat(double value);

/// A float32 tensor on CUDA device 0.
struct TensorArgument {
    int64_t shape[1];
    PackedTensor tensor = {};

    TensorArgument(int64_t count, void* data);
    PackedValue packed();
};

} // namespace tir::testing
