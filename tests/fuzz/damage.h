/// Damage: small wrong changes to something that was right, which get further into a reader than noise.

#pragma once

#include "tests/fuzz/byte_source.h"

#include <string>

namespace tir::testing {

/// One to four bytes or tokens deleted, doubled, swapped or replaced.
std::string withDamagedText(std::string text, ByteSource& bytes);

/// One to four values of a JSON document deleted, doubled, swapped or replaced.
std::string withDamagedJson(const std::string& json, ByteSource& bytes);

} // namespace tir::testing
