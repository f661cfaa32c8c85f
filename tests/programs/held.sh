#!/bin/bash
# held.sh: real clients that are killed, and what becomes of their slots: started again with its key a player goes on, and the
# operator sees, kicks and bans who is away. Run by make check in the build directory; the last line is "TOTAL passed failed".
# shellcheck source=tests/programs/hosting_helpers.sh
. "$(dirname "$0")/hosting_helpers.sh"

ctl() { local wanted=$1; shift; expect "$wanted" "$SERVER" ctl --console ./socket "$@"; }   # STATUS COMMAND...
shows() { ctl 0 "$2" && prints "$1"; }   # PATTERN COMMAND
player() {   # NAME: a client with the key of that name; sets client_pid to the client itself, which a signal reaches
    "$CLIENT" "127.0.0.1:$port" --name "$1" --key "$1.key" --view none --bot chase 2>"$1.log" </dev/null &
    client_pid=$!
}
crash() {   # NAME PID: until the server has seen it
    kill -KILL "$2"
    wait "$2" 2>/dev/null
    within shows "^[0-9]* *$1 *127.0.0.1:[0-9]* *[0-9]* s left *away *[0-9a-f]\{4\}-" players
}

start_server held --players 4 --wait-players 2 --console ./socket --report held.json --hold 100 || exit 1
player ann; ann=$client_pid
player bob; bob=$client_pid

listed() {
    await held.log "the match starts" && shows "^running.*2 of 4 players (2 with a key), up" status || return 1
    crash ann $ann && await bob.log "server: ann has lost the connection; the slot is held for 100 s" && shows "1 of 4 players (1 with a key), 1 away," status && ctl 0 --json players \
        && prints '"away":true,"away_left_seconds":[1-9][0-9]*,"state":"away","key"' && prints '"away":false,"away_left_seconds":0,"state":"plays","key"'
}
listed; verdict "a killed client's player is listed as away"

returned() {   # as a person does it: the same command line again
    local slot
    slot=$(sed -n "s/.*'ann' joined from .*: slot \([0-9]\),.*/\1/p" held.log)
    player ann; ann=$client_pid
    await held.log "'ann' (slot $slot, tick [0-9]*): is back" && await bob.log "server: ann is back" && within shows "2 of 4 players (2 with a key), up" status && ! grep -q "'ann' left" held.log
}
returned; verdict "a killed client that is started again has its slot back"

bounded() {   # nobody fills a match by losing one connection after another
    crash ann $ann && ctl 0 set max-per-address 2 || return 1
    player eve
    exits 1 $client_pid eve.log && grep -q "as many places as one may have, those held" eve.log || return 1
    player ann; ann=$client_pid
    await held.log "'ann' (slot [0-9], tick [0-9]*): is back" 2 && ctl 0 set max-per-address 3 || return 1
    player eve
    await held.log "'eve' joined from" && kill -TERM $client_pid && wait $client_pid && ctl 0 set max-per-address 0
}
bounded; verdict "a slot that is held counts among the places of its address"

kicked() {
    crash ann $ann && ctl 0 kick ann too loud && prints "ann is removed; the slot is free" || return 1
    await held.log "'ann' left (slot [0-9], tick [0-9]*): too loud" && ctl 0 players && ! prints "ann" && ctl 1 kick ann && says "there is no player ann" || return 1
    player ann; ann=$client_pid   # a kick is no ban
    await held.log "'ann' joined from" 2
}
kicked; verdict "a player who is away is kicked"

banned() {
    crash ann $ann && crash bob $bob && ctl 0 ban player ann --key a cheat && ctl 0 players && ! prints "ann" && prints "bob *127.0.0.1:[0-9]* *[0-9]* s left *away" || return 1
    grep -q "'ann' left (slot [0-9], tick [0-9]*): a cheat" held.log || return 1
    player ann
    exits 1 $client_pid ann.log && grep -q "this key is banned: a cheat" ann.log || return 1
    ctl 0 ban bob && prints "^127.0.0.1/32 is banned\|^127.0.0.1 is banned" && ctl 0 players && ! prints "bob" || return 1
    grep -q "'bob' left (slot [0-9], tick [0-9]*): this address is banned" held.log
}
banned; verdict "a player who is away is banned by key and by address"

ctl 0 quit && exits 0 $server_pid held.log && ! grep -q '"away": true' held.json && grep -q '"away": false' held.json; verdict "nobody is away after the match"

finish
