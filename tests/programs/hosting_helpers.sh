# hosting_helpers.sh: what hosting.sh and operator.sh share: a folder to work in, and functions that start servers and
# clients and compare what they print. To be sourced; the caller's last line is "TOTAL passed failed".
set -u
SOURCES=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=$(cd "${BUILD:-.}" && pwd)
SERVER=$BUILD/fixstep-server
CLIENT=$BUILD/fixstep-client
REPLAY=$BUILD/fixstep-replay
WORK=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-hosting.XXXXXX") || exit 1
LIMIT=30
BESIDE="timeout --foreground $LIMIT"
passed=0
failed=0
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$WORK"' EXIT
cd "$WORK" || exit 1

# --- helpers ------------------------------------------------------------------

verdict() {   # NAME: of the last command
    if [ $? -eq 0 ]; then
        echo "ok - $1"
        passed=$((passed + 1))
    else
        echo "not ok - $1"
        failed=$((failed + 1))
    fi
}

show() {   # FILE...: for whoever reads the failure
    local f
    for f in "$@"; do echo "# $f"; sed 's/^/#   /' "$f"; done
}

expect() {   # STATUS COMMAND...: output in out, errors in err
    local wanted=$1 got
    shift
    timeout $LIMIT "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$wanted" ] && return 0
    echo "# exit status $got, not $wanted: $*"
    show out err
    return 1
}

says() {   # PATTERN: the error is one line and matches
    [ "$(wc -l <err)" -eq 1 ] && grep -q -- "$1" err && return 0
    echo "# expected one line with: $1"
    show err
    return 1
}

await() {   # FILE PATTERN [TIMES]: until the pattern has been seen so often
    local i
    for i in $(seq 200); do
        [ "$(grep -c -- "$2" "$1")" -ge "${3:-1}" ] && return 0
        sleep 0.05
    done
    echo "# never there: $2"
    show "$1"
    return 1
}

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
