#!/bin/bash
# relays.sh: relays over months in seconds: rounds that follow each other, ends of all kinds, lost and restarted servers, over
# real sockets; FIXSTEP_LONG in the environment adds the slow ones. Run by make check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

SLOW_RESOLVER=$BUILD/tests/programs/.libs/slowresolver.so

start_relay() {   # NAME PORT-OF-SERVER ARGUMENT...: sets relay_pid and port
    local name=$1 of=$2
    shift 2
    start_server "$name" --relay "127.0.0.1:$of" --report "$name.json" --console "./$name.socket" "$@" || return 1
    relay_pid=$server_pid
}
ctl() { "$SERVER" ctl --console "./$1.socket" "${@:2}" >"$WORK/out" 2>"$WORK/err"; }   # NAME COMMAND...
ends() { [ "$(field "$1.json" end)" = "$2" ] || { echo "# $1 ended as $(field "$1.json" end), not $2"; return 1; }; }
ended_at() { sed -n "s/.*the match ended at tick \([0-9]*\).*/\1/p" "$1.log" | tail -n 1; }   # NAME
start_origin() {   # NAME ARGUMENT...: a server with a player, which ends by its operator alone; sets server_pid and port
    start_server "$1" --report "$1.json" --console "./$1.socket" "${@:2}" && start_client "$1-player" --bot random
}

a_relay_follows_every_round() {
    local origin player watcher
    start_server rounds --round "airhockey ticks=90" --round "tank ticks=90" --rounds 3 --round-pause 0 --report rounds.json || return 1
    origin=$server_pid origin_port=$port
    start_relay through "$origin_port" || return 1
    start_client watcher --spectate --report watcher.json --record watched.fsr   # comes before the first match is there
    watcher=$client_pid
    await rounds.log "spectator 'relay' .*watches" || return 1
    port=$origin_port
    start_client player --bot random
    player=$client_pid
    exits 0 "$origin" rounds.log && exits 0 "$player" player.log && exits 0 "$watcher" watcher.log && exits 0 "$relay_pid" through.log || return 1
    [ "$(grep -c 'passes on the match of' through.log)" = 3 ] && [ "$(grep -c 'the match ended at tick 90' watcher.log)" = 3 ] || return 1
    [ "$(field watcher.json state_hash)" = "$(field rounds.json state_hash)" ] && [ "$(field watcher.json verified_ticks)" = 90 ] || return 1
    ! grep -q "nothing was recorded" watcher.log && expect 0 "$REPLAY" verify watched.fsr watched.fsr.1 watched.fsr.2 || { show watcher.log; return 1; }
    ends rounds finished && ends through finished && ends watcher finished && [ "$(field through.json relay.losses)" = 0 ]
}

# next and quit at a relay, quit at the server: the end is clean, and the state is that of the tick that is named.
operators_end_cleanly() {
    local command origin_port watcher
    start_origin forever || return 1
    origin_port=$port forever=$server_pid
    for command in next quit; do
        start_relay "by-$command" "$origin_port" || return 1
        start_client "seen-$command" --spectate --report "seen-$command.json"
        watcher=$client_pid
        await "by-$command.log" "spectator 'seen-$command' .*watches" && await "seen-$command.log" "state received" && sleep 0.5 || return 1
        ctl "by-$command" status && prints "relay of 127.0.0.1:$origin_port" && ctl "by-$command" rounds && prints "passed on from" || return 1
        ctl "by-$command" "$command" || return 1
        exits 0 "$relay_pid" "by-$command.log" && exits 0 "$watcher" "seen-$command.log" || return 1
        [ "$(field "seen-$command.json" state_hash)" = "$(field "by-$command.json" state_hash)" ] || return 1
        [ "$(field "seen-$command.json" ticks)" = "$(field "by-$command.json" ticks)" ] || return 1
        ends "by-$command" stopped && ends "seen-$command" stopped && grep -q "by the operator" "seen-$command.log" || return 1
    done
    start_relay last "$origin_port" || return 1
    start_client seen-last --spectate --report seen-last.json
    await seen-last.log "state received" && ctl forever quit || return 1
    exits 0 "$forever" forever.log && exits 0 "$relay_pid" last.log && exits 0 "$client_pid" seen-last.log || return 1
    ends last stopped && ends seen-last stopped && [ "$(field seen-last.json state_hash)" = "$(field forever.json state_hash)" ]
}

# Who watches through a relay is told that the operator of the server has paused the match, and that it goes on.
passes_on_a_pause() {
    local origin_port paused
    start_origin paused || return 1
    origin_port=$port paused=$server_pid
    start_relay pausing "$origin_port" || return 1
    start_client told --spectate --report told.json
    await told.log "state received" && await pausing.log "spectator 'told' .*watches" && sleep 0.5 || return 1
    ! grep -q "has paused the match" told.log && ctl paused pause && await told.log "server: the operator has paused the match" || return 1
    ! grep -q "let the match go on" told.log && ctl paused resume && await told.log "server: the operator has let the match go on" || return 1
    [ "$(grep -c 'has paused the match' told.log)" = 1 ] || return 1
    ctl paused quit && exits 0 "$paused" paused.log && exits 0 "$relay_pid" pausing.log && exits 0 "$client_pid" told.log
}

