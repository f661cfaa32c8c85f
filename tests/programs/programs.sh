#!/bin/bash
# programs.sh: the real server and clients over loopback UDP, and their command
# lines. Run by make check in the build directory. Every process is bounded in
# time; the last line is "TOTAL passed failed".
# shellcheck source=tests/support/program_helpers.sh
. "$(dirname "$0")/../support/program_helpers.sh" programs
server_pid=
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$WORK"' EXIT

# --- helpers ------------------------------------------------------------------

field() {   # FILE KEY: a top-level value of a report
    sed -n 's/^  "'"$2"'": "\{0,1\}\([^",]*\)"\{0,1\},\{0,1\}$/\1/p' "$1"
}

# A server and a client that leave reports: NAME.json.
start_host() {
    local name=$1
    shift
    start_server "$name" --report "$WORK/$name.json" --desync-dir "$WORK" "$@"
}
start_player() {
    local name=$1
    shift
    start_client "$name" --report "$WORK/$name.json" "$@"
}

same() {   # WANTED GOT WHAT
    [ "$1" = "$2" ] && return 0
    echo "# $3: '$2', not '$1'"
    return 1
}

verifies() {   # FILE...
    [ -x "$REPLAY" ] || { echo "# no $REPLAY"; return 1; }
    expect 0 "$REPLAY" verify "$@"
}

# --- command lines --------------------------------------------------------------

expect 0 "$SERVER" --help && grep -q -- --wait-players "$WORK/out"; verdict "server --help"
expect 0 "$CLIENT" --help && grep -q -- --inject-fault "$WORK/out"; verdict "client --help"
expect 0 "$SERVER" --version && grep -q '^fixstep-server [0-9]' "$WORK/out"; verdict "server --version"
for part in ctl ticket; do
    expect 0 "$SERVER" $part --version && grep -q "^fixstep-server $part [0-9]" "$WORK/out" && ! grep -q Usage "$WORK/out"; verdict "$part --version"
done
expect 0 "$SERVER" --list-games && grep -q '^airhockey: ' "$WORK/out"; verdict "server --list-games"
expect 0 "$CLIENT" --bot list && grep -q '^airhockey *chase' "$WORK/out"; verdict "client --bot list"
expect 0 "$CLIENT" --local airhockey --bot list && grep -q 'random' "$WORK/out"; verdict "client --local GAME --bot list"
expect 2 "$SERVER" --nonsense && says "unknown or ambiguous option '--nonsense'"; verdict "unknown option"
expect 2 "$SERVER" extra && says "unexpected argument 'extra'"; verdict "unexpected argument"
expect 2 "$SERVER" --port 65536 && says "from 0 to 65535"; verdict "port out of range"
expect 2 "$SERVER" --port 0x50 && says "'0x50' is not a number from 0 to 65535"; verdict "port in hex"
expect 2 "$CLIENT" --local nosuchgame && says nosuchgame; verdict "unknown game without a terminal"
expect 2 "$SERVER" --game nosuchgame && says nosuchgame; verdict "unknown game"
expect 2 "$SERVER" --set nosuchkey=1 && says nosuchkey; verdict "unknown game option"
expect 2 "$SERVER" --set pucks=many && says pucks; verdict "bad value of a game option"
expect 2 "$SERVER" --players 2 --wait-players 3 && says "only 2 slots"; verdict "more to wait for than slots"
expect 2 "$SERVER" --quiet -v && says contradict; verdict "contradictory options"
DISPLAY= WAYLAND_DISPLAY= expect 2 "$CLIENT" && says "missing"; verdict "client without host"
expect 2 "$CLIENT" host --local airhockey && says contradict; verdict "host and local"
expect 2 "$CLIENT" host --ticks 5 && says "only with --local"; verdict "local option with a host"
expect 2 "$CLIENT" --local airhockey --speed 0 --ticks 1 --view none && says 'speed' && expect 2 "$CLIENT" --local airhockey --speed 65 --ticks 1 --view none && says 'speed' &&
    expect 2 "$CLIENT" localhost --speed 2 && says 'only with --local'; verdict "speeds that cannot be"
