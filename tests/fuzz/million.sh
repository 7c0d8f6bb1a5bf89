#!/usr/bin/env bash
# tests/fuzz/million.sh [INPUTS [TARGET…]]: tries INPUTS (1000000) for each target (those of the code generators and the
# executor), in portions with the seeds 1, 2, 3 … of tst_fuzz, one on each core, under AddressSanitizer and
# UndefinedBehaviorSanitizer. A line per target tells how far it is. What ends normally is noted in
# build/PRESET/million/TARGET.txt, a line `SEED INPUTS EXAMINED` for each portion: after an interruption, the same command
# goes on with the seeds that are missing there. A portion that fails leaves its output and its input in
# build/PRESET/million/failures/TARGET-SEED, and is tried again by the next run. Exit 1 when one failed.
#
#   TIRSCOPE_PRESET, TIRSCOPE_JOBS   another preset than asan, and how many portions at a time
#   TIR_FUZZ_FACTOR                  the size of a portion: the inputs of a test run, times this (10)
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
wanted=${1:-1000000}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    targets=(generators ptx_generator generators_damage executor)
fi
preset=${TIRSCOPE_PRESET:-asan}
jobs=${TIRSCOPE_JOBS:-$(nproc)}
most_failures=20 # of a target: it is broken then
seconds_between_lines=60

[ -f "build/$preset/CMakeCache.txt" ] || cmake --preset "$preset"
cmake --build --preset "$preset" --target tests_fuzz
program=$PWD/build/$preset/tests/fuzz/tests_fuzz
state=$PWD/build/$preset/million
mkdir -p "$state/failures"

export TIR_FUZZ_FACTOR=${TIR_FUZZ_FACTOR:-10}
export QTEST_FUNCTION_TIMEOUT=86400000 # milliseconds
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0

stop() {
    trap '' INT TERM
    jobs -pr | xargs -r kill 2>/dev/null || true
    wait
    exit 130
}
trap stop INT TERM

# A portion: TARGET SEED
try() {
    local folder=$state/failures/$1-$2 count
    rm -rf "$folder"
    mkdir "$folder"
    trap 'trap "" INT TERM; kill "$child" 2>/dev/null || true; rm -rf "$folder"; exit 130' INT TERM
    (cd "$folder" && TIR_FUZZ_SEED=$2 exec "$program" tst_fuzz "propertyHolds:$1" >output.txt 2>&1) &
    child=$!
    if wait "$child"; then
        count=$(sed -n 's/.*(\w*) \([0-9]*\) inputs\(, \([0-9]*\) modules examined\)\?$/\1 \3/p' "$folder/output.txt")
        if [ -n "$count" ]; then
            echo "$2 $count" >>"$state/$1.txt"
            rm -rf "$folder"
            return
        fi
    fi
    echo "$1: seed $2 failed, see $folder" >&2
}

# The sum of a column: TARGET COLUMN
sum() { awk -v column="$2" '{ sum += $column } END { print sum + 0 }' "$state/$1.txt"; }
failures_of() { find "$state/failures" -name output.txt -path "$state/failures/$1-*" | wc -l; }
report() {
    echo "$1: $(sum "$1" 2) of $wanted inputs, $(sum "$1" 3) modules examined, $((SECONDS - start)) s"
}

failed=0
for target in "${targets[@]}"; do
    touch "$state/$target.txt"
    rm -rf "$state/failures/$target"-*
    declare -A finished=()
    while read -r seed _; do
        finished[$seed]=1
    done <"$state/$target.txt"
    start=$SECONDS
    next_line=$SECONDS
    seed=0
    while true; do
        if [ "$SECONDS" -ge "$next_line" ]; then
            report "$target"
            next_line=$((SECONDS + seconds_between_lines))
        fi
        if [ "$(jobs -pr | wc -l)" -ge "$jobs" ]; then
            wait -n || true
            continue
        fi
        [ "$(sum "$target" 2)" -lt "$wanted" ] || break
        # Folders of portions that run count, too.
        [ "$(failures_of "$target")" -lt $((most_failures + jobs)) ] || break
        seed=$((seed + 1))
        if [ -z "${finished[$seed]:-}" ]; then
            try "$target" "$seed" &
        fi
    done
    wait
    report "$target"
    [ "$(failures_of "$target")" -eq 0 ] || failed=1
done
exit $failed
