# Finds or installs what web/serve, tests/run and tests/bench/run need. They source it, with bash -euo pipefail.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/reshard  # cmake/dependencies.cmake looks here too
# Runs Debian's emcc with Debian's Python: the shim of a Python version manager takes longer than compiling most files.
[ ! -x /usr/bin/python3 ] || export EMSDK_PYTHON=${EMSDK_PYTHON-/usr/bin/python3}
command_name=$(basename "$(dirname "$0")")/$(basename "$0")

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\n%s: %s\n' "$command_name" "$*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# --- Debian packages ---------------------------------------------------------------------------------------------

wanted=()

# want COMMAND-OR-FILE PACKAGE...: notes the packages to install, unless the machine already has the command or file.
want() {
  case $1 in
    /*) [ -e "$1" ] && return ;;
    *) has "$1" && return ;;
  esac
  wanted+=("${@:2}")
}

# The same for packages that a machine without apt can do without, for example because CMake fetches the source.
want_if_apt() { ! has apt-get || want "$@"; }

# Keeps the packages from starting their servers: tests start the servers they need, and none should keep listening.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then "$@"; return; fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod +x "$policy"
  "$@" || status=$?
  as_root rm -f "$policy"
  if has systemctl; then
    for package in "${wanted[@]}"; do
      case $package in
        nginx* | haproxy | redis-server | nutcracker | rabbitmq-server | caddy | squid | varnish | dnsdist)
          as_root systemctl -q disable "${package%-light}" || true ;;
        postgresql*) as_root systemctl -q disable postgresql || true ;;
      esac
    done
  fi
  return "$status"
}

install_wanted() {
  [ ${#wanted[@]} -gt 0 ] || return 0
  has apt-get || fail "no apt here: install what Debian calls ${wanted[*]}, then start again"
  [ "$(id -u)" = 0 ] || has sudo || fail "missing ${wanted[*]}: start again as root, or install sudo"
  say "Installing ${wanted[*]}"
  as_root apt-get update -q &&
    without_services as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${wanted[@]}" ||
    fail "could not install ${wanted[*]}: see apt's message above, then start again"
  wanted=()
}

# --- Debian's sources --------------------------------------------------------------------------------------------

# Unpacks the sources that dependencies.txt takes from Debian. CMake's FetchContent fetches the others.
fetch_sources() {
  local name version source _
  while read -r name version source _; do
    if [[ $name == \#* || $source == - || -d $cache/sources/$name-$version ]]; then continue; fi
    say "Fetching the source of $name $version"
    fetch_debian_source "$name-$version" "$source" || no_debian_source "$name"
  done <"$root/cmake/dependencies.txt"
}

no_debian_source() {
  has git || fail "no Debian source of $1, and no git to fetch it from upstream: install git, then start again"
  echo "Debian's archive does not give it: CMake will fetch it from upstream."
}

fetch_debian_source() {
  local folder=$cache/sources/$1 source=$2 work
  work=$(mktemp -d) || return
  # Debian's own part of it, which --tar-only leaves out, is not used.
  if (cd "$work" && private_apt update -q && private_apt source -q --download-only --tar-only "$source" &&
    mkdir tree && tar -xf ./*.orig.tar.* -C tree --strip-components=1) &&
    mkdir -p "$cache/sources" && mv "$work/tree" "$folder"; then
    rm -rf "$work"
  else
    rm -rf "$work"
    return 1
  fi
}

# apt-get with our own sources list, so that the system's lists stay as they are.
private_apt() {
  local apt=$cache/apt keyring=/usr/share/keyrings/debian-archive-keyring.gpg codename archive
  has apt-get && [ -e "$keyring" ] || return
  codename=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME") || return
  archive=$(debian_archive "$codename") && [ -n "$archive" ] || return
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  printf "deb-src [signed-by=$keyring] $archive %s main\n" "$codename" trixie | sort -u >"$apt/sources.list"
  apt-get -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

# The address of the archive from which this machine's apt installs a suite.
debian_archive() {
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
    awk -v suite="$1" '$2 == suite && !found { print $1; found = 1 }'
}

# --- builds ------------------------------------------------------------------------------------------------------

want_web_tools() {
  want emcc emscripten
  want cmake cmake
  want ninja ninja-build
  want node nodejs
  want npm npm  # Debian's conflicts with Node from elsewhere, so only if there is no npm
  want xz xz-utils
  want bzip2 bzip2
  want_if_apt /usr/include/nlohmann/json.hpp nlohmann-json3-dev
  want_if_apt /usr/include/xxhash.h libxxhash-dev
}

# Installs the npm packages that package-lock.json names, if it has changed since the last time.
install_npm_parts() {
  local installed=$root/node_modules/.installed-lock.json
  if cmp -s "$root/package-lock.json" "$installed"; then return; fi
  say "Installing fonts and browser test tools from npm"
  (cd "$root" && npm ci --no-fund --no-audit) || fail "npm ci failed: see its message above, then start again"
  cp "$root/package-lock.json" "$installed"
}

# build PRESET [-DNAME=VALUE]... [--target NAME]
build() {
  local preset=$1 definitions=()
  shift
  while [[ ${1-} == -D* ]]; do
    definitions+=("$1")
    shift
  done
  say "Building $preset"
  (cd "$root" && cmake --preset "$preset" --log-level=NOTICE ${definitions[@]+"${definitions[@]}"} &&
    cmake --build --preset "$preset" "$@") || fail "building $preset failed: see the first error above"
}