expect 2 "$CLIENT" --local airhockey --name bob && says "only with HOST"; verdict "online option in a local match"
expect 2 "$CLIENT" host --inject-fault 1:body2:0:pos.x && says "TICK:TABLE:ROW:FIELD:BIT"; verdict "bad fault"
fault_refused() {   # by a client that knows its game, before the match begins
    local at
    start_server faults || return 1
    for at in "1:nosuch:0:pos.x:2 .*there is no table .nosuch.; the game has [a-z0-9_]*, " "1:body2:0:nosuch:2 .*table .body2. has no field .nosuch.; it has pos, " "1:body2:0:rot.c:40 .*has the bits 0 to 31" \
        "1:body2:60000:pos.x:2 .*table .body2. has at most the rows 0 to [0-9]* in" "1:body2:0:pos.x:2:forces .*no phase .forces.; they have game, pairs, .*solve" "1:body2:0:pos.x:2:links .*no phase .links.; they have game, "; do
        expect 2 "$CLIENT" "127.0.0.1:$port" --view none --inject-fault "${at%% *}" && tells "--inject-fault: ${at#* }" && tells "see --help" && ! tells "joined as" || { echo "# $at"; show "$WORK/err"; return 1; }
    done
    kill -TERM $server_pid && exits 0 $server_pid "$WORK/faults.log"
}
fault_refused; verdict "a fault in a table, field, bit, row or phase that the match does not have is wrong usage"
threads_refused() {   # COMMAND...: with numbers of threads that are none
    local count
    for count in 0 65 two; do
        expect 2 "$@" --workers $count && says "--workers: '$count' is not a number from 1 to 64" || return 1
    done
}
threads_refused "$SERVER" && threads_refused "$CLIENT" --local pyramid && threads_refused "$REPLAY" verify x.fsr
verdict "numbers of threads that are none"
expect 2 "$REPLAY" info --workers 2 x.fsr && says "workers"; verdict "threads where nothing is simulated"
expect 2 "$CLIENT" --local airhockey --bot nobody --view none --ticks 1 && says "has no bot 'nobody'"; verdict "unknown bot"
expect 2 "$CLIENT" --local airhockey --view tty --ticks 1 && says "no terminal"; verdict "terminal view without a terminal"

# --- files -----------------------------------------------------------------------

expect 1 "$SERVER" --port 0 --record "$WORK/none/x.fsr" && says "$WORK/none/x.fsr"; verdict "unwritable recording"
expect 1 "$SERVER" --port 0 --report "$WORK/none/x.json" && says "$WORK/none/x.json"; verdict "unwritable report"
expect 2 "$SERVER" --port 0 --desync-dir "$WORK/none" && says "$WORK/none"; verdict "desync folder that is not there"
expect 1 "$CLIENT" localhost --record "$WORK/none/x.fsr" && says "$WORK/none/x.fsr"; verdict "client's unwritable recording"
printf '5 01020300\nnonsense\n' >"$WORK/bad.txt"
expect 1 "$CLIENT" --local airhockey --script "$WORK/bad.txt" --ticks 9 && says "bad.txt: line 2: "; verdict "script error names its line"
printf '5 010203\n' >"$WORK/short.txt"
expect 1 "$CLIENT" --local airhockey --script "$WORK/short.txt" --ticks 9 && says "line 1: an input of airhockey has"; verdict "script of another game"
if [ -w /dev/full ]; then
    expect 1 "$CLIENT" --local airhockey --seed 3 --ticks 2000 --view none --record /dev/full --report "$WORK/full.json" \
        && grep -q "recording /dev/full stopped" "$WORK/err" && same 2000 "$(field "$WORK/full.json" ticks)" ticks
    verdict "a full disk stops the recording, not the match"
    expect 1 "$CLIENT" --local airhockey --seed 3 --ticks 30 --view none --record /dev/full \
        && grep -q "recording /dev/full stopped" "$WORK/err" && ! grep -q "never joined" "$WORK/err"
    verdict "a full disk is no match that was never joined"
    for list in --help --version "--bot list" --list-games; do
        "$CLIENT" $list >/dev/full 2>"$WORK/err"
        [ $? -eq 1 ] && grep -q "standard output cannot be written" "$WORK/err"; verdict "$list on a full disk"
    done
    for list in --help --version --list-games; do
        "$SERVER" $list >/dev/full 2>"$WORK/err"
        [ $? -eq 1 ] && grep -q "standard output cannot be written" "$WORK/err"; verdict "server $list on a full disk"
    done
