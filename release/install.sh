#!/bin/sh
# Installs gympress for whoever runs this, without the rights of an administrator:
#
#   curl -fsSL https://github.com/OWNER/gympress/releases/latest/download/install.sh | sh
#
# GYMPRESS_VERSION   the version, such as 0.1.0; without it the latest
# GYMPRESS_BIN       the folder to install into; without it ~/.local/bin
# GYMPRESS_RELEASES  where releases are; without it the repository that this file was released from
set -eu

fail() {
  printf 'gympress: %s\n' "$*" >&2
  exit 1
}

# The name of this machine's archive.
target() {
  system=$(uname -s)
  processor=$(uname -m)
  case $processor in
    x86_64 | amd64) processor=x86_64 ;;
    aarch64 | arm64) processor=aarch64 ;;
    *) fail "there is no release for the processor $processor; CONTRIBUTING.md says how to compile gympress" ;;
  esac
  case $system in
    Linux) printf '%s-unknown-linux-musl' "$processor" ;;
    Darwin) printf '%s-apple-darwin' "$processor" ;;
    *) fail "there is no release for $system; on Windows, use install.ps1" ;;
  esac
}

# download URL FILE
download() {
  if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget --quiet --output-document="$2" "$1"
  else
    fail "neither curl nor wget is installed"
  fi || fail "$1 can't be downloaded"
}

sha256() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    fail "neither sha256sum nor shasum is installed, so the download can't be checked"
  fi
}

main() {
  releases=${GYMPRESS_RELEASES:-https://github.com/@REPOSITORY@/releases}
  case $releases in
    *@*) fail "this copy doesn't come from a release: say with GYMPRESS_RELEASES where releases are" ;;
  esac
  version=${GYMPRESS_VERSION:-}
  folder=${GYMPRESS_BIN:-${HOME:?}/.local/bin}
  name="gympress-$(target)"
  if [ -n "$version" ]; then
    from="$releases/download/v${version#v}"
  else
    from="$releases/latest/download"
  fi

  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$from/$name.tar.gz" "$scratch/$name.tar.gz"
  download "$from/SHA256SUMS" "$scratch/SHA256SUMS"
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\.tar\.gz\$/\1/p" "$scratch/SHA256SUMS")
  [ -n "$expected" ] || fail "SHA256SUMS of the release doesn't list $name.tar.gz"
  found=$(sha256 "$scratch/$name.tar.gz")
  found=${found%% *}
  [ "$found" = "$expected" ] || fail "$name.tar.gz has the checksum $found and should have $expected; nothing is installed"

  tar -xzf "$scratch/$name.tar.gz" -C "$scratch"
  mkdir -p "$folder"
  # Beside its place first, so that a gympress that runs there is replaced in one step.
  cp "$scratch/$name/gympress" "$folder/.gympress.new"
  chmod 755 "$folder/.gympress.new"
  mv -f "$folder/.gympress.new" "$folder/gympress"
  installed=$("$folder/gympress" --version) || fail "$folder/gympress doesn't run on this machine"
  printf '%s in %s\n' "$installed" "$folder"
  case ":$PATH:" in
    *":$folder:"*) ;;
    *) printf 'To call it by its name, add this line to the settings of your shell, such as ~/.profile:\n  export PATH="%s:%s"\n' "$folder" "\$PATH" ;;
  esac
}

# In a function, so that a download that breaks off runs nothing.
main
