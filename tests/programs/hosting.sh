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

# --- rounds ------------------------------------------------------------------------

rounds_follow() {
    local f
    start_server rounds --round "airhockey ticks=60" --round "tank players=3 ticks=50" --round-pause 0 --rounds 3 \
        --bots 3 --record r.fsr --report r.json --motd "be kind" || return 1
    start_client ann --bot chase --record c.fsr
    exits 0 $server_pid rounds.log && exits 0 $client_pid ann.log || return 1
    [ "$(grep -c '"game": "airhockey"' r.json)" -ge 2 ] && [ "$(grep -c 'is over after' rounds.log)" -eq 3 ] \
        && [ "$(grep -c "'ann' joined" rounds.log)" -eq 3 ] && [ "$(grep -c 'server: be kind' ann.log)" -eq 1 ] \
        && [ "$(grep -c 'next: ' ann.log)" -eq 2 ] || { show rounds.log ann.log; return 1; }
    for f in r.fsr r.fsr.1 r.fsr.2 c.fsr c.fsr.1 c.fsr.2; do expect 0 "$REPLAY" verify $f || return 1; done
    expect 0 "$REPLAY" info r.fsr.2 && grep -q '^game  *tank' out && grep -q '^standings .*ann 0 gunner+2 0 gunner+3 0' out
}
rounds_follow; verdict "rounds follow each other with the players kept, each with its recording"
expect 0 "$REPLAY" info --json r.fsr && grep -q '"standings": *{"finished"' out && grep -q '"slot": *0, *"name": *"ann", *"score"' out
verdict "info names the scores as JSON"
game_ends_a_round() {   # one goal of two bots ends it; the person waits far from the puck
    start_server goals --round "airhockey goals=1 pucks=6 speed=120" --rounds 1 --bots 4 --report goals.json --seed 4 || return 1
    start_client ann --bot chase
    exits 0 $server_pid goals.log && exits 0 $client_pid ann.log && grep -q "is over after [0-9]* ticks: .* won: " goals.log \
        && grep -q '"finished": true' goals.json && ! grep -q "nobody won" goals.log || { show goals.log; return 1; }
}
game_ends_a_round; verdict "the rules of a game end a round"
expect 2 "$SERVER" --round "nosuch a=1" && says "round 'nosuch a=1': .*nosuch"; verdict "a round of an unknown game"
expect 2 "$SERVER" --round "airhockey pucks=99" && says "pucks"; verdict "a round with a value out of range"
expect 2 "$SERVER" --round "airhockey ticks=0" && says "'ticks=0' is out of range"; verdict "a round without ticks"
expect 2 "$SERVER" --round airhockey --game tank && says "contradict"; verdict "a rotation and a game"
printf '[rotation]\nround = airhockey\nround = tank ticks=5 nosuch=1\n' >bad.ini
expect 2 "$SERVER" --config bad.ini && says "nosuch"; verdict "a round of the file with an unknown option"

# --- who may be there ------------------------------------------------------------------

