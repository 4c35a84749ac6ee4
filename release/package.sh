#!/usr/bin/env bash
# Packs a complete binary with what goes with it: bash release/package.sh BINARY TARGET FOLDER
# The name of the archive has no version, so that the latest release has an address that stays.
set -euo pipefail
binary=$(realpath "$1")
target=$2
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$3"
out=$(cd "$3" && pwd)
licences=${GYMPRESS_LICENCES:-$root/target/bundles/LICENCES.txt}

# Otherwise tar on macOS adds a file of attributes for each.
export COPYFILE_DISABLE=1

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
name="gympress-$target"
mkdir "$scratch/$name"
cp "$binary" "$licences" "$root/LICENSE" "$root/README.md" "$root/CHANGELOG.md" "$scratch/$name/"
cd "$scratch"
case $target in
  *windows*) 7z a -bso0 "$out/$name.zip" "$name" ;;
  *) tar -czf "$out/$name.tar.gz" "$name" ;;
esac
