# Sourced by app/run.sh and tests/run.sh: sees to it that everything the build needs is there.

# What Debian 12 calls it. qt6-wayland and a font are for the window, git for the checks in tests/repo.
tirscope_packages=(
    cmake
    fonts-dejavu-core
    g++
    git
    libbenchmark-dev
    libcli11-dev
    libgraphviz-dev
    libopengl-dev
    libqt6svg6
    llvm-19-dev
    ninja-build
    nlohmann-json3-dev
    pkg-config
    qt6-base-dev
    qt6-svg-dev
    qt6-wayland
)

tirscope_explain_needs()
{
    cat >&2 <<'NEEDS'
Installing by name is known for Debian 12 only. What Tirscope needs:
  a C++20 compiler (GCC 12, Clang 19 or newer), CMake 3.25, Ninja, pkg-config, git
  Clang 19 (presets asan, tsan, fuzz and tidy only)
  Google Benchmark (preset release only)
  Qt 6.4 with Widgets, Svg and Test
  LLVM 19 with headers and CMake files
  Graphviz with headers (libgvc, libcgraph)
  nlohmann-json 3.11, CLI11 2.1
With these in place build without this script:
  cmake --preset dev && cmake --build --preset dev && ctest --preset dev
NEEDS
}

# Installs the packages that are missing; asks nothing of the network when none is.
tirscope_install_packages()
{
    local id= version= package
    if [ -r /etc/os-release ]; then
        id=$(. /etc/os-release && echo "${ID:-}")
        version=$(. /etc/os-release && echo "${VERSION_ID:-}")
    fi
    if [ "$id" != debian ] || [ "$version" != 12 ]; then
        tirscope_explain_needs
        return 1
    fi

    local missing=()
    for package in "${tirscope_packages[@]}"; do
        dpkg -s "$package" 2>/dev/null | grep -q '^Status: .* installed$' || missing+=("$package")
    done
    [ "${#missing[@]}" -eq 0 ] && return 0

    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "error: not root and no sudo; as root run: apt-get install ${missing[*]}" >&2
            return 1
        fi
        root=(sudo)
    fi
    echo "installing: ${missing[*]}"
    "${root[@]}" apt-get update -q &&
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# tirscope_build PRESET TARGET…: configures when needed and builds; no TARGET means everything.
tirscope_build()
{
    local preset=$1
    shift
    cmake --preset "$preset" &&
        cmake --build --preset "$preset" -j "$tirscope_jobs" ${1:+--target "$@"}
}

tirscope_jobs=${TIRSCOPE_JOBS:-$(nproc)}
