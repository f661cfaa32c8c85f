# hosting_helpers.sh: what hosting.sh and operator.sh share: a folder to work in, and functions that start servers and
# clients and compare what they print. To be sourced; the caller ends with finish.
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" hosting
SOURCES=$(cd "$(dirname "$0")/../.." && pwd)
cd "$WORK" || exit 1
# A sanitizer would turn the signal that crashes a match into an exit status.
export ASAN_OPTIONS="handle_segv=0:${ASAN_OPTIONS:-}" UBSAN_OPTIONS="handle_segv=0:${UBSAN_OPTIONS:-}"

# --- helpers ------------------------------------------------------------------

start_server() {   # NAME ARGUMENT...: on a free port; sets server_pid and port; the log is NAME.log
    local name=$1
    shift
    : >"$name.log"
    $BESIDE "$SERVER" --port 0 "$@" 2>"$name.log" </dev/null &
    server_pid=$!
    await "$name.log" "listening on port" || return 1
    port=$(sed -n 's/.*listening on port \([0-9]*\).*/\1/p' "$name.log" | head -n 1)
}

start_client() {   # NAME ARGUMENT...: sets client_pid; the log is NAME.log
    local name=$1
    shift
    $BESIDE "$CLIENT" "127.0.0.1:$port" --name "$name" --view none "$@" 2>"$name.log" </dev/null &
    client_pid=$!
}

exits() {   # STATUS PID LOG
    local got
    wait "$2"
    got=$?
    [ "$got" -eq "$1" ] && return 0
    echo "# exit status $got, not $1"
    show "$3"
    return 1
}
