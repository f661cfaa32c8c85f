#!/bin/bash
# spectators.sh: clients that watch a match over real sockets. Run by make check in the build directory; the last line is
# "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

spectators_see_the_match() {
    local i watchers=()
    start_server open --ticks 240 --report open.json --record open.fsr || return 1
    for i in 1 2 3; do
        start_client "w$i" --spectate --report "w$i.json"
        watchers+=("$client_pid")
    done
    await open.log "spectator '.*watches" 3 || return 1
    start_client ann --bot chase --report ann.json
    exits 0 "$client_pid" ann.log && exits 0 "$server_pid" open.log || return 1
    for i in 1 2 3; do
        exits 0 "${watchers[i - 1]}" "w$i.log" && [ "$(field "w$i.json" state_hash)" = "$(field open.json state_hash)" ] &&
            [ "$(field "w$i.json" origin)" = "$(field open.json identity)" ] &&
            [ "$(field "w$i.json" verified_ticks)" = 240 ] && [ "$(field "w$i.json" slot)" = null ] || return 1
    done
    [ "$(field open.json spectators.joined)" = 3 ] && [ "$(field open.json spectators.keyframes)" = 1 ] &&
        [ "$(field open.json spectators.hashes_different)" = 0 ] && expect 0 "$REPLAY" verify open.fsr
}

spectators_are_limited() {
    start_server full --max-spectators 1 --ticks 60 --wait-players 2 || return 1
    start_client first --spectate
    await full.log "watches" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --spectate --view none && tells "1 watch already" || return 1
    expect 2 "$CLIENT" "127.0.0.1:$port" --spectate --bot chase --view none && tells "contradict" || return 1
    kill "$client_pid" && wait "$client_pid"
    await full.log "spectator 'first' .*left" || return 1
    start_client second --spectate
    await full.log "spectator 'second'" || return 1
    kill "$server_pid" && wait "$server_pid"
    start_server none --max-spectators 0 || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --spectate --view none && tells "no spectators" || return 1
    kill "$server_pid" && wait "$server_pid"
    true
}

spectators_stay_for_the_next_round() {   # with a delay, which ends with the match
    start_server rounds --round "airhockey ticks=120" --round "tank ticks=120" --rounds 2 --round-pause 0 \
        --spectate-delay 30 --report rounds.json || return 1
    start_client late --spectate --report late.json
    local late=$client_pid
    start_client bob --bot random
    exits 0 "$late" late.log && exits 0 "$client_pid" bob.log && exits 0 "$server_pid" rounds.log || return 1
    [ "$(field late.json state_hash)" = "$(field rounds.json state_hash)" ] && [ "$(field late.json spectate_delay_s)" = 30 ]
}

# The server is killed and started again with another match: who watched sees that one to its end.
spectators_come_back() {
    local server watcher
    : >killed.log
    "$SERVER" --port 0 --seed 3 --ticks 3600 2>killed.log >/dev/null </dev/null &
    server=$!
    await killed.log "listening on port" || return 1
    port=$(sed -n 's/.*listening on port \([0-9]*\).*/\1/p' killed.log | head -n 1)
    start_client watcher --spectate --report watcher.json
    watcher=$client_pid
    await killed.log "spectator 'watcher' .*watches" || return 1
    start_client dora --bot chase
    await killed.log "the match starts" && sleep 1
    kill -9 "$server" && wait "$server" 2>/dev/null
    await watcher.log "the connection was lost at tick .*connecting again" || return 1
    start_server again --port "$port" --seed 4 --ticks 300 --report again.json || return 1
    exits 0 "$watcher" watcher.log && exits 0 "$client_pid" dora.log && exits 0 "$server_pid" again.log || return 1
    [ "$(field again.json spectators.joined)" = 1 ] && [ "$(field watcher.json state_hash)" = "$(field again.json state_hash)" ]
}

# The server has two spectators, which are relays; 12 watch through them.
relays_pass_the_match_on() {
    local i server server_port relays=() ports=() watchers=()
    start_server origin --ticks 300 --report origin.json || return 1
    server=$server_pid server_port=$port
    for i in 1 2; do
        : >"relay$i.log"
        $BESIDE "$SERVER" --port 0 --relay "127.0.0.1:$server_port" --report "relay$i.json" 2>"relay$i.log" >/dev/null </dev/null &
        relays+=("$!")
    done
    await origin.log "spectator '.*watches" 2 || return 1
    start_client eve --bot chase
    for i in 1 2; do
        await "relay$i.log" "listening on port" || return 1
        ports+=("$(sed -n 's/.*listening on port \([0-9]*\).*/\1/p' "relay$i.log")")
    done
    for i in $(seq 12); do
        port=${ports[i % 2]}
        start_client "r$i" --spectate --report "r$i.json"
        watchers+=("$client_pid")
    done
    port=${ports[0]}
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none --bot chase && tells "spectators alone" || return 1
    exits 0 "$server" origin.log || return 1
    for i in $(seq 12); do
        exits 0 "${watchers[i - 1]}" "r$i.log" && [ "$(field "r$i.json" state_hash)" = "$(field origin.json state_hash)" ] &&
            [ "$(field "r$i.json" origin)" = "$(field origin.json identity)" ] && [ "$(field "r$i.json" relayed)" = true ] &&
            [ "$(field "r$i.json" verified_ticks)" = 300 ] || return 1
    done
    for i in 1 2; do
        exits 0 "${relays[i - 1]}" "relay$i.log" && [ "$(field "relay$i.json" spectators.joined)" = 6 ] || return 1
    done
    [ "$(field origin.json spectators.joined)" = 2 ] && [ "$(field origin.json spectators.hashes_different)" = 0 ]
}

spectators_see_the_match
verdict "spectators see the match of the players"
spectators_are_limited
verdict "spectators are limited"
spectators_stay_for_the_next_round
verdict "spectators stay for the next round"
spectators_come_back
verdict "spectators whose connection was lost come back"
relays_pass_the_match_on
verdict "relays pass the match on to 12 spectators"
finish
