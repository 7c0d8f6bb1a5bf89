#include "core/script/reading/expression_list.h"

#include "core/script/reading/free_names.h"

#include <algorithm>

namespace tir {

Result<ParsedExprs> parseExprs(const std::vector<std::string>& texts,
                               const std::map<std::string, std::string>& types)
{
    std::string arguments;
    for (const std::string& text : texts)
        arguments += ", (" + text + ")";
    const auto program = [&](const std::string& uses) {
        return "T.evaluate(T.call_extern(\"int32\", \"list\"" + arguments + uses + "))\n";
    };
    std::vector<std::string> names;
    for (const FreeName& free : freeNames(SourceText("expression", program(""))))
        names.push_back(free.name);
    for (const auto& [name, type] : types)
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    std::string declarations;
    std::string uses;
    for (const std::string& name : names) {
        const auto type = types.find(name);
        declarations += name + " = T." + (type == types.end() ? "int32" : type->second) + "()\n";
        uses += ", " + name;
    }
    const SourceText source("expression", declarations + program(uses));
    Result<ParsedModule> parsed = parseModule(source);
    if (!parsed)
        return parsed.diagnostics();
    ParsedExprs result{std::move(parsed).value(), {}, {}};
    const auto* function = as<PrimFunc>(result.program.module.module->functions[0].function);
    const Stmt* body = function->body;
    if (const auto* root = as<SBlockRealize>(body))
        body = root->block->body;
    if (const auto* sequence = as<SeqStmt>(body))
        body = sequence->seq.back();
    const auto* call = body->kind == NodeKind::Evaluate ? as<Call>(to<Evaluate>(*body).value) : nullptr;
    TIR_CHECK(call && call->args.size() == 1 + texts.size() + names.size())
        << "the list of expressions is not read as a call";
    result.exprs.assign(call->args.begin() + 1, call->args.begin() + 1 + ptrdiff_t(texts.size()));
    for (size_t i = 0; i < names.size(); ++i)
        result.variables[names[i]] = as<Var>(call->args[1 + texts.size() + i]);
    return result;
}

} // namespace tir
