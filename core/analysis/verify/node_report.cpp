#include "core/analysis/verify/node_report.h"

namespace tir {

void NodeReport::error(std::string_view code, std::string message)
{
    m_found.push_back({.code = std::string(code), .message = std::move(message), .place = m_place});
}

} // namespace tir
