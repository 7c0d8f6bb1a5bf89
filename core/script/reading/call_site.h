/// One call with its arguments evaluated. The handler of the call takes the arguments that it knows; the others are
/// reported, or kept with the result of the call.

#pragma once

#include "core/script/reading/conversions.h"

#include <span>
#include <string_view>
#include <vector>

namespace tir::script {

class CallSite : public ReaderPart {
public:
    CallSite(Conversions& values, const Syntax& call, std::string_view callee)
        : ReaderPart(values),
          syntax(&call),
          path(callee),
          m_values(values)
    {}

    struct Named {
        SyntaxName name;
        Value value;
        const Syntax* syntax;
        bool isUsed = false;
    };

    /// The argument of that name or position; null when absent.
    const Value* argument(std::string_view name, size_t position);
    const Value* keyword(std::string_view name);
    /// Whether there is such an argument, and it is not None.
    bool isGiven(std::string_view name, size_t position);
    /// The argument as an operand; null (and an error) when it is absent.
    const Expr* expr(std::string_view name, size_t position);
    Span spanOf(const Value* argument) const;
    bool hasUnknown() const;

    /// Reports keywords that were not taken.
    void finish();
    /// As `finish`, but moves the remaining arguments into `into`. `place`: the owner of the arguments, if it is not
    /// the object that keeps them.
    void keepUnknown(std::vector<DictEntry>& into, std::string_view place = {});
    /// The new node, which keeps the arguments that its call does not take.
    template <class T>
    const T* keeping(T* node)
    {
        std::vector<DictEntry> kept;
        keepUnknown(kept);
        node->kept = m_arena.copy(kept);
        return node;
    }
    /// For the variable or buffer that the call creates: the name it is assigned to.
    std::string_view nameHint() const;

    const Syntax* syntax;
    std::string_view path;                       ///< "axis.remap"
    std::string_view target = {};                ///< the name that the result is assigned to, if it is one
    std::span<const Syntax* const> targets = {}; ///< everything it is assigned to
    std::vector<Value> args = {};
    std::vector<const Syntax*> argSyntax = {}; ///< of each argument; arguments from a splice share one
    std::vector<Named> named = {};
    std::vector<std::string_view> accepted = {}; ///< names of arguments that the builtin accepts
    /// The number of positional parameters requested so far; requesting all arguments counts all of them.
    size_t positions = 0;

private:
    void unknownArgument(const Named& named, std::vector<DictEntry>* into, std::string_view place);
    void finish(std::vector<DictEntry>* into, std::string_view place);

    Conversions& m_values;
    bool m_hasError = false;
};

} // namespace tir::script
