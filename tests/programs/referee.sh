#!/bin/bash
# referee.sh: a server that simulates on demand or not at all, over real sockets. Run by make check in the build directory; the
# last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

# A match of 41 s beside the others: its recording has one keyframe, too few to simulate its end for `info`.
start_server long --referee ondemand --players 2 --tick-rate 20 --ticks 820 --record long.fsr && long=$server_pid && start_client amy --bot chase
long_amy=$client_pid

# Two of three players tell the same wrong state: the server finds both, in a thread of its own, and its recording is right.
liars_in_concert_are_found() {
    local clients=()
    start_server demand --referee ondemand --players 3 --wait-players 3 --ticks 700 --record demand.fsr --report demand.json --desync-dir . || return 1
    start_client ann --bot chase --inject-fault 200:body2:0:pos.y:8
    clients+=("$client_pid")
    start_client bob --bot chase --inject-fault 200:body2:0:pos.y:8
    clients+=("$client_pid")
    start_client eve --bot chase
    clients+=("$client_pid")
    exits 1 "$server_pid" demand.log && exits 0 "${clients[2]}" eve.log || return 1
    wait "${clients[@]}"
    await bob.log "differed from the server's (1 desync)$" || return 1
    await demand.log "states of the players differ at tick 200: .*the server simulates it" || return 1
    [ "$(field demand.json referee.mode)" = ondemand ] && [ "$(field demand.json desync_count)" = 2 ] &&
        [ "$(field demand.json referee.disputes)" = 1 ] && [ "$(field demand.json agreed_ticks)" = 700 ] &&
        [ "$(field demand.json desyncs.0.tick)" = 200 ] && [ "$(field demand.json desyncs.1.tick)" = 200 ] &&
        [ "$(field demand.json desyncs.0.differences.0.name)" = "body2[0].pos.y" ] || return 1
    ! grep -q "player 'eve'.*differ" demand.log && expect 0 "$REPLAY" verify demand.fsr && prints "700 ticks"
}

