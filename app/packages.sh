# Sourced by app/run.sh and tests/run.sh: installs what the build needs, and builds.

# Packages of Debian 12 and 13 and Ubuntu 24.04. qt6-wayland and the font are for the window; git, locales, xdotool and
# xvfb for the tests.
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
    lld
    llvm-19-dev
    locales
    ninja-build
    nlohmann-json3-dev
    pkg-config
    qt6-base-dev
    qt6-svg-dev
    qt6-wayland
    xdotool
    xvfb
)

# In addition for the presets that compile with Clang.
tirscope_clang_packages=(
    clang-19
    clang-tidy-19
    libclang-rt-19-dev
    lld-19
)

tirscope_explain_needs()
{
    cat >&2 <<'NEEDS'
Tirscope needs:
  a C++20 compiler (GCC 12, Clang 19 or newer), CMake 3.25, Ninja, pkg-config, git
  Clang 19 (presets asan, tsan, fuzz and tidy only)
  Google Benchmark (presets bench and ci only)
  Qt 6.4 with Widgets, Svg and Test
  LLVM 19 with headers and CMake files
  Graphviz with headers (libgvc, libcgraph)
  nlohmann-json 3.11, CLI11 2.1
Packages are installed by name on Debian 12, Debian 13 and Ubuntu 24.04. Elsewhere, install these by hand and run the
same command again.
NEEDS
}

# "debian 12"
tirscope_system()
{
    [ -r /etc/os-release ] && (. /etc/os-release && echo "${ID:-} ${VERSION_ID:-}")
}

# tirscope_install_packages PRESET: installs the packages that are missing; without network access if there are none.
# On a system whose packages have other names, it installs nothing, and the configuration reports what is missing.
tirscope_install_packages()
{
    case $(tirscope_system) in
    "debian 12" | "debian 13" | "ubuntu 24.04") ;;
    *) return 0 ;;
    esac

    local packages=("${tirscope_packages[@]}") package missing=()
    case $1 in
    asan | tsan | fuzz | tidy) packages+=("${tirscope_clang_packages[@]}") ;;
    esac
    for package in "${packages[@]}"; do
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
    cmake --preset "$preset" || { tirscope_explain_needs; return 1; }
    cmake --build --preset "$preset" -j "$tirscope_jobs" ${1:+--target "$@"}
}

tirscope_jobs=${TIRSCOPE_JOBS:-$(nproc)}
