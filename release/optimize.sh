#!/usr/bin/env bash
# Makes a complete binary by profile-guided optimisation: bash release/optimize.sh [ARGUMENTS OF cargo build]
# The program is compiled twice: with counters, to build the sites of release/train.sh, and by these counts, which tell the
# compiler what is at work most. docs/performance.md says what that gains and takes.
#
# It needs `rustup component add llvm-tools`, or else an llvm-profdata of the LLVM that `rustc -vV` names: the one that
# LLVM_PROFDATA names, or one in the PATH.
set -euo pipefail
cd "$(dirname "$0")/.."
# On Windows, rustc knows no paths as Git's shell writes them.
root=$(pwd -W 2>/dev/null || pwd)
profiles=$root/target/profiles

fail() {
  printf 'optimize: %s\n' "$*" >&2
  exit 1
}

host=$(rustc -vV | sed -n 's/^host: //p')
version=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')

# profdata: the program that joins counts, which must be of the compiler's LLVM.
profdata() {
  local own found
  own=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata
  for found in "$own" "$own.exe" "${LLVM_PROFDATA:-}" "llvm-profdata-$version" llvm-profdata; do
    if [ -n "$found" ] && "$found" --version 2>/dev/null | grep -q "LLVM version $version\."; then
      echo "$found"
      return
    fi
  done
  fail "no llvm-profdata of LLVM $version is here: run rustup component add llvm-tools"
}
profdata=$(profdata)

# A target is always named, so that scripts and macros that run while compiling count nothing.
target=$host
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --target) target=$2; shift ;;
    --target=*) target=${1#*=} ;;
    *) arguments+=("$1") ;;
  esac
  shift
done

# compile FLAG [ARGUMENTS]: a complete binary, compiled with this flag.
compile() {
  local flag=$1
  shift
  cargo run --locked --example complete -- ${arguments[@]+"${arguments[@]}"} --target "$target" \
    --config "target.$target.rustflags=[\"$flag\"]" "$@"
}

rm -rf "$profiles"
mkdir -p "$profiles"
compile "-Cprofile-generate=$profiles" --target-dir target/counting
LLVM_PROFILE_FILE="$profiles/%m-%p.profraw" bash release/train.sh "target/counting/$target/release/gympress"
"$profdata" merge -o "$profiles/gympress.profdata" "$profiles"/*.profraw
compile "-Cprofile-use=$profiles/gympress.profdata"
echo "target/$target/release/gympress is optimised by what it did"