# One file for both, of the ticks that were simulated for the verdict.
the_desync_is_kept() {
    grep -q "desync recording written to .*desync-200-" demand.log && set -- desync-200-*.fsr && [ $# -eq 1 ] && expect 0 "$REPLAY" verify "$1" && prints "201 ticks" || return 1
    expect 0 "$REPLAY" repro "$1" && prints "desync 2 of 2: tick 200, player 'bob'\|desync 2 of 2: tick 200, player 'ann'" && [ "$(grep -c "nothing else differed" out)" -eq 2 ]
}

without_a_difference_nothing_is_disputed() {
    start_server calm --referee ondemand --players 2 --wait-players 2 --ticks 300 --report calm.json --record calm.fsr || return 1
    start_client ann --bot chase --report ann.json
    local ann=$client_pid
    start_client bob --bot chase
    exits 0 "$server_pid" calm.log && exits 0 "$ann" ann.log || return 1
    [ "$(field calm.json referee.disputes)" = 0 ] && [ "$(field calm.json referee.decided_ticks)" = 300 ] &&
        [ "$(field calm.json state_hash)" = "$(field ann.json state_hash)" ] && expect 0 "$REPLAY" verify calm.fsr
}

# The players stand still, so the last ticks await their state hashes; the server stands still until its time to stop is over.
# start_server and start_client give the processes of timeout, whose children are meant.
a_stop_before_the_verdict_is_told() {
    start_server stop --referee ondemand --players 2 --wait-players 2 --record stop.fsr || return 1
    start_client ann --bot chase
    local ann=$client_pid
    start_client bob --bot chase
    await stop.log "the match starts" || return 1
    sleep 1
    pkill -STOP -P "$ann" && pkill -STOP -P "$client_pid" && sleep 0.5 && pkill -TERM -P "$server_pid" && sleep 0.5 && pkill -STOP -P "$server_pid" && sleep 6
    pkill -CONT -P "$server_pid" && pkill -CONT -P "$ann" && pkill -CONT -P "$client_pid"
    exits 0 "$server_pid" stop.log || return 1
    wait "$ann" "$client_pid"
    grep -q "the last [1-9][0-9]* ticks are not decided and not recorded" stop.log && expect 0 "$REPLAY" verify stop.fsr
}

off_judges_nobody() {
    start_server off --referee off --players 2 --wait-players 2 --ticks 300 --report off.json || return 1
    start_client ann --bot chase --inject-fault 100:world:0:seed:8
    start_client bob --bot chase
    local bob=$client_pid
    await off.log "the match starts" || return 1
    exits 1 "$server_pid" off.log && exits 0 "$bob" bob.log || return 1
    await off.log "match over after 300 ticks, no state simulated, agreed up to tick 100" || return 1
    [ "$(field off.json final_tick)" = 99 ] && [ "$(field off.json state_hash)" = "$(field off.json final_root)" ] && ! grep -q '"state_hash": *"' off.json &&
        grep -q '"claimed_state_hash": *"' off.json || return 1
    await off.log "differ at tick 100: .*nobody judges" && [ "$(field off.json referee.mode)" = off ] &&
        [ "$(field off.json agreed_ticks)" = 100 ] && await bob.log "states of the players differ since tick 100"
}

off_admits_nobody_late() {
    start_server late --referee off --players 3 --wait-players 1 || return 1
    start_client ann --bot chase
    await late.log "the match starts" || return 1
    expect 1 "$CLIENT" "127.0.0.1:$port" --view none --bot chase && tells "no state for who comes late" || return 1
    kill "$server_pid" && wait "$server_pid"
    true
}

contradictions_are_named() {
    expect 2 "$SERVER" --referee ondemand --bots 2 && tells "\-\-bots contradict" || return 1
    expect 2 "$SERVER" --referee ondemand --points 2 && tells "\-\-points contradict" || return 1
    expect 2 "$SERVER" --referee ondemand --max-spectators 2 && tells "\-\-max-spectators contradict" || return 1
    expect 2 "$SERVER" --referee off --record x.fsr && tells "\-\-record contradict" || return 1
    expect 2 "$SERVER" --referee ondemand --bot chase && tells "\-\-bot contradict" || return 1
    expect 2 "$SERVER" --referee off --desync-dir . && tells "\-\-desync-dir contradict" || return 1
    expect 2 "$SERVER" --referee off --no-heal && tells "\-\-no-heal contradict" || return 1
    expect 2 "$SERVER" --referee ondemand --relay ::1 && tells "\-\-referee contradicts \-\-relay" || return 1
    expect 2 "$SERVER" --referee ondemand --round airhockey && tells "sets no ticks" || return 1
    expect 2 "$SERVER" --referee sometimes && tells "live"
}

# What a configuration file asks for in vain is named, at the start and at a reload; the referee itself stays.
vain_keys_are_named() {
    printf '[server]\nreferee = ondemand\npoints = 4\n' >vain.ini
    start_server vain --config vain.ini || return 1
    await vain.log "vain.ini: beside referee = ondemand these keys have no effect: points$" || return 1
    printf '[server]\nreferee = ondemand\nbots = 3\n' >vain.ini
    kill -HUP "$server_pid"
    await vain.log "beside referee = ondemand these keys have no effect: bots$" || return 1
    printf '[server]\nbots = 3\n' >vain.ini
    kill -HUP "$server_pid"
    await vain.log "stays as it was: --referee live needs a new start: the server runs with --referee ondemand" || return 1
    kill "$server_pid" && exits 0 "$server_pid" vain.log
}

# Rounds of a rotation end by their ticks.
rounds_end_by_ticks() {
    start_server rounds --referee ondemand --rounds 2 --round-pause 0 --round "airhockey ticks=90" --round "airhockey ticks=60" || return 1
    start_client ann --bot chase
    exits 0 "$server_pid" rounds.log && exits 0 "$client_pid" ann.log &&
        await rounds.log "round 0 (airhockey) is over after 90 ticks" && await rounds.log "round 1 (airhockey) is over after 60 ticks"
}

liars_in_concert_are_found
verdict "two players who tell the same wrong state are found, and the recording verifies"
the_desync_is_kept
verdict "... and the desync recording has both, verifies and reproduces"
without_a_difference_nothing_is_disputed
verdict "a server on demand decides by the players' state hashes while they agree"
a_stop_before_the_verdict_is_told
verdict "a server that is stopped before it has decided the last ticks tells how many"
off_judges_nobody
verdict "a server that never simulates tells of a difference and judges nobody"
off_admits_nobody_late
verdict "nobody joins late when nobody has a verified state"
contradictions_are_named
verdict "options that need a simulation contradict --referee"
vain_keys_are_named
verdict "keys that need a simulation are named, and a reload changes no referee"
rounds_end_by_ticks
verdict "rounds of a server on demand end by their ticks"
long_recordings_lack_standings() {
    exits 0 "$long" long.log && wait "$long_amy" || return 1
    expect 0 "$REPLAY" info long.fsr && prints "^standings   not computed: too few keyframes to reach the last tick soon$" || return 1
    expect 0 "$REPLAY" info --json long.fsr && prints '"standings": *null' || return 1
    expect 0 "$REPLAY" info calm.fsr && prints "^standings   .*; scores .*ann [0-9]"
}
long_recordings_lack_standings
verdict "info tells why a long recording of a server on demand has no standings"
finish
