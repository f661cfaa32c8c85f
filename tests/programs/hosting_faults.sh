#!/bin/bash
# hosting_faults.sh: a server whose start fails, whose disk is full and whose ports are crowded says so and goes on. Run by make
# check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

ctl() {   # STATUS COMMAND...: output in out, errors in err
    local wanted=$1
    shift
    expect "$wanted" "$SERVER" ctl --console ./socket "$@"
}
shows() { ctl 0 status && prints "$1"; }   # PATTERN

# --- starts that fail ---------------------------------------------------------------

failed_starts() {   # ARGUMENT... of a start that fails: report and recording stay, nothing else is left
    printf 'earlier\n' >kept.json && printf 'earlier\n' >kept.fsr && ls >before
    timeout $LIMIT "$SERVER" --port 0 --report kept.json --record kept.fsr "$@" >out 2>err </dev/null
    [ $? -ne 0 ] && [ -s err ] && [ "$(cat kept.json)" = earlier ] && [ "$(cat kept.fsr)" = earlier ] && ls >after && cmp before after
}
: >out; : >err; : >before; : >after
start_server first --console ./socket --report first.json; first=$server_pid
failed_starts --port "$port"; verdict "a taken port leaves the report of the run before"
failed_starts --console ./socket && tells "another server answers there"; verdict "a taken console leaves the report"
failed_starts --metrics 192.0.2.1:1; verdict "an address of metrics that is not there leaves the report"
failed_starts --nosuch; verdict "an unknown option leaves the report"
failed_starts --game nosuch; verdict "an unknown game leaves the report"
failed_starts --log-file ./kept.json && tells "^fixstep-server: --report and --log-file name the same file, ./kept.json"; verdict "a log file that is the report"
printf 'ban-file = same.ini\n' >same.ini
expect 2 "$SERVER" --config same.ini && says "same.ini: line 1: --ban-file and --config name the same file\|^fixstep-server: --ban-file and --config name the same file, same.ini"; verdict "a ban file that is the configuration"
printf 'set = goals=5\nset = pucks=1\nset = goals=6\n' >same.ini
expect 2 "$SERVER" --config same.ini && says "same.ini: line 3: set: option 'goals' is set twice" && expect 0 "$SERVER" --set goals=5 --set goals=6 --write-config; verdict "a file that sets an option of the game twice"
rm same.ini
failed_starts --ban-file .; verdict "an unreadable ban file leaves the report"
expect 1 "$SERVER" --port 0 --report none/x.json && tells "cannot write the report none/x.json: No such file"; verdict "a report that cannot be written is told at the start"
told_twice() {   # LINE of the log: in the file, and for whoever started the server
    expect 1 "$SERVER" --log-file told.log "${@:2}" && says "$1" && grep -q "$1" told.log && rm told.log
}
told_twice "error .*address already in use\|error .*in use" --port "$port"; verdict "with a log file the reason of a failed start is on standard error too"
told_twice "error .*another server answers" --port 0 --supervise 2 --console ./socket; verdict "that of a supervisor too"
kill -TERM $first
exits 0 $first first.log && grep -q '"ticks"' first.json; verdict "a good end writes the report"

# --- full disks -------------------------------------------------------------------------

