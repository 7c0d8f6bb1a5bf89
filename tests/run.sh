#!/usr/bin/env bash
# tests/run.sh [CTEST-OPTION…]: installs what is missing (Debian 12), builds, and runs every test; options go to
# ctest (-L golden, -R parser). TIRSCOPE_PRESET and TIRSCOPE_JOBS may be set; TIRSCOPE_CORPUS adds the tests
# against modules that TVM wrote.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
. app/packages.sh
preset=${TIRSCOPE_PRESET:-dev}

tirscope_install_packages
tirscope_build "$preset"

exec ctest --preset "$preset" --output-on-failure -j "$tirscope_jobs" "$@"
