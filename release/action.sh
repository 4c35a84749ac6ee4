#!/usr/bin/env bash
# The steps of action.yml: bash release/action.sh install|check|build
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# The released binary, checked by its checksum, into a folder of this job. Without a version that of the tag by which the
# action is used, or the newest.
install() {
  local folder=$RUNNER_TEMP/gympress
  local version=${INPUT_VERSION:-}
  if [ -z "$version" ] && [[ ${ACTION_REF:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
    version=$ACTION_REF
  fi
  local repository=${ACTION_REPOSITORY:-$GITHUB_REPOSITORY}
  GYMPRESS_RELEASES=${INPUT_RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/$repository/releases} \
    GYMPRESS_VERSION=$version GYMPRESS_BIN=$folder PATH="$folder:$PATH" sh "$here/install.sh"
  echo "$folder" >> "$GITHUB_PATH"
}

# With annotations, which are shown in the pull request.
check() {
  local options=()
  [ "${INPUT_DENY_WARNINGS:-false}" != true ] || options+=(--deny-warnings)
  gympress check --root "${INPUT_ROOT:-.}" --format github ${options[@]+"${options[@]}"}
}

build() {
  local root=${INPUT_ROOT:-.}
  local out=${INPUT_OUT:-${root%/}/dist}
  local options=()
  # Pages names its address without the slash at the end.
  [ -z "${INPUT_BASE_URL:-}" ] || options+=(--base-url "${INPUT_BASE_URL%/}/")
  # Calendars tell their subscribers of a change by the time of the last commit.
  local changed
  if changed=$(git -C "$root" log -1 --format=%ct 2>/dev/null); then export SOURCE_DATE_EPOCH=$changed; fi
  gympress build --root "$root" --out "$out" ${options[@]+"${options[@]}"}
  echo "folder=$out" >> "$GITHUB_OUTPUT"
}

case ${1:-} in
  install | check | build) "$1" ;;
  *)
    echo "action.sh: install, check or build" >&2
    exit 2
    ;;
esac
