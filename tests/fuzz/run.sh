#!/usr/bin/env bash
# tests/fuzz/run.sh [SECONDS [TARGET…]]: runs the libFuzzer targets (all of them) one after another, SECONDS each
# (60), under AddressSanitizer and UndefinedBehaviorSanitizer. What libFuzzer finds interesting is kept in
# build/fuzz/corpus/TARGET and starts the next run; an input that fails is left in build/fuzz/findings. Exit 1 when
# a target failed.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(sed -n 's/^tirscope_add_fuzz_target(\([a-z_]*\) .*/\1/p' tests/fuzz/CMakeLists.txt)
fi

[ -f build/fuzz/CMakeCache.txt ] || cmake --preset fuzz
cmake --build --preset fuzz --target "${targets[@]/#/fuzz_}"

mkdir -p build/fuzz/findings
failed=0
for target in "${targets[@]}"; do
    corpus=build/fuzz/corpus/$target
    mkdir -p "$corpus" "tests/fuzz/inputs/$target"
    seeds=("tests/fuzz/inputs/$target")
    options=()
    if [ "$target" = script_bytes ] || [ "$target" = dump_bytes ]; then
        seeds+=(samples tests/golden)
        options+=(-dict=tests/fuzz/script.dict)
    fi
    echo "== $target"
    build/fuzz/tests/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=8192 \
        -print_final_stats=1 -artifact_prefix=build/fuzz/findings/"$target"- "${options[@]}" \
        "$corpus" "${seeds[@]}" 2> build/fuzz/findings/"$target".log || failed=1
    grep -E 'InternalError|what\(\)|ERROR|SUMMARY|Test unit written|number_of_executed_units|cov:' \
        build/fuzz/findings/"$target".log | grep -v pulse | tail -4
done
exit $failed
