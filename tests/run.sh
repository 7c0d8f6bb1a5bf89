#!/usr/bin/env bash
# tests/run.sh [CTEST-OPTION…]: installs what is missing, builds, runs every test, and lists what was skipped; options go
# to ctest (-L golden, -R parser).
#
#   TIRSCOPE_PRESET, TIRSCOPE_JOBS   which preset, and how many jobs
#   TIRSCOPE_FOLDERS="core passes"   only the tests of these folders of tests/
#   -L gpu                           only the tests on a GPU, of tests/device; prints their table
#   TIRSCOPE_CORPUS                  the folder of modules that TVM wrote, which adds tests against them; if it is not
#                                    set, ../shared/corpus if that exists; empty: without them
#   TIRSCOPE_STRICT_SKIPS=1          fails on a skip whose reason is not in tests/allowed_skips.txt
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
. app/packages.sh
if [ -z "${TIRSCOPE_CORPUS+set}" ] && [ -d ../shared/corpus ]; then
    TIRSCOPE_CORPUS=$(realpath ../shared/corpus)
    export TIRSCOPE_CORPUS
fi
preset=${TIRSCOPE_PRESET:-release}

tirscope_install_packages "$preset"
read -ra folders <<<"${TIRSCOPE_FOLDERS:-}"
if [[ " $* " == *" -L gpu "* ]]; then
    folders=(device)
fi
tirscope_build "$preset" "${folders[@]/%/_tests}"
chosen=()
if [ "${#folders[@]}" -gt 0 ]; then
    chosen=(-L "^($(IFS='|' && echo "${folders[*]}"))\$")
fi

export TIRSCOPE_SKIP_LOG=$PWD/build/$preset/skips.txt
: >"$TIRSCOPE_SKIP_LOG"
export TIRSCOPE_GPU_TABLE=$PWD/build/$preset/gpu.txt
: >"$TIRSCOPE_GPU_TABLE"
result=0
ctest --preset "$preset" --output-on-failure -j "$tirscope_jobs" "${chosen[@]}" "$@" || result=$?

# What agrees with the CPU and how fast it is, where there is a GPU.
cat "$TIRSCOPE_GPU_TABLE"

# Each line is `test::function: reason`.
if [ -s "$TIRSCOPE_SKIP_LOG" ]; then
    printf '\n%s skipped, by reason:\n' "$(wc -l <"$TIRSCOPE_SKIP_LOG")"
    sed 's/^\([^:]*\)::[^:]*: /\1: /' "$TIRSCOPE_SKIP_LOG" | sort | uniq -c
fi
if [ "${TIRSCOPE_STRICT_SKIPS:-}" = 1 ]; then
    unexpected=$(grep -v '^#' tests/allowed_skips.txt | sed '/^$/d' | grep -vFf - "$TIRSCOPE_SKIP_LOG" || true)
    if [ -n "$unexpected" ]; then
        printf '\nerror: skipped for a reason that tests/allowed_skips.txt does not have:\n%s\n' "$unexpected" >&2
        result=1
    fi
fi
exit "$result"
