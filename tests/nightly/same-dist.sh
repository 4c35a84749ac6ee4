#!/usr/bin/env bash
# Builds the shipped gym, the example, every starter in every language and every host with two binaries, and compares all
# files and what `check` says, byte for byte: a change that is to keep behaviour keeps these.
#
#   bash tests/nightly/same-dist.sh OLD_BINARY NEW_BINARY [OLD_REPOSITORY]
#
# Contents come from OLD_REPOSITORY for the old binary (without it, both read this one). Ends with 1 if anything differs.
set -euo pipefail
old=$(realpath "$1")
new=$(realpath "$2")
repository=$(realpath "$(dirname "$0")/../..")
old_repository=$(realpath "${3:-$repository}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
now=2026-11-20T12:00:00+03:00
differing=0

# build BINARY PROJECT NAME: the site of a project, and what is said of it, in $work/NAME.
build() {
  mkdir -p "$2/.gympress/cache" "$repository/target/same-dist"
  # Pictures are encoded once for all projects and both binaries.
  [ -e "$2/.gympress/cache/images" ] || ln -s "$repository/target/same-dist" "$2/.gympress/cache/images"
  (cd "$2" && "$1" check --format json --now "$now" >"$work/$3.json" 2>/dev/null) || true
  (cd "$2" && "$1" build --now "$now" --out "$work/$3" >/dev/null 2>"$work/$3.err") || true
}

# compare NAME: what both binaries made of a project.
compare() {
  if diff -rq "$work/old-$1" "$work/new-$1" >"$work/diff" && diff -q "$work/old-$1.json" "$work/new-$1.json" >>"$work/diff"; then
    echo "same    $1: $(find "$work/new-$1" -type f | wc -l) files"
  else
    echo "DIFFERS $1"
    head -20 "$work/diff" | sed "s|$work/||g"
    differing=1
  fi
  rm -rf "$work/old-$1" "$work/new-$1"
}

# project NAME PATH: a project of the repositories.
project() {
  cp -r "$old_repository/$2" "$work/project"
  build "$old" "$work/project" "old-$1"
  rm -rf "$work/project"
  cp -r "$repository/$2" "$work/project"
  build "$new" "$work/project" "new-$1"
  rm -rf "$work/project"
  compare "$1"
}

# starter NAME ARGUMENTS...: what each binary writes with `init`, built by it.
starter() {
  local name=$1
  shift
  for side in old new; do
    "${!side}" init "$work/project" --yes --name "Iron & Oak" --town Springfield "$@" >/dev/null 2>&1
    build "${!side}" "$work/project" "$side-$name"
    rm -rf "$work/project"
  done
  compare "$name"
}

# shipped [HOST]: the shipped gym, which is `content/`; its theme is that of the repository of each binary.
shipped() {
  local name=shipped${1:+-$1} side repository_of
  for side in old new; do
    if [ "$side" = old ]; then repository_of=$old_repository; else repository_of=$repository; fi
    mkdir "$work/project"
    cp -r "$repository_of/content" "$work/project/content"
    [ -z "${1:-}" ] || printf '\n[publish]\nhost = "%s"\n' "$1" >>"$work/project/content/site.toml"
    build "${!side}" "$work/project" "$side-$name"
    rm -rf "$work/project"
  done
  compare "$name"
}

shipped
project ngome examples/ngome
for host in netlify cloudflare render github apache plain; do
  shipped "$host"
done
for language in ar de en es fr pt sw; do
  starter "minimal-$language" --starter minimal --language "$language" --country KE
  starter "complete-$language" --with events --with accounts --language "$language" --country KE
done
exit "$differing"
