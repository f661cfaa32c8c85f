# program_helpers.sh: what the scripts that run the programs share: a folder to work in, verdicts and time limits. To be
# sourced with a name for the folder, from the build folder or with BUILD set; the caller ends with finish.
# shellcheck source=tests/support/verdicts.sh
. "$(dirname "${BASH_SOURCE[0]}")/verdicts.sh"
set -u
BUILD=$(cd "${BUILD:-.}" && pwd)
# Where libtool has left wrappers, which start a dozen processes before a program, the programs lie beside them.
PROGRAMS=$BUILD
if [ -x "$BUILD/.libs/fixstep-server" ]; then
    PROGRAMS=$BUILD/.libs
    export LD_LIBRARY_PATH=$BUILD/lib/.libs
fi
SERVER=$PROGRAMS/fixstep-server
CLIENT=$PROGRAMS/fixstep-client
REPLAY=${REPLAY:-$PROGRAMS/fixstep-replay}
JSONPATH=$BUILD/tests/programs/jsonpath
TOY=$BUILD/tests/programs/.libs/toymodule.so
WORK=$(mktemp -d "${TMPDIR:-/tmp}/fixstep-${1:?the name of the folder}.XXXXXX") || exit 1
# Keys of servers, those that clients remember, and those of players.
export XDG_STATE_HOME=$WORK/state XDG_DATA_HOME=$WORK/data XDG_CONFIG_HOME=$WORK/config
# Seconds for one program, and for what is awaited. A busy machine needs them; an idle one never waits so long.
LIMIT=${LIMIT:-120}
# Of what runs beside a test. In the background timeout passes a signal on to its whole group, and a second time: one that
# comes while a program ends can stop the leak check of a sanitizer for good.
BESIDE="timeout --foreground -k 30 $LIMIT"
# A player who leaves after so many seconds; one who does not is ended.
INTERRUPT="timeout --foreground -s INT -k 30"
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$WORK"' EXIT

show() {   # FILE...: for whoever reads the failure
    local f
    for f in "$@"; do [ ! -e "$f" ] || { echo "# $f"; sed 's/^/#   /' "$f"; }; done
}

verdict() { report "$1" $? "$WORK/out" "$WORK/err"; }   # NAME: of the last command

# Runs a command with a time limit; its exit status must be the first argument. Its output is in $WORK/out and $WORK/err.
expect() {
    local wanted=$1 got
    shift
    timeout -k 10 $LIMIT "$@" >"$WORK/out" 2>"$WORK/err" </dev/null
    got=$?
    [ "$got" -eq "$wanted" ] && return 0
    echo "# exit status $got, not $wanted: $*"
    return 1
}

# What the last expect() printed and told.
prints() { grep -q -- "$1" "$WORK/out"; }
tells() { grep -q -- "$1" "$WORK/err"; }
once() { [ "$(grep -c -- "$1" "$WORK/err")" -eq 1 ]; }
says() {   # PATTERN: the error is one line and matches
    [ "$(wc -l <"$WORK/err")" -eq 1 ] && tells "$1" && return 0
    echo "# expected one line with: $1"
    return 1
}

exec {quiet}<> <(:)
nap() { read -rt "$1" <&"$quiet" || :; }   # SECONDS, without a process

await() {   # FILE PATTERN [TIMES]: until the pattern has been seen so often; looked for when the file is another
    local until=$((SECONDS + LIMIT)) lines text seen=
    while [ $SECONDS -le $until ]; do
        { mapfile -t lines <"$1"; } 2>/dev/null
        printf -v text '%s\n' "${lines[@]}"
        if [ "$text" != "$seen" ]; then
            seen=$text
            [ "$(grep -c -- "$2" <<<"$text")" -ge "${3:-1}" ] && return 0
        fi
        nap 0.05
    done
    echo "# never there: $2"
    show "$1"
    return 1
}

within() {   # COMMAND...: until it succeeds
    local until=$((SECONDS + LIMIT))
    while [ $SECONDS -le $until ]; do
        "$@" && return 0
        nap 0.1
    done
    echo "# never so: $*"
    return 1
}

# --- a match ------------------------------------------------------------------

start_server() {   # NAME ARGUMENT...: on a free port; sets server_pid and port; leaves NAME.log and NAME.out in $WORK
    local name=$1
    shift
    : >"$WORK/$name.log"
    $BESIDE "$SERVER" --port 0 "$@" 2>"$WORK/$name.log" >"$WORK/$name.out" </dev/null &
    server_pid=$!
    await "$WORK/$name.log" "listening on port" || return 1
    port=$(sed -n 's/.*listening on port \([0-9]*\).*/\1/p' "$WORK/$name.log" | head -n 1)
}

start_client() {   # NAME ARGUMENT...: a player of that server without a view; sets client_pid; leaves NAME.log in $WORK
    local name=$1
    shift
    $BESIDE "$CLIENT" "127.0.0.1:$port" --name "$name" --view none "$@" 2>"$WORK/$name.log" </dev/null &
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