fi

# --- local matches -----------------------------------------------------------------

local_run() {   # NAME ARGUMENT...
    local name=$1
    shift
    expect 0 "$CLIENT" --local airhockey --view none --ticks 3000 --report "$WORK/$name.json" "$@"
}
local_run one --seed 11 --players 4 --record "$WORK/one.fsr" \
    && local_run two --seed 11 --players 4 \
    && same "$(field "$WORK/one.json" final_root)" "$(field "$WORK/two.json" final_root)" final_root
verdict "a local match is reproducible"
local_run other --seed 12 --players 4 && [ "$(field "$WORK/one.json" final_root)" != "$(field "$WORK/other.json" final_root)" ]
verdict "another seed is another match"
same 3000 "$(field "$WORK/one.json" ticks)" ticks && [ "$(field "$WORK/one.json" state_bytes)" -gt 0 ] \
    && [ "$(field "$WORK/one.json" median_ns)" -gt 0 ] && [ "$(field "$WORK/one.json" p99_ns)" -ge "$(field "$WORK/one.json" median_ns)" ] \
    && grep -q '"step"' "$WORK/one.json" && grep -q '"root"' "$WORK/one.json"
verdict "local report"
verifies "$WORK/one.fsr"; verdict "local recording verifies"
printf '# right, then left\n0 7f000000\n60 81000000\n' >"$WORK/move.txt"
local_run scripted --seed 11 --players 4 --script "$WORK/move.txt" && local_run idle --seed 11 --players 4 --bot idle \
    && [ "$(field "$WORK/scripted.json" final_root)" != "$(field "$WORK/idle.json" final_root)" ]
verdict "a script plays"

# --- threads -----------------------------------------------------------------------

heap() {   # NAME THREADS: a local match of a heap, recorded
    expect 0 "$CLIENT" --local pyramid --set base=60 --seed 5 --view none --ticks 80 --record "$WORK/$1.fsr" \
        --report "$WORK/$1.json" --workers "$2"
}
heap alone 1 && heap shared 4 && same "$(field "$WORK/alone.json" final_root)" "$(field "$WORK/shared.json" final_root)" final_root
verdict "a heap falls the same on one thread and on four"
again() {   # THREADS: what fixstep-replay makes of the heap's recording
    expect 0 "$REPLAY" verify --workers "$1" "$WORK/alone.fsr" && grep -q '80 state hashes equal' "$WORK/out" &&
        expect 0 "$REPLAY" render --workers "$1" --tick 70 --out "$WORK/heap$1.txt" "$WORK/alone.fsr" &&
        expect 0 "$REPLAY" dump --workers "$1" "$WORK/alone.fsr" && cp "$WORK/out" "$WORK/dump$1.txt"
}
again 1 && again 4 && cmp "$WORK/heap1.txt" "$WORK/heap4.txt" && cmp "$WORK/dump1.txt" "$WORK/dump4.txt"
verdict "a heap is verified, drawn and shown the same on one thread and on four"
expect 0 "$REPLAY" diff --workers 4 "$WORK/alone.fsr" "$WORK/shared.fsr" && grep -q '^equal: ticks 0 to 79' "$WORK/out"
verdict "its recordings are equal"
heap_online() {
    start_host heap --game pyramid --set base=30 --ticks 60 --workers 2 || return 1
    start_player digger --workers 3
    exits 0 "$server_pid" "$WORK/heap.log" && exits 0 "$client_pid" "$WORK/digger.log" &&
        same 60 "$(field "$WORK/heap.json" agreed_ticks)" agreed_ticks &&
        same "$(field "$WORK/heap.json" final_root)" "$(field "$WORK/digger.json" final_root)" final_root
}
heap_online; verdict "server and client simulate a heap on several threads"

# --- a match of four ---------------------------------------------------------------