empty_pauses() {   # a match without players closes no tick and writes nothing
    local before after
    start_server empty --when-empty pause --record empty.fsr --report empty.json || return 1
    start_client ann --bot chase
    await empty.log "the match starts" && sleep 0.5 && kill -INT $client_pid && exits 0 $client_pid ann.log || return 1
    await empty.log "'ann' left" && sleep 0.7
    before=$(stat -c %s empty.fsr)
    sleep 1
    after=$(stat -c %s empty.fsr)
    kill -TERM $server_pid
    exits 0 $server_pid empty.log && [ "$before" = "$after" ] && expect 0 "$REPLAY" verify empty.fsr || return 1
    [ "$(sed -n 's/^  "ticks": \([0-9]*\),/\1/p' empty.json)" -lt 80 ]
}
empty_pauses; verdict "a match without players pauses"
deserted() {
    start_server deserted --when-empty end || return 1
    start_client ann --bot chase
    await deserted.log "the match starts" && sleep 0.3 && kill -INT $client_pid && exits 0 $client_pid ann.log \
        && exits 0 $server_pid deserted.log
}
deserted; verdict "a match ends when its last player leaves"
idle_is_removed() {
    start_server idle --idle-limit 1 --players 2 --ticks 400 || return 1
    start_client lazy --bot idle
    local lazy=$client_pid
    start_client busy --bot chase
    exits 1 $lazy lazy.log && grep -q "no input changed for 1 s" lazy.log && ! grep -q "'busy' left" idle.log || return 1
    kill -TERM $server_pid
    exits 0 $server_pid idle.log && exits 0 $client_pid busy.log
}
idle_is_removed; verdict "an idle player is removed, a busy one stays"
banned() {
    printf '# ours\n127.0.0.0/8 no loopback\n' >bans
    start_server banned --ban-file bans || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "this address is banned: no loopback" err || return 1
    kill -TERM $server_pid
    exits 0 $server_pid banned.log
}
banned; verdict "a banned address is refused with the reason"
printf '192.0.2.1\n300.1.1.1 x\n' >bans
expect 1 "$SERVER" --port 0 --ban-file bans && grep -q "bans: line 2: '300.1.1.1 x' is no address" err; verdict "a bad line of the ban file"
crowded() {
    start_server crowded --max-per-address 1 --wait-players 2 || return 1
    start_client ann --bot chase
    await crowded.log "'ann' joined" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "1 connections already" err || return 1
    kill -TERM $server_pid
    exits 0 $server_pid crowded.log && wait $client_pid
}
crowded; verdict "an address has a maximum of connections"
drained() {   # the running match ends, new players are refused
    start_server drained --ticks 150 --drain-timeout 20 --report drained.json || return 1
    start_client ann --bot chase
    await drained.log "the match starts" && kill -TERM $server_pid && sleep 0.2 || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "shutting down" err || return 1
    exits 0 $server_pid drained.log && exits 0 $client_pid ann.log && grep -q '"ticks": 150' drained.json
}
drained; verdict "SIGTERM lets the match end within the drain time"

# --- the console ----------------------------------------------------------------------