# A drain takes nobody more, and lets the round of the server end; what a relay cannot do is refused.
drains_after_the_round() {
    local origin player watcher command
    start_server rotating --round "airhockey ticks=200" --rounds 2 --round-pause 0 || return 1
    origin=$server_pid origin_port=$port
    start_relay drained "$origin_port" --relay-keep || return 1
    start_client stayed --spectate --report stayed.json
    watcher=$client_pid
    port=$origin_port
    start_client served --bot random
    player=$client_pid
    await stayed.log "state received" || return 1
    for command in pause resume "record on" "set bots 2" "set idle-limit 9" "set vote-share 1"; do
        # shellcheck disable=SC2086
        ! ctl drained $command && tells "a relay passes on the match as it is" || { echo "# $command"; return 1; }
    done
    ctl drained say hello && prints "said to 0 players and 1 spectators" || return 1
    ctl drained drain && await drained.log "draining\|nobody may come" && ctl drained status && prints ", draining" || return 1
    exits 0 "$relay_pid" drained.log && exits 0 "$watcher" stayed.log && [ "$(field stayed.json ticks)" = 200 ] || return 1
    ends drained finished && ends stayed finished && exits 0 "$origin" rotating.log && exits 0 "$player" served.log
}

# Two relays in a row whose server is killed: everybody downstream learns of the cut.
a_cut_is_told_downstream() {
    local origin first second
    start_origin victim || return 1
    origin=$server_pid
    start_relay near "$port" --relay-wait 2 || return 1
    first=$relay_pid
    start_relay far "$port" --relay-wait 2 || return 1
    second=$relay_pid
    start_client left --spectate --report left.json
    await left.log "state received" && sleep 0.5 || return 1
    kill_server "$origin"
    exits 1 "$first" near.log && exits 1 "$second" far.log && exits 1 "$client_pid" left.log || return 1
    ends near lost && ends far lost && ends left lost && grep -q "was cut off at tick" left.log || return 1
    [ "$(field near.json relay.losses)" = 1 ] && field left.json failure | grep -q "relay has lost its server" &&
        [ "$(field left.json state_hash)" = "$(field far.json state_hash)" ]
}

kill_server() {   # PID of the timeout before it
    pkill -KILL -P "$1"
    wait "$1"
    true
}

# The server is killed and started again: the relays find it, and the spectators, who have stayed, watch its new match.
a_lost_server_is_found_again() {
    local origin origin_port near stays   # it takes 5 to 8 s to know that a line is dead
    start_origin old || return 1
    origin=$server_pid origin_port=$port
    start_relay keeper "$origin_port" --relay-keep || return 1
    near=$relay_pid
    start_relay behind "$port" || return 1
    start_client stays --spectate --report stays.json
    stays=$client_pid
    await stays.log "state received" || return 1
    kill_server "$origin"
    await keeper.log "trying again in" && await stays.log "was cut off at tick" || return 1
    start_origin new --port "$origin_port" || return 1
    origin=$server_pid
    await keeper.log "passes on the match of" 2 && await behind.log "passes on the match of" 2 && await stays.log "state received" 2 || return 1
    ctl new quit && await stays.log "by the operator" && wait "$origin" && kill -0 "$near" || return 1   # it stays for the next
    start_origin third --port "$origin_port" || return 1
    await stays.log "state received" 3 && ctl keeper quit && exits 0 "$near" keeper.log && exits 0 "$stays" stays.log &&
        exits 0 "$relay_pid" behind.log && ctl third quit && ends stays stopped
}

# A relay and a player whose name server has gone with their server answer, are stopped and keep who watches all the same.
a_slow_resolver_delays_nobody() {
    local origin origin_port near player
    local -x SLOW_RESOLVER_S=15 ASAN_OPTIONS="verify_asan_link_order=0:$ASAN_OPTIONS"
    start_origin unreachable || return 1
    origin=$server_pid origin_port=$port
    $BESIDE env LD_PRELOAD="$SLOW_RESOLVER" "$CLIENT" "localhost:$origin_port" --name far --view none 2>far.log </dev/null &
    player=$!
    await far.log "joined as" || return 1
    LD_PRELOAD=$SLOW_RESOLVER start_server patient --relay "localhost:$origin_port" --relay-keep --console ./patient.socket || return 1
    near=$server_pid
    start_client viewer --spectate
    await viewer.log "state received" || return 1
    kill_server "$origin"
    await patient.log "trying again in" && await far.log "connecting again" && sleep 1.5 || return 1   # both look the name up
    timeout 5 "$SERVER" ctl --console ./patient.socket status >out && grep -q "relay of localhost" out || { echo "# no answer"; return 1; }
    pkill -TERM -P "$player"
    timeout 5 tail --pid="$player" -f /dev/null || { echo "# the player goes on"; return 1; }
    sleep 7
    ctl patient status && prints "^1 of .* spectators" && ctl patient quit && timeout 5 tail --pid="$near" -f /dev/null &&
        exits 0 "$near" patient.log && exits 1 "$client_pid" viewer.log
}