match_of_four() {
    local i pids=() root ahead=("" "" "--predict" "--predict=3" "")
    start_host four --players 4 --wait-players 4 --tick-rate 60 --ticks 180 --seed 7 --record "$WORK/four.fsr" || return 1
    for i in 1 2 3 4; do
        start_player "bot$i" --bot chase --record "$WORK/bot$i.fsr" ${ahead[$i]}
        pids[$i]=$client_pid
    done
    exits 0 $server_pid "$WORK/four.log" || return 1
    root=$(field "$WORK/four.json" final_root)
    same 16 ${#root} "digits of final_root" && same 180 "$(field "$WORK/four.json" ticks)" ticks \
        && same 180 "$(field "$WORK/four.json" agreed_ticks)" agreed_ticks || return 1
    grep -q '"desyncs": \[\]' "$WORK/four.json" || return 1
    for i in 1 2 3 4; do
        exits 0 ${pids[$i]} "$WORK/bot$i.log" || return 1
        same "$root" "$(field "$WORK/bot$i.json" final_root)" "final_root of client $i" || return 1
        same 180 "$(field "$WORK/bot$i.json" ticks)" "ticks of client $i" || return 1
    done
}
match_of_four; verdict "four clients and the server end in the same state"
predictions() {
    ! grep -q '"prediction"' "$WORK/bot1.json" && grep -q '^    "steps": [1-9][0-9][0-9]' "$WORK/bot2.json" \
        && grep -q '^    "limit_ticks": 3\b' "$WORK/bot3.json"
}
predictions; verdict "two of them predicted, and report it"
verifies "$WORK/four.fsr" "$WORK"/bot[1-4].fsr; verdict "all five recordings verify"
same 4 "$(grep -c '"playing"' "$WORK/four.json")" "clients in the report"; verdict "server report lists the clients"

# --- a fault -------------------------------------------------------------------------

match_with_fault() {
    local ann bob
    start_host fault --players 3 --wait-players 3 --tick-rate 60 --ticks 240 --seed 8 --record "$WORK/fault.fsr" || return 1
    start_player ann --bot chase
    ann=$client_pid
    start_player bob --bot chase --inject-fault 90:body2:0:pos.x:20
    bob=$client_pid
    start_player cid --bot chase
    exits 1 $server_pid "$WORK/fault.log" || return 1
    exits 0 $ann "$WORK/ann.log" || return 1
    exits 1 $bob "$WORK/bob.log" || return 1
    grep -q "desync at tick 90: the state of this client differs from the server's, first in body2\[0\].pos.x" "$WORK/bob.log" \
        || { show "$WORK/bob.log"; return 1; }
    exits 0 $client_pid "$WORK/cid.log"
}
match_with_fault; verdict "a fault is seen by the server and by nobody else"
fault_without_its_tick() {   # the tick never comes: the client says so, and nobody differs
    start_host late --players 2 --ticks 60 || return 1
    start_player zoe --bot chase --inject-fault 60:body2:0:pos.x:20
    exits 0 $server_pid "$WORK/late.log" && exits 0 $client_pid "$WORK/zoe.log" || return 1
    grep -q "inject-fault: tick 60 was not simulated by this client, whose newest is 59; nothing was injected" "$WORK/zoe.log" \
        && ! grep -q "inject-fault" "$WORK/bob.log" || { show "$WORK/zoe.log" "$WORK/bob.log"; return 1; }
}
fault_without_its_tick; verdict "a fault whose tick never comes is told"
fault_named() {
    local report=$WORK/fault.json left right
    grep -q '"desync_count": 1' "$report" || return 1
    same 1 "$(grep -c '"table":' "$report")" "fields named" || return 1
    grep -q '"name": "body2\[0\].pos.x"' "$report" && grep -q '"player": "bob"' "$report" \
        && grep -q '"tick": 90,' "$report" && grep -q '"inputs_equal": true' "$report" || { show "$report"; return 1; }
    left=$(sed -n 's/^ *"raw": \(-*[0-9]*\).*/\1/p' "$report" | head -n 1)
    right=$(sed -n 's/^ *"raw": \(-*[0-9]*\).*/\1/p' "$report" | tail -n 1)
    same $((1 << 20)) $((left ^ right)) "difference of the raw values"
}
fault_named; verdict "the report names tick, player, field and both values"
grep -q "inputs equal: simulation differs" "$WORK/fault.log" && grep -q 'body2\[0\].pos.x: server .* m (0x' "$WORK/fault.log"
verdict "the log names them too"
verifies "$WORK/fault.fsr" "$WORK/desync-90-bob.fsr"; verdict "the recording and the desync recording verify"
reproduced() {   # by the same build: the server's state, and the report tells all that differed
    expect 0 "$REPLAY" repro "$WORK/desync-90-bob.fsr" && grep -q "this build gives the server's state" "$WORK/out" &&
        grep -q "body2\[0\].pos.x: server .* client .* this build" "$WORK/out" && grep -q "nothing else differed" "$WORK/out" &&
        expect 0 "$REPLAY" repro "$WORK/fault.fsr" || { show "$WORK/out" "$WORK/err"; return 1; }
}
reproduced; verdict "both reproduce the desync"
fault_in_phase() {   # the bit flips where a part of the tick ends, so the report names that part
    start_host phase --players 2 --wait-players 2 --tick-rate 60 --ticks 240 --seed 8 || return 1
    start_player pia --bot chase --inject-fault 90:body2:0:vel.x:20:solve
    start_player quin --bot chase
    exits 1 $server_pid "$WORK/phase.log" && grep -q "phase solve, number 1 of the tick" "$WORK/phase.log" || { show "$WORK/phase.log"; return 1; }
    expect 0 "$REPLAY" repro "$WORK/desync-90-pia.fsr" && grep -q "phase 'solve' gave its own state again" "$WORK/out" || { show "$WORK/out"; return 1; }
}
fault_in_phase; verdict "a fault in a phase is reported in that phase, and repro says so"
expect 2 "$CLIENT" host --inject-fault 1:body2:0:pos.x:2:nosuch && says "no phase 'nosuch'; there are game, forces, pairs"; verdict "an unknown phase of a fault"

# --- joining ----------------------------------------------------------------------------

refusals() {
    local first second
    start_host full --players 2 --wait-players 2 --seed 9 || return 1
    start_player one --bot chase
    first=$client_pid
    await "$WORK/full.log" "'one' joined" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --name one --view none && grep -q "name" "$WORK/err" || return 1
    report "a taken name is refused" 0
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none --bot nobody && grep -q "has no bot 'nobody'" "$WORK/err" || return 1
    start_player two --bot chase
    second=$client_pid
    await "$WORK/full.log" "match starts" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --name three --view none && grep -q "all 2 player slots are taken" "$WORK/err" || return 1
    kill -TERM $server_pid
    exits 0 $server_pid "$WORK/full.log" && exits 0 $first "$WORK/one.log" && exits 0 $second "$WORK/two.log" \
        && same "$(field "$WORK/full.json" final_root)" "$(field "$WORK/two.json" final_root)" final_root
}
refusals; verdict "a full server refuses, and SIGTERM ends the match for all"

late_join() {
    local early
    start_host late --players 3 --wait-players 1 --tick-rate 60 --seed 10 || return 1
    start_player early --bot chase
    early=$client_pid
    await "$WORK/late.log" "match starts" || return 1
    sleep 1
    start_player tardy --bot chase --record "$WORK/tardy.fsr"
    await "$WORK/late.log" "'tardy' joined" && sleep 1 && kill -TERM $server_pid || return 1
    exits 0 $server_pid "$WORK/late.log" && exits 0 $early "$WORK/early.log" && exits 0 $client_pid "$WORK/tardy.log" \
        && same "$(field "$WORK/late.json" final_root)" "$(field "$WORK/tardy.json" final_root)" final_root
}
late_join && verifies "$WORK/tardy.fsr"; verdict "a late player ends in the same state"

leave() {
    start_host leave --players 2 --wait-players 1 --ticks 200 --tick-rate 60 || return 1
    start_player goer --bot chase
    await "$WORK/leave.log" "match starts" || return 1
    kill -INT $client_pid
    exits 0 $client_pid "$WORK/goer.log" && exits 0 $server_pid "$WORK/leave.log" && grep -q "'goer' left" "$WORK/leave.log"
}
leave; verdict "a player leaves on SIGINT and the match goes on"

port_in_use() {
    start_host first || return 1
    expect 1 "$SERVER" --port "$port" --record "$WORK/first.fsr" && says "port $port" || return 1
    [ ! -e "$WORK/first.fsr" ] || return 1
    kill -TERM $server_pid
    exits 0 $server_pid "$WORK/first.log"
}
port_in_use; verdict "a port in use, and a server that ends while it waits"
expect 1 "$CLIENT" 127.0.0.1:9 --timeout 1 --view none && says "no server: no answer from 127.0.0.1:9 within 1 s"; verdict "no server there"
expect 1 "$CLIENT" nosuchhost.invalid --timeout 1 --view none && says nosuchhost; verdict "unknown host"

# A game from a shared object, when the build makes those.
loaded_game() {
    start_host loaded --game "$TOY" --players 2 --wait-players 1 --ticks 60 || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none && grep -q "load it with --game" "$WORK/err" || return 1
    start_player toy --game "$TOY" --bot random
    exits 0 $server_pid "$WORK/loaded.log" && exits 0 $client_pid "$WORK/toy.log" \
        && same "$(field "$WORK/loaded.json" final_root)" "$(field "$WORK/toy.json" final_root)" final_root
}
if [ -e "$TOY" ]; then
    loaded_game; verdict "a game from a shared object, and a client that lacks it"
fi

crash() {
    local first second
    BESIDE='' start_server crash --players 2 --wait-players 2 --record "$WORK/crash.fsr" || return 1
    start_player ann --bot chase
    first=$client_pid
    start_player bob --bot chase
    second=$client_pid
    await "$WORK/crash.log" "match starts" || return 1
    within test -s "$WORK/crash.fsr" && sleep 1.5
    kill -KILL $server_pid
    wait $server_pid 2>/dev/null
    kill -TERM $first $second
    wait $first $second
    expect 6 "$REPLAY" verify "$WORK/crash.fsr"
}
crash; verdict "the recording of a killed server is a valid beginning"

# A player that stopped keeps the server from a quick clean end: a second request
# must work then.
forced_end() {
    local status
    BESIDE='' start_server force || return 1
    "$CLIENT" "127.0.0.1:$port" --view none 2>"$WORK/stopped.log" </dev/null &
    client_pid=$!
    await "$WORK/force.log" "match starts" || return 1
    kill -STOP $client_pid
    kill -INT $server_pid
    sleep 0.5
    kill -INT $server_pid
    wait $server_pid
    status=$?
    kill -KILL $client_pid
    wait $client_pid 2>/dev/null
    same 130 $status "exit status"
}
forced_end; verdict "a second signal forces the end"

# A file-size limit is what a small disk looks like to the process.
disk_full() {
    local ticks
    (ulimit -f 4 && exec timeout $LIMIT "$CLIENT" --local airhockey --view none --seed 4 --ticks 20000 --record "$WORK/small.fsr" \
        --report "$WORK/small.json") 2>"$WORK/small.log" </dev/null
    same 1 $? "exit status" && same 20000 "$(field "$WORK/small.json" ticks)" ticks \
        && grep -q "small.fsr stopped" "$WORK/small.log" && expect 6 "$REPLAY" verify "$WORK/small.fsr"
}
disk_full; verdict "a disk that fills up leaves a valid beginning"

json_lines() {
    local port_line
    : >"$WORK/json.log"
    $BESIDE "$SERVER" --port 0 --log-format json --report - 2>"$WORK/json.log" >"$WORK/json.out" </dev/null &
    server_pid=$!
    await "$WORK/json.log" '"event":"match"' || return 1
    kill -TERM $server_pid
    exits 0 $server_pid "$WORK/json.log" || return 1
    port_line=$(head -n 1 "$WORK/json.log")
    [[ $port_line == '{"time":"'*'"level":"info","event":"listening"'*'"port":'* ]] || return 1
    same 0 "$(grep -vc '^{"time":".*}$' "$WORK/json.log")" "lines that are no JSON object" && grep -q '"final_root"' "$WORK/json.out"
}
json_lines; verdict "JSON log lines, and a report on standard output"

finish
