/// What TVM's text leaves out and a comparison with TVM's results has to forgive.

#pragma once

#include <QString>

#include <string>

namespace tir::testing {

/// Which sugar in the text of the input is to blame for all the difference between two results; empty when
/// none is. `A.view(16)` may stand for a buffer of another alignment than A's, and the extents of
/// `A[0:T.int64(16)]` may be of another type than its bounds.
QString lossIn(const std::string& input, const std::string& ours, const std::string& theirs);

} // namespace tir::testing
