# Shared by packaging/run and packaging/test: say what is done, install what is missing, build one preset.
# Sourced, not run; sets ROOT.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\033[1m==>\033[0m %s\n' "$*" >&2; }

die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# install_packages SECTION...: Debian packages of these sections of debian-packages.txt that are not there yet.
install_packages() {
  local wanted missing=() package sudo=()
  wanted=$(awk -v sections=" $* " '$1 !~ /^#/ && NF == 2 && index(sections, " " $1 " ") { print $2 }' \
    "$ROOT/packaging/debian-packages.txt")
  for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    return
  fi
  command -v apt-get >/dev/null || die "these packages are missing and apt-get is not here: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "run this as root, or install sudo, to install: ${missing[*]}"
    sudo=(sudo)
  fi
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build_preset PRESET [TARGET...]: configures once, builds what changed; without targets those of the build preset.
build_preset() {
  local preset=$1
  shift
  if [ ! -f "$ROOT/build/$preset/build.ninja" ]; then
    say "Configuring build/$preset"
    (cd "$ROOT" && cmake --preset "$preset" >/dev/null)
  fi
  say "Building build/$preset"
  (cd "$ROOT" && NINJA_STATUS="[%f of %t] " cmake --build --preset "$preset" ${1:+--target "$@"})
}
