#!/usr/bin/env bash
# app/run.sh [FILE…]: installs what is missing, builds, and opens the window on FILE or a sample.
# Without a display it draws the window into a file instead. TIRSCOPE_PRESET and TIRSCOPE_JOBS may be set.
set -euo pipefail

files=()
for file in "$@"; do
    case $file in
    -*) files+=("$file") ;;
    *) files+=("$(realpath -m -- "$file")") ;;
    esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
. app/packages.sh
preset=${TIRSCOPE_PRESET:-release}

tirscope_install_packages "$preset"
tirscope_build "$preset" tirscope tirc

[ "${#files[@]}" -gt 0 ] || files=("$PWD/samples/two_kernels.py")

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "build/$preset/bin/tirscope" "${files[@]}"
fi
picture=build/$preset/window.png
QT_QPA_PLATFORM=offscreen "build/$preset/bin/tirscope" --screenshot "$picture" "${files[@]}"
echo "no display: the window is drawn in $picture"
