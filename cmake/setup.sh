# Shared by web/serve and tests/run: finds or installs what they need. Sourced, not run; expects bash with -euo pipefail.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/reshard  # cmake/dependencies.cmake looks here too

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\n%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null; }

# step WHAT ADVICE COMMAND...: says what runs, and on failure what to do about it.
step() {
  local what=$1 advice=$2
  shift 2
  say "$what"
  "$@" || fail "$what failed: $advice"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

has_apt() { has apt-get && has dpkg-query; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# need PACKAGE...: installs the Debian packages that are missing.
need() {
  local missing=() package
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] || has sudo || fail "run this as root, or install sudo: missing are ${missing[*]}"
  step "Installing ${missing[*]}" "check the network and 'apt-get update'" install_packages "${missing[@]}"
}

install_packages() {
  as_root apt-get update -q &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# need_command COMMAND PACKAGE...: installs the packages only where the command is missing, whoever brought it.
need_command() {
  local command=$1
  shift
  has "$command" && return
  has_apt || fail "install '$command' and start again: this machine has no apt to get it with"
  need "$@"
}

# The archive this machine itself installs Debian from, as its own apt configuration says.
debian_archive() {
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
    awk -v suite="$1" '$2 == suite { print $1; exit }'
}

# Fetches the Debian source packages that are not yet unpacked, from a sources list of our own: the system's is not
# touched. What cannot be had this way is left to CMake's FetchContent.
fetch_debian_sources() {
  local name version source _
  while read -r name version source _; do
    [[ $name == \#* || $source == - || -d $cache/sources/$name-$version ]] && continue
    fetch_debian_source "$name-$version" "$source" || say "No Debian source for $name: CMake fetches it from upstream"
  done <"$root/cmake/dependencies.txt"
}

fetch_debian_source() {
  local directory=$1 source=$2 work
  work=$(mktemp -d) || return
  say "Fetching the source of $directory"
  (cd "$work" && private_apt update -q && private_apt source -q --download-only "$source" &&
    mkdir tree && tar -xf ./*.orig.tar.* -C tree --strip-components=1) || { rm -rf "$work"; return 1; }
  mkdir -p "$cache/sources"
  mv "$work/tree" "$cache/sources/$directory"
  rm -rf "$work"
}

private_apt() {
  local apt=$cache/apt keyring=/usr/share/keyrings/debian-archive-keyring.gpg codename archive
  codename=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME") || return
  archive=$(debian_archive "$codename")
  [ -n "$archive" ] && [ -e "$keyring" ] || return
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  printf "deb-src [signed-by=$keyring] $archive %s main\n" "$codename" trixie | sort -u >"$apt/sources.list"
  apt-get -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}