ctl() {   # STATUS COMMAND...: output in out, errors in err
    local wanted=$1
    shift
    expect "$wanted" "$SERVER" ctl --console ./socket "$@"
}
console_commands() {
    start_server console --config live.ini --console ./socket --ban-file console.bans --record k.fsr --report k.json || return 1
    [ "$(stat -c %a socket)" = 600 ] || return 1
    start_client ann --bot chase
    local ann=$client_pid
    await console.log "the match starts" || return 1
    ctl 0 status && grep -q '^running, round 0 (airhockey), tick [0-9]*, 1 of 4 players' out || return 1
    ctl 0 --json status && grep -q '"players":1' out || return 1
    ctl 0 players && grep -q '^0 *ann *127.0.0.1:' out && grep -q 'chase+2 *(bot)' out || return 1
    ctl 0 say "hello 100% %n" && await ann.log "server: hello 100% %n" || return 1
    ctl 0 set bots 4 && sleep 0.3 && ctl 0 players && grep -q 'chase+4 *(bot)' out || return 1
    ctl 1 set bots 65 && ctl 1 set bots x && ctl 1 set nosuch 1 && ctl 1 kick && ctl 1 kick nobody && ctl 1 record || return 1
    ctl 1 unban 192.0.2.1 && ctl 1 ban 300.1.1.1 && ctl 1 nosuch && ctl 0 help kick && grep -q '^kick *NAME' out || return 1
    ctl 0 ban 192.0.2.0/24 spam && grep -q '^192.0.2.0/24 spam' console.bans && ctl 0 bans && grep -q '^192.0.2.0/24 spam' out || return 1
    ctl 0 unban 192.0.2.0/24 && ! grep -q spam console.bans || return 1
    ctl 0 record off && ctl 0 record on && ctl 1 record on || return 1
    ctl 0 next && await console.log "round 1: tank" && await ann.log "next: tank" || return 1
    await console.log "'ann' joined" 2 || return 1
    ctl 0 kick ann too loud && exits 1 $ann ann.log && grep -q "too loud" ann.log
}
console_paused() {   # the tick stands still
    local before
    start_client bob --bot random
    await console.log "'bob' joined" && sleep 0.5 && ctl 0 pause && sleep 0.3 && ctl 0 status && grep -q '^paused' out || return 1
    before=$(sed -n 's/.*tick \([0-9]*\).*/\1/p' out)
    sleep 0.5
    ctl 0 status && grep -q "tick $before," out && ctl 0 resume && sleep 0.3 && ctl 0 status && ! grep -q "tick $before," out
}
hostile_lines() {   # nothing of this harms the match
    local before
    before=$(ctl 0 --json status >/dev/null; sed -n 's/.*"tick":\([0-9]*\).*/\1/p' out)
    timeout 5 python3 - <<'END' || return 1
import socket, os, json
def talk(data, limit=4096):
    s = socket.socket(socket.AF_UNIX); s.settimeout(3); s.connect("./socket")
    try:
        s.sendall(data); s.shutdown(socket.SHUT_WR)
        got = b""
        while True:
            part = s.recv(65536)
            if not part: break
            got += part
    except (BrokenPipeError, ConnectionResetError): got = b""
    s.close()
    return got
assert json.loads(talk(b"nonsense\n"))["ok"] is False
assert json.loads(talk(b'{"command": 5}\n'))["ok"] is False
assert json.loads(talk(b'[]\n'))["ok"] is False
assert json.loads(talk(b'{"command": "' + b"k" * 900 + b'"}\n'))["ok"] is False
assert talk(b"x" * 100000) == b""
assert json.loads(talk(b'{"command": "say \\u0007\\u001b[2J"}\n'))["ok"] is True
assert len(talk(b'{"command": "bans"}\n' * 50).splitlines()) == 50
for i in range(200): talk(os.urandom(300) + b"\n")
idle = [socket.socket(socket.AF_UNIX) for i in range(30)]
for s in idle: s.connect("./socket")
END
    sleep 0.3
    ctl 0 --json status && [ "$(sed -n 's/.*"tick":\([0-9]*\).*/\1/p' out)" -gt "$before" ]
}
reloaded() {
    printf '[server]\nbots = 2\nmotd = new words\nban-file = console.bans\n[rotation]\nround = pool\nround-pause = 0\n' >live.ini
    kill -HUP $server_pid
    await console.log "the configuration is read again" && sleep 0.3 || return 1
    ctl 0 next && await console.log "round 2: pool" || return 1
    echo 'bots = many' >live.ini
    ctl 0 reload && await console.log "stays as it was: live.ini: line 1: bots: 'many'" || return 1
}
printf '[server]\nbots = 3\n[rotation]\nround = airhockey\nround = tank\nround-pause = 0\n' >live.ini
console_commands; verdict "the console's commands"
expect 1 "$SERVER" --port 0 --console ./socket && says "another server answers there"; verdict "two servers and one socket"
expect 1 "$SERVER" --port 0 --console live.ini && says "is no socket"; verdict "a console where a file is"
console_paused; verdict "the console pauses and resumes"
if command -v python3 >/dev/null; then hostile_lines; verdict "hostile lines do not harm the match"; fi
reloaded; verdict "SIGHUP and reload read the configuration again; a bad one changes nothing"
console_ends() {
    ctl 0 quit && exits 0 $server_pid console.log && exits 0 $client_pid bob.log && [ ! -e socket ] || return 1
    expect 0 "$REPLAY" verify k.fsr* && ctl 1 status && grep -q "no server answers at ./socket" err
}
console_ends; verdict "quit ends the server and removes its socket"
stale() {   # a socket that a killed server has left is replaced
    "$SERVER" --port 0 --console ./stale 2>stale.log </dev/null &
    server_pid=$!
    await stale.log "listening" && kill -KILL $server_pid
    wait $server_pid 2>/dev/null
    [ -S stale ] && start_server fresh --console ./stale && expect 0 "$SERVER" ctl --console ./stale quit \
        && exits 0 $server_pid fresh.log
}
stale; verdict "the socket of a killed server is replaced"
expect 2 "$SERVER" ctl && says "a command is missing"; verdict "ctl without a command"

echo "TOTAL $passed $failed"
[ "$failed" -eq 0 ]