full_recording() {   # the status says it; record on begins another
    ln -s /dev/full full.fsr
    start_server full --console ./socket --record full.fsr || return 1
    within shows "^the recording full.fsr stopped: No space left on device" && ctl 0 --json status && prints '"state":"failed"' || return 1
    ctl 1 record on && says "No space left" && shows "^the recording full.fsr stopped" || return 1
    ctl 0 record off && prints "^the recording full.fsr had stopped before" && rm full.fsr && ctl 0 record on && prints "^recording to full.fsr" && shows "^recording to full.fsr, [1-9][0-9]* bytes" || return 1
    ctl 0 record off && ctl 1 record off && says "^nothing is recorded" && ctl 0 --json status && prints '"state":"off"' || return 1
    kill -TERM $server_pid
    exits 1 $server_pid full.log && [ "$(grep -c "the recording full.fsr stopped" full.log)" -eq 2 ]
}
if [ -w /dev/full ]; then full_recording; verdict "a recording that a full disk has stopped is shown, and begun anew"; fi
held_bans() {   # the file cannot be written; the list of the memory is told as such
    start_server held --console ./socket --ban-file none/bans || return 1
    ctl 1 ban 192.0.2.7 spam && says "192.0.2.7 is banned in memory only, until .* cannot write none/bans: No such file" || return 1
    ctl 0 bans && prints "^192.0.2.7 spam" && ctl 1 unban 192.0.2.7 && says "192.0.2.7 is no longer banned in memory only" || return 1
    mkdir none && printf '# ours\n10.0.0.0/33 typo\n\n' >none/bans && ctl 0 ban 192.0.2.8/24 && prints "^192.0.2.0/24 is banned" || return 1
    printf '# ours\n10.0.0.0/33 typo\n\n192.0.2.0/24\n' | cmp - none/bans || return 1
    ctl 0 unban 192.0.2.0/24 && printf '# ours\n10.0.0.0/33 typo\n\n' | cmp - none/bans || return 1
    ctl 1 ban 10.0.0.0/0 && says "every address there is" && ctl 0 bans && [ ! -s out ] || return 1
    kill -TERM $server_pid
    exits 0 $server_pid held.log
}
held_bans; verdict "bans keep every other line of their file, and say when they are held in memory"

reloaded_bans() {   # they remove who is there
    printf '[server]\nban-file = by.bans\n' >by.ini && : >by.bans
    start_server by --config by.ini || return 1
    start_client ann --bot chase
    await by.log "'ann' joined" && echo "127.0.0.1 no more" >by.bans && kill -HUP $server_pid || return 1
    exits 1 $client_pid ann.log && grep -q "no more" ann.log && kill -TERM $server_pid && exits 0 $server_pid by.log
}
reloaded_bans; verdict "a reload removes who is banned since"

# --- what is shown ------------------------------------------------------------------------

said_right() {   # nobody has won before the round is over, nor when the operator has ended it
    start_server words --report words.json --console ./socket --round "airhockey goals=20 pucks=3" --bots 2 --ticks 100000 --record words.fsr || return 1
    ctl 0 status && ! prints "won\|leads\|scores" || return 1
    start_client ann --bot chase
    await words.log "the match starts" && within shows "^ann leads: \|^chase+[0-9] leads: \| lead: " && ! prints "won" || return 1
    ctl 0 next && await words.log "is over after [0-9]* ticks: .*\(scores\|leads\|lead\): " && kill -INT $client_pid && wait $client_pid
    kill -TERM $server_pid
    exits 0 $server_pid words.log && ! grep -q '"winner": true' words.json && ! grep -q " won: " words.log || return 1
    ! grep -q "root" words.log && grep -q "state hash [0-9a-f]\{16\}" words.log || return 1
    expect 0 "$REPLAY" info words.fsr && ! grep "^standings.*slot [0-9]" out && ! grep "^players\|^standings" out | grep -q " -\( \|$\)" || return 1
    expect 0 "$REPLAY" info --json words.fsr && prints '"finished": *false' && ! prints '"winner": *true' || return 1
    expect 0 "$REPLAY" dump --json words.fsr && [ "$("$JSONPATH" state_hash <out)" = "$("$JSONPATH" root <out)" ]
}
said_right; verdict "status, log and info use the words of a round that goes on or is over"
one_match() {   # a supervisor with fewer matches after a reload
    printf '[server]\nsupervise = 2\nport = 0\nconsole = ./socket\nban-file = super.bans\n' >super.ini
    : >super.log
    "$SERVER" --config super.ini 2>super.log </dev/null &
    server_pid=$!
    await super.log "match 2 is ready" && await super.log "match 1 is ready" && sed -i 's/supervise = 2/supervise = 1/' super.ini || return 1
    ctl 0 reload && prints "by 1 match$" && await super.log "match 2 is over: exit status 0" && await super.log "\[1\] the configuration is read again" || return 1
    ctl 0 status && prints "^1 match, up" && ! grep -q "stays as it was\|1 matches" super.log || return 1
    echo nonsense >super.bans && ctl 1 reload && says "stays as it was: super.bans: line 1: 'nonsense'" || return 1
    kill -TERM $server_pid
    exits 0 $server_pid super.log
}
one_match; verdict "a reload to fewer matches tells no error, a refused one tells its reason"

# --- readers that stand still --------------------------------------------------------------