# A client without a view says at once that nothing is heard, not when the connection is given up.
a_silent_server_is_told() {
    start_origin mute || return 1
    start_client listener --bot chase
    await mute.log "'listener' joined" || return 1
    pkill -STOP -P "$server_pid"
    await listener.log "gives no answer for 1\." || return 1
    pkill -CONT -P "$server_pid"
    await listener.log "answers again" && ctl mute quit && exits 0 "$client_pid" listener.log
}

origins_are_pinned() {
    local origin_port key
    start_origin signer || return 1
    origin_port=$port
    key=$(sed -n 's/.*the key of this server is \(.*\)/\1/p' signer.log)
    start_relay copy "$origin_port" --identity ./relay.key || return 1
    expect 2 "$CLIENT" "127.0.0.1:$port" --spectate --view none --origin-key 1234 && tells "no fingerprint" || return 1
    expect 2 "$CLIENT" "127.0.0.1:$port" --view none --origin-key "$key" && tells "needs --spectate" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --spectate --view none --origin-key "$(sed -n 's/.*the key of this server is \(.*\)/\1/p' copy.log)" &&
        tells "not with the key of --origin-key" || return 1
    start_client pinned --spectate --origin-key "$key"
    await pinned.log "state received" && ctl signer quit && exits 0 "$client_pid" pinned.log && exits 0 "$relay_pid" copy.log
}

# Below a supervisor a relay waits for its match without being taken for one that hangs, and is started again when it ends.
a_supervised_relay_lives() {
    local origin
    start_server waiting --wait-players 2 --console ./waiting.socket || return 1
    origin=$port
    : >super.log
    $BESIDE "$SERVER" --supervise 1 --port 0 --hang-timeout 2 --relay "127.0.0.1:$origin" --console ./super.socket 2>super.log </dev/null &
    server_pid=$!
    await waiting.log "spectator 'relay' .*watches" && sleep 3 && ! grep -q "no sign of life" super.log || return 1
    ctl super match 1 next && await super.log "match 1 is ready" 2 && await waiting.log "spectator 'relay' .*watches" 2 || return 1
    kill -TERM "$server_pid"
    exits 0 "$server_pid" super.log && ctl waiting quit
}

relays_name_their_failures() {
    expect 1 "$SERVER" --port 0 --relay 127.0.0.1:1 && tells "no answer\|closed the connection" || return 1
    expect 2 "$SERVER" --relay localhost --round airhockey && tells "contradict" || return 1
    expect 2 "$SERVER" --relay-keep && tells "needs --relay" || return 1
    local option
    for option in "--players 2" "--ticks 60" "--rounds 3" "--round-pause 1" "--vote-share 9" "--bots 2" "--set pucks=3" "--seed 1" "--hold 9" "--record r.fsr" "--no-heal"; do
        # shellcheck disable=SC2086
        expect 2 "$SERVER" --relay localhost $option && says "^fixstep-server: ${option%% *} contradicts --relay" || { echo "# $option"; return 1; }
    done
    expect 2 "$SERVER" --relay localhost --game tank && says "takes the game of the other server" || return 1
    printf '[server]\nbots = 2\nrelay = 127.0.0.1:1\ngame = tank\n[rotation]\nrounds = 3\n' >relay.ini
    expect 1 "$SERVER" --port 0 --config relay.ini && tells "relay.ini: at a relay these keys have no effect: rounds, bots$"
}

a_relay_follows_every_round
verdict "a relay follows every round, and its spectators with it"
operators_end_cleanly
verdict "an end by an operator is clean, and tells the state of its tick"
passes_on_a_pause
verdict "who watches through a relay is told of a pause"
drains_after_the_round
verdict "a drained relay ends after the round that it passes on"
if [ -n "${FIXSTEP_LONG:-}" ]; then
    a_cut_is_told_downstream
    verdict "a cut is told downstream, through two relays"
    a_supervised_relay_lives
    verdict "a supervised relay waits for its match and starts again"
fi
a_lost_server_is_found_again
verdict "a lost server is found again, and the spectators have stayed"
a_slow_resolver_delays_nobody
verdict "a resolver that does not answer delays neither a relay nor a player"
a_silent_server_is_told
verdict "a silent server is told at once"
origins_are_pinned
verdict "the key of the origin can be pinned"
relays_name_their_failures
verdict "relays name their failures"
finish
