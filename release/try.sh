#!/usr/bin/env bash
# Runs a complete binary once, as somebody would who has nothing else: bash release/try.sh BINARY VERSION
set -euo pipefail
binary=$(realpath "$1")
version=$2
fail() {
  printf 'try: %s\n' "$*" >&2
  exit 1
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
# A copy, as the binary also looks for packages above the folder that it is in.
mkdir bin
cp "$binary" bin/
gympress="bin/$(basename "$binary")"

said=$("$gympress" --version)
echo "$said"
[[ $said == "gympress $version ("* ]] || fail "this isn't version $version"
[[ $said == *"with islands inside"* ]] || fail "the islands aren't inside"
licences=$("$gympress" licences)
[[ $licences == *"react-dom "* ]] || fail "the licences aren't inside"
"$gympress" init my-gym --name "Iron House" --town Nairobi --country Kenya --starter complete --yes
"$gympress" check --root my-gym
"$gympress" build --root my-gym --base-url https://gym.example/
[[ -s my-gym/dist/index.html ]] || fail "there is no home page"