fill() { timeout 1 cat /dev/zero >&9; [ $? -eq 124 ]; }   # the pipe of descriptor 9
silent_log() {   # a full pipe takes no line of the log: the match goes on, and tells how many are missing once there is room
    local line=''
    mkfifo log.pipe && exec 9<>log.pipe || return 1
    "$SERVER" --port 0 --console ./socket 2>log.pipe </dev/null &
    server_pid=$!
    until [ "${line/listening on port/}" != "$line" ]; do read -r -t $LIMIT -u 9 line || return 1; done
    port=${line##* } && fill && start_client ann --bot chase && within shows "1 of [0-9]* players" || return 1
    for _ in 1 2 3 4 5; do ctl 0 say hello || return 1; done
    within shows "tick [1-9][0-9][0-9]" && { timeout 1 cat <&9 >drained; ctl 0 say again; } || return 1
    # A line that comes by itself, every ten seconds, may be the first.
    grep -qa "lines are missing here" drained || { read -r -t $LIMIT -u 9 line && [ "${line/lines are missing here/}" != "$line" ]; } || { echo "# $line"; return 1; }
    kill -TERM $server_pid $client_pid
    wait $server_pid $client_pid
    exec 9>&-
}
silent_log; verdict "a log that nobody reads does not stop the match"
silent_recording() {   # a recording that cannot be finished is given up; the pipe takes the place of the file while the server runs
    start_server still --console ./socket --record still.fsr --round "airhockey ticks=600" --round "airhockey ticks=9000" --round-pause 0 || return 1
    start_client ann --bot chase && within shows "round 0 .* tick [1-9]" && ctl 0 record off && rm still.fsr && mkfifo still.fsr && exec 9<>still.fsr && fill && ctl 0 record on || return 1
    await still.log "round 0 (airhockey) is over" && within shows "round 1 .* tick [1-9]" || return 1
    await still.log "the recording still.fsr stopped: the disk is too slow" && ! grep -q "connection lost" still.log ann.log || return 1
    kill -TERM $server_pid
    wait $server_pid $client_pid
    exec 9>&-
}
silent_recording; verdict "a recording that nobody reads is given up at the end of a round"
closed_output() {   # the log does not get into a file that was opened for something else
    "$SERVER" --port 0 --console ./socket --record closed.fsr --report closed.json <&- >&- 2>&- &
    server_pid=$!
    within shows "up [0-9]" && kill -TERM $server_pid && wait $server_pid && [ -s closed.json ] && ! grep -q "listening" closed.json closed.fsr* 2>/dev/null
}
closed_output; verdict "a server without standard output and error writes no log into its files"
lonely_pipes() {   # a named pipe without its other end is told
    mkfifo lonely
    local option
    for option in --ban-file --config --password-file --tickets --report --log-file --record; do
        timeout 10 "$SERVER" --port 0 --console ./socket $option lonely >out 2>err </dev/null
        case $? in 1 | 2) ;; *) echo "# $option"; return 1 ;; esac
        grep -q "lonely.*: No data available\|lonely.*: No such device or address" err || { echo "# $option"; show err; return 1; }
    done
}
lonely_pipes; verdict "a named pipe without its other end is told at once"

# --- crowds -----------------------------------------------------------------------------------

crowded() {   # 400 connections that ask nothing: a probe is answered all the same
    start_server crowd --metrics 0 || return 1
    await crowd.log "metrics on port" || return 1
    timeout $LIMIT python3 - "$(sed -n 's/.*metrics on port \([0-9]*\).*/\1/p' crowd.log)" <<'END' || return 1
import socket, sys
def connect(): return socket.create_connection(("127.0.0.1", int(sys.argv[1])), 8)   # s; a connection is given up after 10 s
idle = [connect() for i in range(400)]
for s in idle[::3]: s.send(b"GET /heal")
for i in range(20):
    with connect() as s:
        s.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        text = b"".join(iter(lambda: s.recv(4096), b""))
        assert text.startswith(b"HTTP/1") and b" 200 " in text and text.endswith(b"ok\n"), text
END
    kill -TERM $server_pid
    exits 0 $server_pid crowd.log
}
timeout 1 "$SERVER" --port 0 --metrics 0 2>err
if command -v python3 >/dev/null && ! grep -q "this build has no HTTP server" err; then crowded; verdict "idle connections do not keep a probe out"; fi

finish
