#!/bin/bash
# hosting.sh: a server as an operator runs it: configuration file, rotation, console, metrics, signals. Run by make check
# in the build directory; the last line is "TOTAL passed failed".
set -u
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

# --- configuration file ---------------------------------------------------------

printf 'game = pool\nseed = 0x7\nplayers = 2\nset = power=60\n' >good.ini
every_key_is_an_option() {   # the printed file is accepted, and has all options that are keys
    local option
    expect 0 "$SERVER" --write-config && cp out all.ini && expect 0 "$SERVER" --config all.ini --write-config || return 1
    "$SERVER" --help | sed -n 's/^ .*--\([a-z-]*\).*/\1/p' >options
    for option in $(cat options); do
        case $option in config | write-config | list-games | help | version) continue ;; esac
        grep -q "^#$option = " all.ini || { echo "# no key $option"; return 1; }
    done
    sed -i '/^\[/!s/^#\([a-z]\)/\1/' all.ini
    grep -q '^port = 27960' all.ini
}
every_key_is_an_option; verdict "--write-config prints every option as a key"
expect 2 "$SERVER" --config none.ini && says "cannot read none.ini: No such file"; verdict "a configuration file that is not there"
printf '# a\nport = many\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 2: port: 'many' is not a number from 0 to 65535"
verdict "a bad value names file and line"
printf 'nosuch = 1\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "bad.ini: line 1: unknown key 'nosuch'"; verdict "an unknown key names file and line"
printf '[server]\ngame = nosuchgame\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "nosuchgame"; verdict "a game of the file that does not exist"
expect 0 "$SERVER" --config good.ini --players 3 --set power=50 --write-config && grep -q '^players = 3$' out && grep -q '^seed = 7$' out \
    && grep -q '^set = power=50$' out && ! grep -q 'power=60' out && grep -q '^#tick-rate = ' out
verdict "the command line wins over the file"
file_hosts_a_match() {
    start_server file --config good.ini --ticks 30 --wait-players 1 --report file.json || return 1
    start_client ann --bot random
    exits 0 $server_pid file.log && exits 0 $client_pid ann.log && grep -q '"game": "pool"' file.json \
        && grep -q '"seed": "7"' file.json && grep -q '"players": 2' file.json
}
file_hosts_a_match; verdict "a match is hosted from a file"

echo "TOTAL $passed $failed"
[ "$failed" -eq 0 ]
