# hosting_helpers.sh: what the scripts of hosting share: the folder to work in is the current one. To be sourced; the caller
# ends with finish.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" hosting
SOURCES=$(cd "$(dirname "$0")/../.." && pwd)
cd "$WORK" || exit 1
# A sanitizer would turn the signal that crashes a match into an exit status.
field() { tr -d '\n' <"$1" | "$JSONPATH" "$2"; }   # FILE PATH: of a report
export ASAN_OPTIONS="handle_segv=0:${ASAN_OPTIONS:-}" UBSAN_OPTIONS="handle_segv=0:${UBSAN_OPTIONS:-}"
